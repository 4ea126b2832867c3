/**
 * The cells of what a spreadsheet copies: rows by line ends, cells by tabs. A cell that has either
 * inside stands in quotes, with its own quotes doubled.
 */
export function pastedCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    cell.lastIndex = at
    const [whole = '', quoted] = cell.exec(text) ?? []
    row.push((quoted?.replaceAll('""', '"') ?? whole).trim())
    at += whole.length
    if (text[at] !== '\t') {
      rows.push(row)
      row = []
    }
    at += 1
  }
  return rows.filter((cells) => cells.some((one) => one !== ''))
}

const cell = /"((?:[^"]|"")*)"(?=[\t\n]|$)|[^\t\n]*/y

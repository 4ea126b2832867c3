/**
 * The cells of what a spreadsheet copies: rows by line ends, cells by tabs. A cell that has either
 * inside stands in quotes, with its own quotes doubled. No pattern matches a cell: it may have
 * megabytes.
 */
export function pastedCells(text: string): readonly (readonly string[])[] {
  const rows: string[][] = []
  let row: string[] = []
  let at = 0
  while (at <= text.length) {
    const cell = quotedCell(text, at) ?? plainCell(text, at)
    row.push(cell.text.trim())
    at = cell.end
    if (text[at] !== '\t') {
      if (row.some((one) => one !== '')) rows.push(row)
      row = []
    }
    at += 1
  }
  return rows
}

interface Cell {
  readonly text: string
  readonly end: number
}

function plainCell(text: string, at: number): Cell {
  separator.lastIndex = at
  const end = separator.exec(text)?.index ?? text.length
  return { text: text.slice(at, end), end }
}

const separator = /[\t\n]/g

/** Undefined for a cell that only begins with a quote, such as one of inches. */
function quotedCell(text: string, at: number): Cell | undefined {
  if (text[at] !== '"') return undefined
  let quote = text.indexOf('"', at + 1)
  while (quote !== -1 && text[quote + 1] === '"') quote = text.indexOf('"', quote + 2)
  const end = quote + 1
  if (quote === -1 || !['\t', '\n', undefined].includes(text[end])) return undefined
  return { text: text.slice(at + 1, quote).replaceAll('""', '"'), end }
}

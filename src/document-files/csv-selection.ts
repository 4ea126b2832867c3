import { errorColumn } from './csv-columns.ts'
import { csvRecords } from './csv-records.ts'

/**
 * The rows of some documents of a CSV file, with the same headings and a last column that says what
 * is wrong with each, so that a person can correct them and use the file again. `reasons` has the
 * first row of each document by its line in the file.
 */
export async function csvSelection(
  parts: AsyncIterable<string>,
  reasons: ReadonlyMap<number, string>,
): Promise<string> {
  const rows: string[] = []
  let [documentAt, errorAt] = [-1, -1]
  let chosen: string | undefined
  for await (const { cells, line, separator } of csvRecords(parts)) {
    const own = cells.filter((_, at) => at !== errorAt)
    if (rows.length === 0) {
      const headings = cells.map((heading) => heading.trim())
      documentAt = headings.indexOf(headings.includes('document') ? 'document' : 'document_number')
      errorAt = headings.indexOf(errorColumn)
      rows.push(rowOf([...cells.filter((_, at) => at !== errorAt), errorColumn], separator))
      continue
    }
    const document = cells[documentAt] ?? ''
    const reason = reasons.get(line)
    if (reason === undefined && document !== chosen) chosen = undefined
    if (reason !== undefined) chosen = document
    if (chosen !== undefined) rows.push(rowOf([...own, reason ?? ''], separator))
  }
  return `${rows.join('\r\n')}\r\n`
}

function rowOf(cells: readonly string[], separator: string): string {
  return cells.map((cell) => (cell.includes(separator) || /["\r\n]/.test(cell) ? quoted(cell) : cell)).join(separator)
}

function quoted(cell: string): string {
  return `"${cell.replaceAll('"', '""')}"`
}

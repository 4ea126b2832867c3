import { errorColumn } from './csv-columns.ts'
import { csvRecords, isBlank } from './csv-records.ts'
import { rowOf } from './csv-text.ts'

/**
 * Some rows of a CSV file, with the same headings and a last column that says what is wrong with
 * each, so that a person can correct them and use the file again. `reasons` has them by row.
 */
export async function csvSelection(
  parts: AsyncIterable<string>,
  reasons: ReadonlyMap<number, string>,
  rowsMax: number,
): Promise<string> {
  const rows: string[] = []
  let [errorAt, width] = [-1, 0]
  for await (const { cells, place, separator } of csvRecords(parts, rowsMax)) {
    const isHeading = rows.length === 0
    if (cells.every(isBlank)) continue
    if (isHeading) {
      errorAt = cells.findIndex((heading) => heading.trim() === errorColumn)
      width = cells.findLastIndex((heading) => !isBlank(heading)) + 1
    }
    const reason = isHeading ? errorColumn : reasons.get(place.row)
    if (reason === undefined) continue
    rows.push(rowOf([...cells.slice(0, width).filter((_, at) => at !== errorAt), reason], separator))
  }
  return `${rows.join('\r\n')}\r\n`
}

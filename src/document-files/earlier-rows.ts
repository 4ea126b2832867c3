import { documentColumnOf } from './csv-columns.ts'
import { csvRecords } from './csv-records.ts'

/**
 * The last row of the first `count` documents of a CSV file as older versions of Selfbill read
 * it: only rows that followed one another formed a document. An import that such a version began
 * continues behind this row. Source: docs/decisions/0120.
 */
export async function lastRowOfEarlier(parts: AsyncIterable<string>, count: number, rowsMax: number): Promise<number> {
  let [documentAt, documents, lastRow] = [-1, 0, 0]
  let key: string | undefined
  for await (const { cells, place } of csvRecords(parts, rowsMax)) {
    if (cells.length === 1 && cells[0] === '') continue
    if (documentAt < 0) {
      const names = cells.map((heading) => heading.trim())
      documentAt = names.indexOf(documentColumnOf(names))
      continue
    }
    const next = cells[documentAt] ?? ''
    if (next !== key) documents += 1
    if (documents > count) return lastRow
    key = next
    lastRow = place.row
  }
  return lastRow
}

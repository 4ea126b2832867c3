import { errorColumn } from './csv-columns.ts'
import { type CsvRecord, csvRecords, isBlank } from './csv-records.ts'
import { rowOf } from './csv-text.ts'

/**
 * Some rows of a CSV file as a file of their own, with the same headings and a last column that
 * says what is wrong with each, so that a person can correct them and use the file again. `reasons`
 * has them by row.
 */
export async function csvSelection(
  parts: AsyncIterable<string>,
  reasons: ReadonlyMap<number, string>,
  rowsMax: number,
): Promise<string> {
  const rows: (readonly string[])[] = []
  let [errorAt, width] = [-1, 0]
  let source: Source | undefined
  for await (const record of csvRecords(parts, rowsMax)) {
    const { cells, place } = record
    const isHeading = rows.length === 0
    if (cells.every(isBlank)) continue
    if (isHeading) {
      source = record
      errorAt = cells.findIndex((heading) => heading.trim() === errorColumn)
      width = cells.findLastIndex((heading) => !isBlank(heading)) + 1
    }
    const reason = isHeading ? errorColumn : reasons.get(place.row)
    if (reason === undefined) continue
    rows.push([...cells.slice(0, width).filter((_, at) => at !== errorAt), reason])
  }
  return fileOf(rows, source)
}

type Source = Pick<CsvRecord, 'separator' | 'isSeparatorStated'>

/**
 * Excel heeds a line `sep=;` without a byte order mark alone, and reads letters beyond ASCII with
 * one alone. Without such a line nobody finds vertical bars among the headings, but semicolons.
 */
function fileOf(rows: readonly (readonly string[])[], { separator, isSeparatorStated }: Source = comma): string {
  const isPlain = rows.every((cells) => cells.every((cell) => /^[\0-\x7f]*$/.test(cell)))
  if (isSeparatorStated === true && isPlain) return `sep=${separator}\r\n${textOf(rows, separator)}`
  return `\ufeff${textOf(rows, separator === '|' ? ';' : separator)}`
}

function textOf(rows: readonly (readonly string[])[], separator: string): string {
  return `${rows.map((cells) => rowOf(cells, separator)).join('\r\n')}\r\n`
}

const comma: Source = { separator: ',' }

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
  const written: Written = { rows: [], withSemicolons: [], isPlain: true }
  let [errorAt, width] = [-1, 0]
  let source: Source | undefined
  for await (const record of csvRecords(parts, rowsMax)) {
    const { cells, place } = record
    if (cells.every(isBlank)) continue
    const isHeading = source === undefined
    if (isHeading) {
      source = record
      errorAt = cells.findIndex((heading) => heading.trim() === errorColumn)
      width = cells.findLastIndex((heading) => !isBlank(heading)) + 1
    }
    const reason = isHeading ? errorColumn : reasons.get(place.row)
    if (reason === undefined) continue
    add(written, [...cells.slice(0, width).filter((_, at) => at !== errorAt), reason], record)
  }
  return fileOf(written, source)
}

type Source = Pick<CsvRecord, 'separator' | 'isSeparatorStated'>

/** Texts, not cells: these take many times the memory. */
interface Written {
  readonly rows: string[]
  /** The same rows of a file with vertical bars. */
  readonly withSemicolons: string[]
  /** All of it is ASCII. */
  isPlain: boolean
}

function add(written: Written, cells: readonly string[], { separator }: Source): void {
  const row = rowOf(cells, separator)
  written.rows.push(row)
  if (separator === '|') written.withSemicolons.push(rowOf(cells, ';'))
  written.isPlain &&= /^[\0-\x7f]*$/.test(row)
}

/**
 * Excel heeds a line `sep=;` without a byte order mark alone, and reads letters beyond ASCII with
 * one alone. Without such a line nobody finds vertical bars among the headings, but semicolons.
 */
function fileOf({ rows, withSemicolons, isPlain }: Written, source: Source | undefined): string {
  if (source?.isSeparatorStated === true && isPlain) return `sep=${source.separator}\r\n${textOf(rows)}`
  return `\ufeff${textOf(source?.separator === '|' ? withSemicolons : rows)}`
}

function textOf(rows: readonly string[]): string {
  return `${rows.join('\r\n')}\r\n`
}

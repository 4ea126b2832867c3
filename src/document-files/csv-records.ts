import { pipeline, Readable } from 'node:stream'
import { type Message, message } from '@selfbill/pint-ae/messages'
import type { CsvError, Parser } from 'csv-parse'
import { rowCharactersMax, type Separator, separatorIn, separatorNames } from './csv-separator.ts'
import { FileUnreadable, type Place } from './problem.ts'
import type { CellKind } from './xlsx/cell-kind.ts'

/**
 * The rows of a CSV file, the headings and blank rows included. Throws `FileUnreadable` for text
 * that is not CSV.
 */
export async function* csvRecords(
  parts: AsyncIterable<string>,
  rowsMax: number,
): AsyncGenerator<CsvRecord, void, undefined> {
  // Loaded with the first file: a start does not need it.
  const csv = await import('csv-parse')
  const text = parts[Symbol.asyncIterator]()
  const found = await separatorIn(text)
  let place = { row: found.isStated ? 0 : 1, line: 1 }
  try {
    for await (const { record, info } of parsed(csv.parse(optionsOf(found)), found, text)) {
      if (place.row > rowsMax) throw new FileUnreadable(message('file_too_many_rows', { max: rowsMax }))
      // A spreadsheet does not show the line `sep=;` as a row.
      const { separator, isStated } = found
      if (place.row > 0) yield { cells: record, place, parserLine: info.lines, separator, isSeparatorStated: isStated }
      place = { row: place.row + 1, line: place.line + 1 + lineBreaksIn(record) }
    }
  } catch (error) {
    if (error instanceof csv.CsvError) throw unreadable(error, found)
    throw error
  }
}

export interface CsvRecord {
  readonly cells: readonly string[]
  /** What a spreadsheet says of its cells. */
  readonly kinds?: readonly CellKind[]
  readonly place: Place & { readonly row: number }
  /** What the parser calls its line. Keys of imports have it, so it must never change. */
  readonly parserLine: number
  readonly separator: string
  /** In a first line `sep=;` of the file. */
  readonly isSeparatorStated?: boolean
}

/** Nothing but white space, as spreadsheets leave it. */
export function isBlank(cell: string): boolean {
  return !/\S/.test(cell)
}

function optionsOf({ separator }: Separator) {
  return {
    delimiter: separator,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    max_record_size: rowCharactersMax,
    info: true,
  }
}

function parsed(parser: Parser, { beginning }: Separator, text: AsyncIterator<string>) {
  // An error of the source also ends the parser and the loop over it.
  pipeline(Readable.from(joined(beginning, text)), parser, () => undefined)
  return parser as AsyncIterable<{ record: string[]; info: { lines: number } }>
}

async function* joined(beginning: string, rest: AsyncIterator<string>): AsyncGenerator<string, void, undefined> {
  yield beginning
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

function lineBreaksIn(cells: readonly string[]): number {
  return cells.reduce((sum, cell) => sum + (/[\r\n]/.test(cell) ? cell.split(/\r\n|\n|\r/).length - 1 : 0), 0)
}

/** The rows before the wrong one may not have been yielded yet. */
function unreadable(error: CsvError, { separator, isStated }: Separator): FileUnreadable {
  const row = typeof error.records === 'number' ? error.records + (isStated ? 0 : 1) : undefined
  return new FileUnreadable(reasonOf(error, separator), row === undefined ? undefined : { row, line: row })
}

function reasonOf({ code, message: problem, column: at }: CsvError, separator: string): Message {
  const column = typeof at === 'number' ? at + 1 : 1
  switch (code) {
    case 'CSV_QUOTE_NOT_CLOSED':
      return message('csv_quote_not_closed', { column })
    case 'CSV_INVALID_CLOSING_QUOTE':
    case 'INVALID_OPENING_QUOTE':
      return message('csv_quote_not_doubled', { column })
    case 'CSV_MAX_RECORD_SIZE':
      return message('csv_row_too_long', { max: rowCharactersMax })
    default:
      return message('csv_invalid', {
        separator: separatorNames.get(separator) ?? separator,
        problem: problem.slice(0, 120),
      })
  }
}

import { pipeline, Readable } from 'node:stream'
import { CsvError, parse } from 'csv-parse'
import { CsvUnreadable } from './csv-columns.ts'
import { type Separator, separatorIn, separatorNames } from './csv-separator.ts'

/** The rows of a CSV file, the headings first. Throws `CsvUnreadable` for text that is not CSV. */
export async function* csvRecords(parts: AsyncIterable<string>): AsyncGenerator<CsvRecord, void, undefined> {
  const text = parts[Symbol.asyncIterator]()
  const found = await separatorIn(text)
  try {
    yield* recordsOf(found, text)
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    const between = separatorNames.get(found.separator) ?? found.separator
    throw new CsvUnreadable(`it is not valid CSV with ${between} between columns: ${error.message.slice(0, 120)}`)
  }
}

export interface CsvRecord {
  readonly cells: readonly string[]
  /** In the file, from 1. */
  readonly line: number
  readonly separator: string
}

async function* recordsOf(
  { beginning, separator, firstLine }: Separator,
  text: AsyncIterator<string>,
): AsyncGenerator<CsvRecord, void, undefined> {
  const parser = parse({
    delimiter: separator,
    from_line: firstLine,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: false,
    skip_empty_lines: true,
    max_record_size: 1_000_000,
    info: true,
  })
  // An error of the source also ends the parser and the loop below.
  pipeline(Readable.from(joined(beginning, text)), parser, () => undefined)
  for await (const { record, info } of parser as AsyncIterable<{ record: string[]; info: { lines: number } }>) {
    yield { cells: record, line: info.lines, separator }
  }
}

async function* joined(beginning: string, rest: AsyncIterator<string>): AsyncGenerator<string, void, undefined> {
  yield beginning
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value
}

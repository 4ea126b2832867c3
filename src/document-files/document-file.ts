import { type Family, requests } from '@selfbill/pint-ae/document'
import { jsonText, readJson } from '@selfbill/pint-ae/json'
import { message } from '@selfbill/pint-ae/messages'
import type { Encoding } from '../encoding/encodings.ts'
import { StrictDecoder } from '../encoding/strict-decoder.ts'
import { readCsv, type TableChoices } from './csv-file.ts'
import { readJsonLines } from './json-lines.ts'
import type { ByteSource } from './possible-encodings.ts'
import { FileUnreadable } from './problem.ts'
import type { ReadFile, ReadTable } from './read-document.ts'
import { readSheetFile, sheetRowsMax } from './sheet-file.ts'
import { withUsualValues } from './usual-values.ts'
import type { Sheet } from './xlsx/sheet-rows.ts'

/**
 * Reads a file of documents to its end, so that nothing is issued before all of it is known. The
 * file name decides between CSV, .xlsx and NDJSON. Throws `TextUndecodable` and `FileUnreadable`.
 * `sheetOf` reads a spreadsheet elsewhere than on this thread.
 */
export async function readDocuments(
  file: DocumentFile,
  bytes: ByteSource,
  rowsMax: number,
  sheetOf: SheetReading = readHere,
): Promise<ReadFile> {
  const request = requests[file.family]
  if (isXlsx(file.name)) {
    const sheet = await sheetOf(await wholeSheet(bytes()), Math.min(rowsMax, sheetRowsMax))
    return withUsual(await readSheetFile(sheet, request, file), file.family)
  }
  const text = () => decodedParts(bytes(), file.encoding)
  return isCsv(file.name)
    ? withUsual(await readCsv(limited(text(), csvCharactersMax), request, rowsMax, file), file.family)
    : readJsonLines(text, rowsMax)
}

/** A table leaves out what goes without saying; a JSON document says all. */
function withUsual(table: ReadTable, family: Family): ReadFile {
  return {
    problems: table.problems,
    count: table.count,
    ...(table.warnings !== undefined && { warnings: table.warnings }),
    *documents() {
      for (const document of table.documents()) {
        const text = document.text && jsonText(withUsualValues(readJson(document.text), family))
        yield { ...document, text }
      }
    },
  }
}

export interface DocumentFile extends TableChoices {
  readonly name: string
  readonly family: Family
  /** As a person states it; by default UTF-8, or that of the byte order mark. */
  readonly encoding: Encoding | undefined
}

export type SheetReading = (bytes: Uint8Array, rowsMax: number) => Promise<Sheet>

/** Loaded when a spreadsheet comes: most starts need none. */
async function readHere(bytes: Uint8Array, rowsMax: number): Promise<Sheet> {
  const { readXlsx } = await import('./xlsx/read-xlsx.ts')
  return readXlsx(bytes, rowsMax)
}

/** The rows of a CSV file are in memory while it is imported. */
const csvCharactersMax = 64 * 1024 * 1024
/** For the command line. */
export const fileRowsMax = 1_000_000

export function isCsv(file: string): boolean {
  return /\.(csv|tsv)$/i.test(file)
}

export function isXlsx(file: string): boolean {
  return /\.xlsx$/i.test(file)
}

/** Whether the file has rows and columns. */
export function isTable(file: string): boolean {
  return isCsv(file) || isXlsx(file)
}

/** Endings of files that hold many documents. NDJSON may have any of the last three, or none. */
export const fileKinds = ['csv', 'tsv', 'xlsx', 'ndjson', 'jsonl', 'json'] as const

/**
 * Throws FileUnreadable for a file with another ending, before it is read: its bytes would only be
 * called invalid text. A name without an ending passes.
 */
export function refuseOtherKinds(name: string, accepted: readonly string[]): void {
  const ending = /\.([a-z]\w{0,8})$/i.exec(name)?.[1]?.toLowerCase()
  if (ending === undefined || accepted.includes(ending)) return
  if (spreadsheets.has(ending)) throw new FileUnreadable(message('file_is_spreadsheet', { ending: `.${ending}` }))
  const kinds = accepted.map((kind) => `.${kind}`).join(', ')
  throw new FileUnreadable(message('file_kind_unknown', { ending: `.${ending}`, kinds }))
}

const spreadsheets: ReadonlySet<string> = new Set(['xls', 'xlsm', 'xlsb', 'ods', 'numbers'])

async function wholeSheet(parts: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let bytes = 0
  for await (const piece of parts) {
    bytes += piece.length
    if (bytes > sheetBytesMax) throw new FileUnreadable(message('upload_too_large', { max: sheetBytesMax }))
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

/** Of a packed spreadsheet. */
const sheetBytesMax = 8 * 1024 * 1024

/** The text of a file in parts; no part ends inside a character. */
export async function* decodedParts(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding | undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = new StrictDecoder(encoding)
  for await (const chunk of bytes) yield decoder.write(chunk)
  yield decoder.end()
}

async function* limited(parts: AsyncIterable<string>, max: number): AsyncGenerator<string, void, undefined> {
  let read = 0
  for await (const part of parts) {
    read += part.length
    if (read > max) throw new FileUnreadable(message('file_too_long', { max }))
    yield part
  }
}

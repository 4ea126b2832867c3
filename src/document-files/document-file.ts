import { type Family, requests } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import type { Encoding } from '../encoding/encodings.ts'
import { StrictDecoder } from '../encoding/strict-decoder.ts'
import { readCsv, type TableChoices } from './csv-file.ts'
import { readJsonLines } from './json-lines.ts'
import type { ByteSource } from './possible-encodings.ts'
import { FileUnreadable } from './problem.ts'
import type { ReadFile } from './read-document.ts'

/**
 * Reads a file of documents to its end, so that nothing is issued before all of it is known. The
 * file name decides between CSV and NDJSON. Throws `TextUndecodable` and `FileUnreadable`.
 */
export function readDocuments(file: DocumentFile, bytes: ByteSource, rowsMax: number): Promise<ReadFile> {
  const text = () => decodedParts(bytes(), file.encoding)
  return isCsv(file.name)
    ? readCsv(limited(text(), csvCharactersMax), requests[file.family], rowsMax, file)
    : readJsonLines(text, rowsMax)
}

export interface DocumentFile extends TableChoices {
  readonly name: string
  readonly family: Family
  /** As a person states it; by default UTF-8, or that of the byte order mark. */
  readonly encoding: Encoding | undefined
}

/** The rows of a CSV file are in memory while it is imported. */
const csvCharactersMax = 64 * 1024 * 1024
/** For the command line. */
export const fileRowsMax = 1_000_000

/** True for CSV, false for NDJSON. */
export function isCsv(file: string): boolean {
  return /\.(csv|tsv)$/i.test(file)
}

/** Endings of files that hold many documents. NDJSON may have any of the last three, or none. */
export const fileKinds = ['csv', 'tsv', 'ndjson', 'jsonl', 'json'] as const

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

const spreadsheets: ReadonlySet<string> = new Set(['xlsx', 'xls', 'xlsm', 'xlsb', 'ods', 'numbers'])

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

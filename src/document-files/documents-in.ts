import { requests } from '../document/document.ts'
import type { Family } from '../document/family.ts'
import type { Encoding } from '../encoding/encodings.ts'
import { damaged, replacementAt } from '../encoding/replacement.ts'
import { StrictDecoder } from '../encoding/strict-decoder.ts'
import { csvDocuments } from './csv-documents.ts'

/**
 * The requests of a file in order, from its bytes. The file name decides between CSV and NDJSON.
 * Throws `TextUndecodable` and `CsvUnreadable`.
 */
export async function* documentsIn(
  file: DocumentFile,
  bytes: AsyncIterable<Uint8Array>,
): AsyncGenerator<ImportedDocument, void, undefined> {
  const parts = decodedParts(bytes, file.encoding)
  if (isCsv(file.name)) yield* csvDocuments(parts, requests[file.family])
  else yield* jsonLines(parts)
}

export interface DocumentFile {
  readonly name: string
  readonly family: Family
  /** As a person states it; by default UTF-8, or that of the byte order mark. */
  readonly encoding: Encoding | undefined
}

/** True for CSV, false for NDJSON. */
export function isCsv(file: string): boolean {
  return /\.(csv|tsv)$/i.test(file)
}

export interface ImportedDocument {
  /** Its first line in the file, from 1. */
  readonly line: number
  /** JSON; undefined when there are problems. */
  readonly text: string | undefined
  readonly problems: readonly string[]
}

/** The text of a file in parts; no part ends inside a character. */
export async function* decodedParts(
  bytes: AsyncIterable<Uint8Array>,
  encoding: Encoding | undefined,
): AsyncGenerator<string, void, undefined> {
  const decoder = new StrictDecoder(encoding)
  for await (const chunk of bytes) yield decoder.write(chunk)
  yield decoder.end()
}

/**
 * Lines end with LF, CR LF or CR only: U+2028 may occur inside a text. Blank lines are counted but
 * skipped.
 */
async function* jsonLines(parts: AsyncIterable<string>): AsyncGenerator<ImportedDocument, void, undefined> {
  let [line, rest, endsWithCr] = [0, '', false]
  for await (const part of parts) {
    // Search each part once, even when a line spans many parts.
    const hasEnd = endsWithCr || /[\r\n]/.test(part)
    rest += part
    if (part !== '') endsWithCr = part.endsWith('\r')
    if (!hasEnd) continue
    // A CR at the end may be the first half of CR LF.
    const lines = rest.split(/\r\n|\n|\r(?!$)/)
    rest = lines.pop() ?? ''
    for (const text of lines) {
      line += 1
      if (text.trim() !== '') yield lineOf(line, text)
    }
  }
  if (rest.trim() !== '') yield lineOf(line + 1, rest.replace(/\r$/, ''))
}

function lineOf(line: number, text: string): ImportedDocument {
  if (replacementAt(text) === undefined) return { line, text, problems: [] }
  return { line, text: undefined, problems: [`line ${line} ${damaged}`] }
}

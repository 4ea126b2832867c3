import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { TSchema } from 'typebox'
import { csvDocuments } from './csv-documents.ts'

/** What is imported, in the order of the file: NDJSON, a request a line, or CSV, told by the name of the file. */
export async function* documentsIn(file: string, request: TSchema): AsyncGenerator<ImportedDocument, void, undefined> {
  if (/\.csv$/i.test(file)) {
    yield* csvDocuments(file, request)
    return
  }
  let line = 0
  for await (const text of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    line += 1
    if (text.trim() !== '') yield { line, text, problems: [] }
  }
}

export interface ImportedDocument {
  /** Where it begins in the file, from 1. */
  readonly line: number
  /** JSON; undefined when it could not be read. */
  readonly text: string | undefined
  readonly problems: readonly string[]
}

/** SHA-256 of the file, hexadecimal. */
export async function digestOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

import { createReadStream } from 'node:fs'
import type { Family } from '@selfbill/pint-ae/document'
import { inEnglish } from '@selfbill/pint-ae/messages'
import { fileRowsMax, readDocuments } from '../../../src/document-files/document-file.ts'
import { problemMessage } from '../../../src/document-files/problem.ts'
import { rowsOf } from '../../../src/document-files/read-document.ts'
import { rangesOf } from '../../../src/document-files/row-ranges.ts'
import type { Encoding } from '../../../src/encoding/encodings.ts'

/** The documents of a file of documents, with its own problems first. */
export async function documentsOf(
  file: string,
  encoding?: Encoding,
  family: Family = 'purchase-invoices',
): Promise<readonly DocumentOfFile[]> {
  const bytes = (start?: number, end?: number) => createReadStream(file, { start, end })
  const read = await readDocuments({ name: file, family, encoding }, bytes, fileRowsMax)
  const documents: DocumentOfFile[] = []
  for await (const document of read.documents()) {
    const problems = [...read.problems, ...document.problems].map((problem) => inEnglish(problemMessage(problem)))
    documents.push({ line: document.places[0]?.line, rows: rangesOf(rowsOf(document)), text: document.text, problems })
  }
  return documents
}

export interface DocumentOfFile {
  readonly line: number | undefined
  /** `2-3, 5`; lines in NDJSON. */
  readonly rows: string
  readonly text: string | undefined
  readonly problems: readonly string[]
}

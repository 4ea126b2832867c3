import type { Message } from '@selfbill/pint-ae/messages'
import type { ErrorCode } from '../../../../client/src/errors.ts'
import { csvSelection } from '../../../document-files/csv-selection.ts'
import {
  decodedParts,
  fileKinds,
  isCsv,
  readDocuments,
  refuseOtherKinds,
} from '../../../document-files/document-file.ts'
import { possibleEncodings, type Reading } from '../../../document-files/possible-encodings.ts'
import { FileUnreadable, problemMessage } from '../../../document-files/problem.ts'
import type { ReadDocument, ReadFile } from '../../../document-files/read-document.ts'
import type { Encoding } from '../../../encoding/encodings.ts'
import { TextUndecodable } from '../../../encoding/strict-decoder.ts'
import type { Family } from '../documents/family.ts'

/** The documents of an uploaded file, or why the file as a whole cannot be read. */
export async function readFile({ name, bytes, family, encoding }: UploadedFile): Promise<FileRead> {
  const source = (start?: number, end?: number) => partsOf(bytes, start, end)
  try {
    refuseOtherKinds(name, fileKinds)
    const read = await readDocuments({ name, family, encoding }, source, rowsMax)
    if (read.count > documentsMax) return { trouble: 'tooMany', readings: [], details: [] }
    if (read.problems.length > 0) return { trouble: 'csv', readings: [], details: await everyProblem(read) }
    const documents: UploadedDocument[] = []
    for await (const document of read.documents()) {
      // One line of a batch: a JSON text has line ends only between its members.
      const request = isCsv(name) ? document.text : requestIn(document.text)
      const line = document.places[0]?.row ?? document.places[0]?.line ?? 0
      documents.push({ ...document, line, text: request?.replaceAll(/[\r\n]/g, ' ') })
    }
    return { documents }
  } catch (error) {
    if (error instanceof TextUndecodable) {
      const readings = isCsv(name) ? await possibleEncodings(source, error.byte) : []
      return { trouble: 'encoding', readings, details: [error.message] }
    }
    if (error instanceof FileUnreadable) {
      const trouble = troubles.get(error.problem.reason.id) ?? 'csv'
      return { trouble, readings: [], details: trouble === 'empty' ? [] : [problemMessage(error.problem)] }
    }
    throw error
  }
}

const troubles: ReadonlyMap<string, 'empty' | 'kind'> = new Map([
  ['file_empty', 'empty'],
  ['file_is_spreadsheet', 'kind'],
  ['file_kind_unknown', 'kind'],
])

/** Of the file, and of its documents, so that all can be corrected at once. */
async function everyProblem(read: ReadFile): Promise<readonly Message[]> {
  const problems = [...read.problems]
  for await (const document of read.documents()) problems.push(...document.problems)
  return problems.slice(0, detailsMax).map(problemMessage)
}

const detailsMax = 200

export interface UploadedFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly family: Family
  /** As the person states it. */
  readonly encoding: Encoding | undefined
}

/** A line of failed lines holds its request, so the corrected file can be uploaded. */
function requestIn(text: string | undefined): string | undefined {
  if (text?.startsWith('{"line":') !== true) return text
  try {
    const { request }: { request?: unknown } = JSON.parse(text)
    return typeof request === 'string' ? request : text
  } catch {
    return text
  }
}

/** A line that was refused: nothing of it is stored, so it can be uploaded again. */
export interface RefusedLine {
  readonly line: number
  readonly status: number
  readonly errors: Readonly<Record<string, string>>
  readonly error_codes?: Readonly<Record<string, ErrorCode>>
}

/** The refused lines as a file of the same kind, each with what is wrong with it. */
export async function refusedLines(file: UploadedFile, refused: readonly RefusedLine[]): Promise<string> {
  const { name, bytes, encoding } = file
  const read = await readFile(file)
  const documents = new Map('documents' in read ? read.documents.map((document) => [document.line, document]) : [])
  if (isCsv(name)) {
    const reasons = refused.flatMap(({ line, errors }) => {
      const [first, ...others] = documents.get(line)?.places ?? []
      const rest = others.map(({ row = 0 }) => [row, ''] as const)
      return first === undefined ? [] : [[first.row ?? 0, reasonOf(errors)] as const, ...rest]
    })
    // The mark makes spreadsheets read it as UTF-8.
    return `\ufeff${await csvSelection(decodedParts(partsOf(bytes), encoding), new Map(reasons), rowsMax)}`
  }
  const lines = refused.map((one) => JSON.stringify({ ...one, request: textOf(documents.get(one.line)) }))
  return `${lines.join('\n')}\n`
}

function textOf(document: UploadedDocument | undefined): string | null {
  return document?.text ?? document?.source ?? null
}

function reasonOf(errors: RefusedLine['errors']): string {
  const reasons = Object.entries(errors).map(([name, text]) => (name === 'message' ? text : `${name}: ${text}`))
  // A spreadsheet shows the marks that keep the direction of values on a page.
  return reasons.join('; ').replaceAll(/[\u2066-\u2069]/g, '')
}

export type FileRead =
  | { readonly documents: readonly UploadedDocument[] }
  | {
      readonly trouble: 'encoding' | 'csv' | 'kind' | 'tooMany' | 'empty'
      /** The encodings that can read all of it. */
      readonly readings: readonly Reading[]
      readonly details: readonly (Message | string)[]
    }

export interface UploadedDocument extends ReadDocument {
  /** Its first row in a CSV file, its line in NDJSON. */
  readonly line: number
}

/** As many as one batch of the API takes. */
export const documentsMax = 1_000
const rowsMax = 50_000

/** In parts, so that other requests get their turn. */
async function* partsOf(
  bytes: Uint8Array,
  start = 0,
  end = bytes.length - 1,
): AsyncGenerator<Uint8Array, void, undefined> {
  for (let at = start; at <= end && at < bytes.length; at += partBytes) {
    yield bytes.subarray(at, Math.min(at + partBytes, end + 1))
    await new Promise(setImmediate)
  }
}

const partBytes = 256 * 1024

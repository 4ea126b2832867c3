import { CsvUnreadable } from '../../../document-files/csv-columns.ts'
import { csvSelection } from '../../../document-files/csv-selection.ts'
import { decodedParts, documentsIn, isCsv } from '../../../document-files/documents-in.ts'
import { possibleEncodings, type Reading } from '../../../document-files/possible-encodings.ts'
import type { Encoding } from '../../../encoding/encodings.ts'
import { TextUndecodable } from '../../../encoding/strict-decoder.ts'
import type { Family } from '../documents/family.ts'

/** The documents of an uploaded file, or why the file as a whole cannot be read. */
export async function readFile({ name, bytes, family, encoding }: UploadedFile): Promise<FileRead> {
  const documents: UploadedDocument[] = []
  try {
    for await (const { line, text, problems } of documentsIn({ name, family, encoding }, partsOf(bytes))) {
      // One line of a batch: a JSON text has line ends only between its members.
      const request = isCsv(name) ? text : requestIn(text)
      documents.push({ line, text: request?.replaceAll(/[\r\n]/g, ' '), problems })
      if (documents.length > documentsMax) return { trouble: 'tooMany', readings: [], detail: '' }
    }
  } catch (error) {
    if (error instanceof TextUndecodable) {
      const readings = isCsv(name)
        ? await possibleEncodings((start, end) => partsOf(bytes, start, end), error.byte)
        : []
      return { trouble: 'encoding', readings, detail: error.message }
    }
    if (error instanceof CsvUnreadable) return { trouble: 'csv', readings: [], detail: error.message }
    throw error
  }
  if (documents.length === 0) return { trouble: 'empty', readings: [], detail: '' }
  return { documents }
}

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
}

/** The refused lines as a file of the same kind, each with what is wrong with it. */
export async function refusedLines(file: UploadedFile, refused: readonly RefusedLine[]): Promise<string> {
  const { name, bytes, encoding } = file
  if (isCsv(name)) {
    const reasons = refused.map(({ line, errors }) => [line, reasonOf(errors)] as const)
    // The mark makes spreadsheets read it as UTF-8.
    return `\ufeff${await csvSelection(decodedParts(partsOf(bytes), encoding), new Map(reasons))}`
  }
  const read = await readFile(file)
  const texts = new Map('documents' in read ? read.documents.map(({ line, text }) => [line, text ?? null]) : [])
  const lines = refused.map((one) => JSON.stringify({ ...one, request: texts.get(one.line) }))
  return `${lines.join('\n')}\n`
}

function reasonOf(errors: RefusedLine['errors']): string {
  const reasons = Object.entries(errors).map(([name, text]) => (name === 'message' ? text : `${name}: ${text}`))
  // A spreadsheet shows the marks that keep the direction of values on a page.
  return reasons.join('; ').replaceAll(/[\u2066-\u2069]/g, '')
}

export type FileRead =
  | { readonly documents: readonly UploadedDocument[] }
  | {
      readonly trouble: 'encoding' | 'csv' | 'tooMany' | 'empty'
      /** The encodings that can read all of it. */
      readonly readings: readonly Reading[]
      readonly detail: string
    }

export interface UploadedDocument {
  /** In the file, from 1. */
  readonly line: number
  /** Undefined when there are problems. */
  readonly text: string | undefined
  readonly problems: readonly string[]
}

/** As many as one batch of the API takes. */
const documentsMax = 1_000

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

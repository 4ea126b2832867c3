import type { Family } from '@selfbill/pint-ae/document'
import { type Message, message } from '@selfbill/pint-ae/messages'
import { type Fault, fieldFault, oneFieldFault } from '../../api/faults.ts'
import type { DateOrder } from '../../document-files/cell-dates.ts'
import {
  fileKinds,
  isCsv,
  isTable,
  readDocuments,
  refuseOtherKinds,
  type SheetReading,
} from '../../document-files/document-file.ts'
import { possibleEncodings, type Reading } from '../../document-files/possible-encodings.ts'
import { FileUnreadable, type Problem, problemMessage } from '../../document-files/problem.ts'
import { type ReadFile, rowsOf } from '../../document-files/read-document.ts'
import type { Encoding } from '../../encoding/encodings.ts'
import { TextUndecodable } from '../../encoding/strict-decoder.ts'
import { hasFewCells } from './cell-limits.ts'
import { partsOf } from './parts-of.ts'
import { type NewResult, type NewUploadDocument, packedRequest, type UploadError } from './upload-documents.ts'
import { problemError } from './upload-errors.ts'

/** A file with the choices that its reading needs. */
export interface UploadFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly family: Family
  /** As the caller states it. */
  readonly encoding: Encoding | undefined
  readonly dateOrder: DateOrder | undefined
}

export interface ReadUpload {
  /** What a person should look at before issuing. */
  readonly warnings: readonly UploadError[]
  readonly documents: readonly NewUploadDocument[]
  /** Of documents with wrong cells: nothing is sent of them. */
  readonly results: readonly NewResult[]
}

/**
 * The documents of a file. Throws the Fault `document_invalid`, about the member that has to
 * change, when the file as a whole cannot be read: all its problems are named at once.
 */
export async function readUpload(file: UploadFile, sheetOf: SheetReading): Promise<ReadUpload> {
  const { name, bytes } = file
  const source = (start?: number, end?: number) => partsOf(bytes, start, end)
  try {
    refuseOtherKinds(name, fileKinds)
    if (isCsv(name) && !hasFewCells(bytes, file.encoding)) throw refusal(message('upload_too_many_cells'))
    const read = await readDocuments(file, source, rowsMax, sheetOf)
    if (read.count > documentsMax) throw refusal(message('upload_too_many_documents', { max: documentsMax }))
    if (read.problems.length > 0) throw refusal(...(await everyProblem(read)))
    return await documentsIn(read, isTable(name))
  } catch (error) {
    if (error instanceof FileUnreadable) throw refusal(...error.problems.map(problemMessage))
    if (!(error instanceof TextUndecodable)) throw error
    const readings = isCsv(name) ? await possibleEncodings(source, error.byte) : []
    if (readings.length === 0)
      throw oneFieldFault('document_invalid', 'encoding', message('upload_not_text', { byte: error.byte }))
    throw encodingUnclear(readings)
  }
}

/** Each encoding that can read the file, with what it makes of the same place. */
function encodingUnclear(readings: readonly Reading[]): Fault {
  const names = readings.map(({ encoding }) => encoding).join(', ')
  const samples = readings.map(
    ({ encoding, sample }, at) => [`file_content[${at}]`, message('upload_reading', { encoding, sample })] as const,
  )
  return fieldFault(
    'document_invalid',
    new Map([['encoding', message('upload_encoding_unclear', { encodings: names })], ...samples]),
  )
}

/** Every cell that needs the choice, so that a person sees which order the file has. */
function datesUnclear(unclear: readonly Problem[]): Fault {
  const [first] = unclear
  if (first !== undefined && unclear.length === 1)
    return oneFieldFault('document_invalid', 'date_order', problemMessage(first))
  const cells = unclear.slice(0, problemsMax).map((problem, at) => {
    const { column = '', value = '' } = problem.reason.values
    return [
      `file_content[${at}]`,
      problemMessage({ ...problem, reason: message('upload_date', { column, value }) }),
    ] as const
  })
  const count = message('upload_dates_unclear', { count: unclear.length })
  return fieldFault('document_invalid', new Map([['date_order', count], ...cells]))
}

async function documentsIn(read: ReadFile, hasCells: boolean): Promise<ReadUpload> {
  const documents: NewUploadDocument[] = []
  const results: NewResult[] = []
  const unclear: Problem[] = []
  for await (const document of read.documents()) {
    const position = documents.length
    unclear.push(...document.problems.filter(({ reason }) => reason.id === 'cell_date_unclear'))
    const request = hasCells ? document.text : requestIn(document.text)
    const packed = request === undefined ? undefined : packedRequest(request)
    documents.push({ position, key: document.key, rows: rowsOf(document), packed })
    if (request === undefined) {
      results.push({ position, outcome: 'REFUSED', errors: document.problems.map(problemError) })
    }
  }
  if (unclear.length > 0) throw datesUnclear(unclear)
  return { documents, results, warnings: (read.warnings ?? []).map(problemError) }
}

/** Every reason has a name of its own, so that none replaces another. */
function refusal(...reasons: readonly Message[]) {
  const named = reasons.map(
    (reason, at) => [reasons.length > 1 ? `file_content[${at}]` : 'file_content', reason] as const,
  )
  return fieldFault('document_invalid', new Map(named))
}

/** Of the file, and of its documents, so that all can be corrected at once. */
async function everyProblem(read: ReadFile): Promise<readonly Message[]> {
  const problems = [...read.problems]
  for await (const document of read.documents()) problems.push(...document.problems)
  return problems.slice(0, problemsMax).map(problemMessage)
}

const problemsMax = 200

/** A line of the refused lines holds its request, so the corrected file can be uploaded. */
export function requestIn(text: string | undefined): string | undefined {
  if (text?.startsWith('{"line":') !== true) return text
  try {
    const { request }: { request?: unknown } = JSON.parse(text)
    return typeof request === 'string' ? request : text
  } catch {
    return text
  }
}

export const documentsMax = 1_000
export const rowsMax = 50_000

import { buffer } from 'node:stream/consumers'
import { optional } from '@selfbill/pint-ae/document'
import { fileHeaders, namedFile } from '../../api/answer/content-disposition.ts'
import { Fault } from '../../api/faults.ts'
import { operationWith } from '../../api/operation.ts'
import { tableFormat } from '../../api/request/table-format.ts'
import { isCsv, isXlsx } from '../../document-files/document-file.ts'
import { sheetRowsMax } from '../../document-files/sheet-file.ts'
import { writtenCsv } from '../../document-files/written-csv.ts'
import { type WrittenSheet, writtenXlsx, xlsxType } from '../../document-files/xlsx/written-xlsx.ts'
import { encodingNamed } from '../../encoding/encodings.ts'
import { documentsMax } from './read-upload.ts'
import { refusedLines, refusedRows, refusedSheet, resultTable } from './result-files.ts'
import type { StoredUpload } from './stored-uploads.ts'
import { documentsOf, fileOf, type UploadedDocument } from './upload-documents.ts'
import { withoutStored } from './upload-errors.ts'
import { type UploadParts, uploadInPath, uploadParameters } from './upload-in-path.ts'

// What came of an upload, as files.

const operation = operationWith<UploadParts>()

/** Which row became which document, and what is wrong with the others. */
const uploadResults = operation({
  id: 'uploadResults',
  method: 'GET',
  path: '/api/uploads/{upload_id}/results',
  summary: 'Download what came of an upload as CSV or .xlsx',
  description: 'A row for each document: its rows in the file, its number and id once it is issued, and its errors.',
  access: { kind: 'scopes', scopes: ['documents:read', 'documents:write'] },
  params: uploadParameters,
  query: { format: optional(tableFormat) },
  answers: { 200: { description: 'The results', type: ['text/csv', xlsxType], headers: namedFile } },
  faults: ['parameter_invalid', 'upload_not_found'],
  async handle(call) {
    const { account, parts, language, query } = call
    const upload = await uploadInPath(call)
    const documents = await documentsOf(parts.store.database, upload, { limit: documentsMax, now: parts.now() })
    const table = resultTable(withoutStored(documents, account), language)
    const name = `${stemOf(upload)}.results`
    return query.format === 'xlsx' ? xlsxAnswer(table, name, parts.now()) : csvAnswer(await csvOf(table), name)
  },
})

/** The refused rows, to be corrected and uploaded again. */
const uploadRefusedRows = operation({
  id: 'uploadRefusedRows',
  method: 'GET',
  path: '/api/uploads/{upload_id}/refused-rows',
  summary: 'Download the refused rows of an upload',
  description:
    'A file of the same kind with these rows alone, each with what is wrong. Nothing is stored of them: correct the ' +
    'file and upload it.',
  access: { kind: 'scopes', scopes: ['documents:read', 'documents:write'] },
  params: uploadParameters,
  answers: {
    200: { description: 'The rows', type: ['text/csv', xlsxType, 'application/x-ndjson'], headers: namedFile },
  },
  faults: ['upload_not_found', 'upload_file_removed'],
  async handle(call) {
    const { account, parts, language, room } = call
    const { database } = parts.store
    const upload = await uploadInPath(call)
    const bytes = await fileOf(database, upload)
    if (bytes === undefined) throw new Fault('upload_file_removed')
    await room.takeMemory(readingPerByte * bytes.length)
    const documents = await documentsOf(database, upload, { limit: documentsMax, isOpen: true, now: parts.now() })
    const refused = withoutStored(documents.filter(isRefused), account)
    const file = { bytes, encoding: upload.encoding === undefined ? undefined : encodingNamed(upload.encoding) }
    const name = `${stemOf(upload)}.refused`
    if (isXlsx(upload.name)) {
      const sheet = await parts.sheets.read(bytes, account.orgId, sheetRowsMax)
      return xlsxAnswer(refusedSheet(sheet, refused, { language, family: upload.family }), name, parts.now())
    }
    if (isCsv(upload.name)) return csvAnswer(await refusedRows(file, refused, language), name)
    return {
      status: 200,
      type: 'application/x-ndjson; charset=utf-8',
      body: await refusedLines(file, refused, language),
      headers: fileHeaders('attachment', `${name}.ndjson`),
    }
  },
})

function csvAnswer(body: string, name: string) {
  return {
    status: 200,
    type: 'text/csv; charset=utf-8',
    body,
    headers: fileHeaders('attachment', `${name}.csv`),
  } as const
}

async function csvOf(table: WrittenSheet): Promise<string> {
  let text = ''
  for await (const row of writtenCsv(table)) text += row
  return text
}

async function xlsxAnswer(table: WrittenSheet, name: string, now: number) {
  const body = await buffer(writtenXlsx(table, new Date(now)))
  return { status: 200, type: xlsxType, body, headers: fileHeaders('attachment', `${name}.xlsx`) } as const
}

function isRefused({ check, outcome }: UploadedDocument): boolean {
  return (outcome ?? check) === 'REFUSED'
}

function stemOf({ name }: Pick<StoredUpload, 'name'>): string {
  return name.replace(/\.\w+$/, '')
}

/** Of a file: its text and rows. */
const readingPerByte = 6

export const resultOperations = [uploadResults, uploadRefusedRows]

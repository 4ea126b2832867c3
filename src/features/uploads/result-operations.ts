import { fileHeaders, namedFile } from '../../api/answer/content-disposition.ts'
import { Fault } from '../../api/faults.ts'
import { operation } from '../../api/operation.ts'
import { isCsv } from '../../document-files/document-file.ts'
import { encodingNamed } from '../../encoding/encodings.ts'
import { documentsMax } from './read-upload.ts'
import { refusedRows, resultFile } from './result-files.ts'
import type { StoredUpload } from './stored-uploads.ts'
import { documentsOf, fileOf, type UploadedDocument } from './upload-documents.ts'
import { uploadInPath, uploadParameters } from './upload-in-path.ts'

// What came of an upload, as files.

/** Which row became which document, and what is wrong with the others. */
const uploadResults = operation({
  id: 'uploadResults',
  method: 'GET',
  path: '/api/uploads/{upload_id}/results',
  summary: 'Download what came of an upload as CSV',
  description: 'A row for each document: its rows in the file, its number and id once it is issued, and its errors.',
  access: { kind: 'scopes', scopes: ['documents:read', 'documents:write'] },
  params: uploadParameters,
  answers: { 200: { description: 'The results', type: 'text/csv', headers: namedFile } },
  faults: ['upload_not_found'],
  async handle(call) {
    const { parts, language } = call
    const { database } = parts.store
    const upload = await uploadInPath(call)
    const documents = await documentsOf(database, upload, { limit: documentsMax })
    const headers = fileHeaders('attachment', `${stemOf(upload)}.results.csv`)
    return { status: 200, type: 'text/csv; charset=utf-8', body: resultFile(documents, language), headers }
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
    200: { description: 'The rows', type: ['text/csv', 'application/x-ndjson'], headers: namedFile },
  },
  faults: ['upload_not_found', 'upload_file_removed'],
  async handle(call) {
    const { parts, language, room } = call
    const { database } = parts.store
    const upload = await uploadInPath(call)
    const bytes = await fileOf(database, upload)
    if (bytes === undefined) throw new Fault('upload_file_removed')
    await room.take(readingPerByte * bytes.length)
    const documents = await documentsOf(database, upload, { limit: documentsMax, isOpen: true })
    const { name, encoding } = upload
    const file = { name, bytes, encoding: encoding === undefined ? undefined : encodingNamed(encoding) }
    const body = await refusedRows(file, documents.filter(isRefused), language)
    const isTable = isCsv(name)
    const headers = fileHeaders('attachment', `${stemOf(upload)}.refused.${isTable ? 'csv' : 'ndjson'}`)
    return {
      status: 200,
      type: isTable ? 'text/csv; charset=utf-8' : 'application/x-ndjson; charset=utf-8',
      body,
      headers,
    }
  },
})

function isRefused({ check, outcome }: UploadedDocument): boolean {
  return (outcome ?? check) === 'REFUSED'
}

function stemOf({ name }: Pick<StoredUpload, 'name'>): string {
  return name.replace(/\.\w+$/, '')
}

/** Of a file: its text and rows. */
const readingPerByte = 6

export const resultOperations = [uploadResults, uploadRefusedRows]

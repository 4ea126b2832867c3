import { createHash } from 'node:crypto'
import { message } from '@selfbill/pint-ae/messages'
import { v7 } from 'uuid'
import { json, located } from '../../api/answer/answers.ts'
import { oneFieldFault } from '../../api/faults.ts'
import { actorOf } from '../../api/identity/actor.ts'
import { documentExamples } from '../../api/openapi/request-examples.ts'
import { operationWith } from '../../api/operation.ts'
import { isXlsx } from '../../document-files/document-file.ts'
import { findProfile } from '../../store/accounts/profiles.ts'
import { actorName } from '../../store/people/audit.ts'
import { keepAnswer } from '../../store/requests/kept-answer.ts'
import { readUpload } from './read-upload.ts'
import { insertUpload, noCounts, type StoredUpload, sameFileIssued } from './stored-uploads.ts'
import { fileBytesMax, insertDocument, insertFile, keepResult } from './upload-documents.ts'
import type { UploadParts } from './upload-in-path.ts'
import { AnsweredUpload, answeredUpload, UploadRequest } from './upload-shapes.ts'

/** Reads the file, and begins to check its documents. Source: docs/decisions/0161. */
export const createUpload = operationWith<UploadParts>()({
  id: 'createUpload',
  method: 'POST',
  path: '/api/uploads',
  summary: 'Upload a file of documents, to be checked',
  description:
    'A CSV, .xlsx or NDJSON file of at most 8 MiB with at most 1,000 documents of one family, as base64. Nothing is ' +
    'issued yet: the service checks every document, whether or not you ask for its progress. The file is kept for ' +
    '30 days.',
  access: { kind: 'scopes', scopes: ['documents:write'] },
  audits: { target: 'upload', id: 'upload_id', detail: ['file_name', 'family', 'business_profile_id'] },
  body: {
    kind: 'json',
    schema: UploadRequest,
    bytesMax: bodyBytesMax(),
    wrongType: 'upload_in_json',
    example: exampleUpload(),
  },
  // The body, its text, and the base64 in it. The rest is taken when the file's kind is known.
  memory: { perBodyByte: 3 },
  answers: { 201: { description: 'The upload', type: 'application/json', schema: AnsweredUpload } },
  leadsTo: { path: '/api/uploads/{upload_id}', parameters: { upload_id: '$response.body#/upload_id' } },
  faults: ['document_invalid'],
  async handle(call) {
    const { account, parts, room } = call
    const sent = call.body.read()
    const { file_name: name, family, business_profile_id: profileId, encoding, date_order: dateOrder } = sent
    const { database } = parts.store
    if (!(await findProfile(database, account.orgId, profileId))) {
      const reason = message('profile_not_found', { id: profileId })
      throw oneFieldFault('document_invalid', 'business_profile_id', reason)
    }
    const bytes = Buffer.from(sent.file_content, 'base64')
    if (bytes.length > fileBytesMax)
      throw oneFieldFault('document_invalid', 'file_content', message('upload_too_large', { max: fileBytesMax }))
    await room.takeMemory(readingBytes(name, bytes.length))
    const file = { name, bytes, family, encoding, dateOrder }
    const { documents, results, warnings } = await readUpload(file, (sheet, rowsMax) =>
      parts.sheets.read(sheet, account.orgId, rowsMax),
    )
    const now = parts.now()
    const upload: StoredUpload = {
      orgId: account.orgId,
      id: v7(),
      family,
      profileId,
      name,
      encoding,
      dateOrder,
      digest: createHash('sha256').update(bytes).digest('hex'),
      status: 'CHECKING',
      createdBy: await actorName(database, account.orgId, actorOf(account)),
      issuer: undefined,
      choices: undefined,
      apiVersion: call.version,
      documents: documents.length,
      warnings,
      counts: noCounts,
      createdAt: now,
      updatedAt: now,
      contentRemovedAt: undefined,
    }
    const shown = answeredUpload(upload, await sameFileIssued(database, upload))
    const answer = located(json(201, shown), `/api/uploads/${upload.id}`)
    await database.transaction([
      insertUpload(upload),
      await insertFile(upload, bytes),
      ...documents.map((document) => insertDocument(upload, document)),
      ...results.map((result) => keepResult(upload, 'CHECK', result)),
      ...keepAnswer(call.keep(answer)),
    ])
    parts.wake()
    return answer
  },
})

/**
 * Of a file: its bytes, text, rows and packed requests. A CSV file of 8 MiB and 24,000 rows held 67
 * MB, its body included. A spreadsheet is packed: 10,000 rows in 194 kB held 18 MB on this thread,
 * and repeated texts are there once.
 */
function readingBytes(name: string, bytes: number): number {
  return isXlsx(name) ? Math.min(100 * bytes, 64 * 1024 * 1024) : 10 * bytes
}

/** In base64 a file has a third more. */
function bodyBytesMax(): number {
  return Math.ceil(fileBytesMax / 3) * 4 + 64 * 1024
}

/** One invoice, as a line of NDJSON. */
function exampleUpload() {
  const line = JSON.stringify(documentExamples['purchase-invoices'])
  return {
    file_name: 'july.ndjson',
    file_content: Buffer.from(line).toString('base64'),
    family: 'purchase-invoices',
    business_profile_id: 'BP-DEMO000001',
  }
}

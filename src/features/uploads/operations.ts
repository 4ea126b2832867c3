import { optional } from '@selfbill/pint-ae/document'
import { ok } from '../../api/answer/answers.ts'
import { smallBodyBytesMax } from '../../api/declaration/request-body.ts'
import { Fault } from '../../api/faults.ts'
import { actorOf } from '../../api/identity/actor.ts'
import { operationWith } from '../../api/operation.ts'
import { listBy, listOf } from '../../api/request/lists.ts'
import { notBlank, yesOrNo } from '../../api/request/parameters.ts'
import { actorName } from '../../store/people/audit.ts'
import { createUpload } from './create-upload.ts'
import { resultOperations } from './result-operations.ts'
import { beginIssuing, type StoredUpload, sameFileIssued, uploadsOf } from './stored-uploads.ts'
import { documentsOf, repeatsChoices } from './upload-documents.ts'
import { withoutStored } from './upload-errors.ts'
import { type UploadParts, uploadInPath, uploadParameters } from './upload-in-path.ts'
import { AnsweredDocument, AnsweredUpload, answeredDocument, answeredUpload, UploadIssue } from './upload-shapes.ts'

// A file comes whole; the service checks its documents, and issues them when somebody says so.

const operation = operationWith<UploadParts>()

const uploadList = listBy('uploads', 'text')

const listUploads = operation({
  id: 'listUploads',
  method: 'GET',
  path: '/api/uploads',
  summary: 'List the uploads, newest first',
  access: { kind: 'scopes', scopes: ['documents:read', 'documents:write'] },
  query: uploadList.parameters,
  answers: {
    200: { description: 'A page of uploads', type: 'application/json', schema: listOf('UploadPage', AnsweredUpload) },
  },
  faults: ['parameter_invalid'],
  async handle({ account, parts, query }) {
    const { database } = parts.store
    const { rows, next } = await uploadList.page(
      query,
      (page) => uploadsOf(database, account.orgId, { ...page, now: parts.now() }),
      ({ id }) => [id],
    )
    const items = await Promise.all(
      rows.map(async (upload) => answeredUpload(upload, await sameFileIssued(database, upload))),
    )
    return ok({ items, next })
  },
})

const retrieveUpload = operation({
  id: 'retrieveUpload',
  method: 'GET',
  path: '/api/uploads/{upload_id}',
  summary: 'Retrieve an upload with its progress',
  access: { kind: 'scopes', scopes: ['documents:read', 'documents:write'] },
  params: uploadParameters,
  answers: { 200: { description: 'The upload', type: 'application/json', schema: AnsweredUpload } },
  faults: ['upload_not_found'],
  async handle(call) {
    const upload = await uploadInPath(call)
    return ok(answeredUpload(upload, await sameFileIssued(call.parts.store.database, upload)))
  },
})

/**
 * Begins to issue the documents of a checked upload. A second call changes nothing, so it may be
 * repeated after a lost answer. Source: docs/decisions/0161.
 */
const issueUpload = operation({
  id: 'issueUpload',
  method: 'POST',
  path: '/api/uploads/{upload_id}/issue',
  summary: 'Issue the documents of a checked upload',
  description:
    'The service issues them one by one, each once, until all are done; poll the upload for its progress. A document ' +
    'that fails its rules is stored to be repaired, or refused with `failing: refuse`; one that is refused does not ' +
    'stop the others. What the ' +
    'caller may not issue alone waits for a second person (outcome `WAITING`). When the same ' +
    'file was issued, or documents repeat others (warning SB-DUPLICATE), `repeats` must say what to do.',
  access: { kind: 'scopes', scopes: ['documents:write'] },
  audits: { target: 'upload', id: 'upload_id', detail: ['repeats', 'failing'] },
  params: uploadParameters,
  body: { kind: 'json', schema: UploadIssue, bytesMax: smallBodyBytesMax, example: { repeats: 'skip' } },
  answers: { 200: { description: 'The upload', type: 'application/json', schema: AnsweredUpload } },
  faults: ['document_invalid', 'upload_not_found', 'upload_not_checked', 'upload_repeats', 'upload_file_removed'],
  async handle(call) {
    const upload = await uploadInPath(call)
    const { account, parts } = call
    const { database } = parts.store
    const { status, counts } = upload
    const requireFile = ({ status, contentRemovedAt }: StoredUpload) => {
      if (status === 'CHECKED' && contentRemovedAt !== undefined) throw new Fault('upload_file_removed')
    }
    const { repeats: chosen, failing } = call.body.read()
    const repeats = repeatsChoices.find((choice) => choice === chosen) ?? 'none'
    if (status === 'CHECKING') throw new Fault('upload_not_checked')
    if (status === 'CHECKED') {
      requireFile(upload)
      if (repeats === 'none' && counts.repeats > 0) throw new Fault('upload_repeats')
      const issuer = { id: account.id, name: await actorName(database, account.orgId, actorOf(account)) }
      const issue = { issuer, repeats, refusesFailing: failing === 'refuse', now: parts.now() }
      if (!(await beginIssuing(database, upload, issue))) throw new Fault('upload_repeats')
      parts.wake()
    }
    const begun = await uploadInPath(call)
    requireFile(begun)
    return ok(answeredUpload(begun, await sameFileIssued(database, begun)))
  },
})

const documentList = listBy('upload-documents', 'integer')

const listUploadDocuments = operation({
  id: 'listUploadDocuments',
  method: 'GET',
  path: '/api/uploads/{upload_id}/documents',
  summary: 'List the documents of an upload, with what came of each',
  description: 'In the order of the file. Each wrong cell is an error of its own, with its row and column.',
  access: { kind: 'scopes', scopes: ['documents:read', 'documents:write'] },
  params: uploadParameters,
  query: { open: optional(notBlank(yesOrNo())), warned: optional(notBlank(yesOrNo())), ...documentList.parameters },
  answers: {
    200: {
      description: 'A page of documents',
      type: 'application/json',
      schema: listOf('UploadedDocumentPage', AnsweredDocument),
    },
  },
  faults: ['parameter_invalid', 'upload_not_found'],
  async handle(call) {
    const upload = await uploadInPath(call)
    const { database } = call.parts.store
    const now = call.parts.now()
    const only = { isOpen: call.query.open === true, isWarned: call.query.warned === true }
    const { rows, next } = await documentList.page(
      call.query,
      (page) => documentsOf(database, upload, { ...page, ...only, now }),
      ({ position }) => [position],
    )
    const shown = withoutStored(rows, call.account)
    return ok({ items: shown.map((row) => answeredDocument(row, now)), next })
  },
})

export const uploadOperations = [
  createUpload,
  listUploads,
  retrieveUpload,
  issueUpload,
  listUploadDocuments,
  ...resultOperations,
]

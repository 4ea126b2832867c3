import { familyTitles, LegalHold, namedObject, text } from '@selfbill/pint-ae/document'
import { noContent, ok } from '../../api/answer/answers.ts'
import type { AccountContext } from '../../api/declaration/call.ts'
import { smallBodyBytesMax } from '../../api/declaration/request-body.ts'
import type { DocumentKind } from '../../api/documents/document-kind.ts'
import { documentKinds } from '../../api/documents/document-kind.ts'
import { actorOf } from '../../api/identity/actor.ts'
import { operation } from '../../api/operation.ts'
import { answeredHold } from '../../api/operations/administration/organisation-shape.ts'
import { documentNotFound, documentParameters } from '../../api/operations/documents/document-parameters.ts'
import { holdDocument, releaseDocument } from '../../store/keeping/document-holds.ts'
import type { Hold } from '../../store/keeping/hold.ts'
import {
  holdOrganisation as holdAll,
  releaseOrganisation as releaseAll,
} from '../../store/keeping/organisation-holds.ts'
import { actorName } from '../../store/people/audit.ts'

const NewHold = namedObject('LegalHoldRequest', {
  reason: text(500),
})

/** The body of a new hold. */
const holdBody = {
  kind: 'json',
  schema: NewHold,
  bytesMax: smallBodyBytesMax,
  example: { reason: 'Dispute 2026/117' },
} as const

const holdAccess = { kind: 'scopes', scopes: ['admin'] } as const

/** A hold by the caller. */
async function callersHold({ account, parts }: AccountContext, reason: string): Promise<Hold> {
  const heldBy = await actorName(parts.store.database, account.orgId, actorOf(account))
  return { reason, heldBy, heldAt: parts.now() }
}

/** A legal hold on a document: nothing of it is deleted. Source: docs/decisions/0108. */
function setDocumentHold({ family, name }: DocumentKind) {
  return operation({
    id: `hold${name}`,
    method: 'PUT',
    path: `/api/${family}/{id}/legal-hold`,
    summary: `Set a legal hold on a ${familyTitles[family].toLowerCase()}`,
    description:
      'Nothing of the document is deleted until the hold is released, whatever the retention of the organisation is. ' +
      'A second call replaces the reason.',
    access: holdAccess,
    audits: { target: 'document', id: 'id', detail: ['reason'] },
    params: documentParameters,
    body: holdBody,
    answers: { 200: { description: 'The hold', type: 'application/json', schema: LegalHold } },
    faults: ['document_invalid', 'document_not_found', 'content_removed'],
    async handle(call) {
      const { account, params, body, parts } = call
      const { reason } = body.read()
      const document = { orgId: account.orgId, family, id: params.id }
      const answer = (hold: Hold) => ok(answeredHold(hold))
      const asked = await callersHold(call, reason)
      const hold = await holdDocument(parts.store.database, document, asked, (stored) => call.keep(answer(stored)))
      if (hold === undefined) throw documentNotFound(family, params.id)
      return answer(hold)
    },
  })
}

function releaseDocumentHold({ family, name }: DocumentKind) {
  return operation({
    id: `release${name}`,
    method: 'DELETE',
    path: `/api/${family}/{id}/legal-hold`,
    summary: `Release the legal hold on a ${familyTitles[family].toLowerCase()}`,
    description: 'Without a hold nothing changes. A document whose retention is over may then be removed at once.',
    access: holdAccess,
    audits: { target: 'document', id: 'id' },
    params: documentParameters,
    answers: { 204: { description: 'There is no hold' } },
    faults: ['document_not_found'],
    async handle({ account, params, parts, keep }) {
      const document = { orgId: account.orgId, family, id: params.id }
      if (!(await releaseDocument(parts.store.database, document, keep(noContent))))
        throw documentNotFound(family, params.id)
      return noContent
    },
  })
}

const path = '/api/organisation/legal-hold'

/** A legal hold on all documents of the caller's organisation. Source: docs/decisions/0108. */
const holdOrganisation = operation({
  id: 'holdOrganisation',
  method: 'PUT',
  path,
  summary: 'Set a legal hold on all documents of your organisation',
  description: 'Nothing is deleted after its retention until the hold is released. A second call replaces the reason.',
  access: holdAccess,
  audits: { target: 'organisation', detail: ['reason'] },
  body: holdBody,
  answers: { 200: { description: 'The hold', type: 'application/json', schema: LegalHold } },
  faults: ['document_invalid'],
  async handle(call) {
    const { account, body, parts } = call
    const answerOf = (hold: Hold) => ok(answeredHold(hold))
    const asked = await callersHold(call, body.read().reason)
    return answerOf(await holdAll(parts.store.database, account.orgId, asked, (stored) => call.keep(answerOf(stored))))
  },
})

const releaseOrganisation = operation({
  id: 'releaseOrganisation',
  method: 'DELETE',
  path,
  summary: 'Release the legal hold on your organisation',
  description: 'Holds on single documents stay. Without a hold nothing changes.',
  access: holdAccess,
  audits: { target: 'organisation' },
  answers: { 204: { description: 'There is no hold' } },
  faults: [],
  async handle({ account, parts, keep }) {
    await releaseAll(parts.store.database, account.orgId, keep(noContent))
    return noContent
  },
})

export const holdOperations = [
  holdOrganisation,
  releaseOrganisation,
  ...documentKinds.map(setDocumentHold),
  ...documentKinds.map(releaseDocumentHold),
]

import { familyTitles, namedObject, text } from '@selfbill/pint-ae/document'
import { noContent, ok } from '../../api/answer/answers.ts'
import { smallBodyBytesMax } from '../../api/declaration/request-body.ts'
import { type DocumentKind, documentKinds } from '../../api/documents/document-kind.ts'
import { Fault } from '../../api/faults.ts'
import { actorOf } from '../../api/identity/actor.ts'
import { operation } from '../../api/operation.ts'
import { documentNotFound, documentParameters } from '../../api/operations/documents/document-parameters.ts'
import { answeredHandling, HandledDocument } from '../../api/operations/overview/overview-schemas.ts'
import { handleDocument, reopenDocument } from '../../store/documents/handled.ts'
import { familyOfDocument } from '../../store/overview/overview-rows.ts'
import { actorName } from '../../store/people/audit.ts'

const access = { kind: 'scopes', scopes: ['documents:write'] } as const

/** A person has seen to a refused document. Source: docs/decisions/0166. */
function handle({ family, name }: DocumentKind) {
  return operation({
    id: `handle${name}`,
    method: 'PUT',
    path: `/api/${family}/{id}/handled`,
    summary: `Mark a rejected or failed ${familyTitles[family].toLowerCase()} as handled`,
    description:
      'It no longer needs attention, until it is corrected and fails again, or a later report of it is rejected. ' +
      'A second call replaces the note. The status of the document does not change.',
    access,
    audits: { target: 'document', id: 'id', detail: ['note'] },
    params: documentParameters,
    body: {
      kind: 'json',
      schema: namedObject('HandlingRequest', { note: text(500) }),
      bytesMax: smallBodyBytesMax,
      example: { note: 'Credited, and issued again as INV-000123' },
    },
    answers: { 200: { description: 'The note', type: 'application/json', schema: HandledDocument } },
    faults: ['document_invalid', 'document_not_found', 'content_removed', 'document_not_refused'],
    async handle({ account, params, body, parts, keep }) {
      const { note } = body.read()
      const { database } = parts.store
      const { orgId } = account
      const handledBy = await actorName(database, orgId, actorOf(account))
      const handled = { note, handledBy, handledAt: parts.now() }
      const answer = ok(answeredHandling(handled))
      if (await handleDocument(database, { orgId, family, id: params.id }, handled, keep(answer))) return answer
      if ((await familyOfDocument(database, orgId, params.id)) !== family) throw documentNotFound(family, params.id)
      throw new Fault('document_not_refused')
    },
  })
}

function reopen({ family, name }: DocumentKind) {
  return operation({
    id: `reopen${name}`,
    method: 'DELETE',
    path: `/api/${family}/{id}/handled`,
    summary: `Undo that a ${familyTitles[family].toLowerCase()} is handled`,
    description: 'It needs attention again. A document that was not marked stays as it is.',
    access,
    audits: { target: 'document', id: 'id' },
    params: documentParameters,
    answers: { 204: { description: 'It is not marked' } },
    faults: ['document_not_found'],
    async handle({ account, params, parts, keep }) {
      const document = { orgId: account.orgId, family, id: params.id }
      if (!(await reopenDocument(parts.store.database, document, keep(noContent)))) {
        throw documentNotFound(family, params.id)
      }
      return noContent
    },
  })
}

export const handledOperations = [...documentKinds.map(handle), ...documentKinds.map(reopen)]

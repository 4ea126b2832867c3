import { familyTitles, LegalHold } from '@selfbill/pint-ae/document'
import { holdDocument, releaseDocument } from '../../../store/keeping/document-holds.ts'
import { noContent, ok } from '../../answer/answers.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { operation } from '../../operation.ts'
import { documentNotFound, documentParameters } from '../documents/document-parameters.ts'
import { answeredHold, callersHold, holdAccess, holdBody } from './hold-shape.ts'

/** A legal hold on a document: nothing of it is deleted. Source: docs/decisions/0108. */
export function setDocumentHold({ family, name }: DocumentKind) {
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
      const hold = await holdDocument(parts.store.database, document, await callersHold(call, reason))
      if (hold === undefined) throw documentNotFound(family, params.id)
      return ok(answeredHold(hold))
    },
  })
}

export function releaseDocumentHold({ family, name }: DocumentKind) {
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
    async handle({ account, params, parts }) {
      const document = { orgId: account.orgId, family, id: params.id }
      if (!(await releaseDocument(parts.store.database, document))) throw documentNotFound(family, params.id)
      return noContent
    },
  })
}

import { familyTitles } from '@selfbill/pint-ae/document'
import { findDocument } from '../../../store/documents/find-document.ts'
import { streamedJson } from '../../answer/answers.ts'
import { answeredDocument } from '../../documents/document-answer.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { operation } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * The stored document as its create answered it, with its current status. Source:
 * docs/contract.md#operations.
 */
export function retrieveDocument({ family, name, answer }: DocumentKind) {
  const title = familyTitles[family].toLowerCase()
  return operation({
    id: `retrieve${name}`,
    method: 'GET',
    path: `/api/${family}/{id}`,
    summary: `Retrieve a ${title}`,
    access: { kind: 'scopes', scopes: ['documents:read'] },
    isTranslated: true,
    params: documentParameters,
    answers: {
      200: { description: 'The stored document with its current status', type: 'application/json', schema: answer },
    },
    faults: ['document_not_found', 'content_removed'],
    async handle(call) {
      const { account, parts, room } = call
      const id = call.params.id
      const document = await findDocument(parts.store.database, account.orgId, family, id, room)
      if (!document) throw documentNotFound(family, id)
      return streamedJson(answeredDocument(document, call))
    },
  })
}

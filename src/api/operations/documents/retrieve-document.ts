import { familyTitles } from '../../../document/family.ts'
import { streamed } from '../../answer/answers.ts'
import { answeredDocument } from '../../documents/document-answer.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { operationOf } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/** The stored document, as its create answered it, with the status it has now. Source: decisions §4. */
export function retrieveDocument({ family, name, answer }: DocumentKind) {
  const title = familyTitles[family].toLowerCase()
  return operationOf({
    id: `retrieve${name}`,
    method: 'GET',
    path: `/api/${family}/{id}`,
    summary: `Retrieve a ${title}`,
    scope: 'documents:read',
    isTranslated: true,
    params: documentParameters,
    answers: {
      200: { description: 'The stored document with its current status', type: 'application/json', schema: answer },
    },
    faults: ['document_not_found'],
    async handle(call) {
      const { account, parts, room } = call
      const id = call.param('id')
      const document = await parts.store.documents.find(account.orgId, family, id, room)
      if (!document) throw documentNotFound(family, id)
      return streamed(answeredDocument(document, call))
    },
  })
}

import { familyTitles } from '@selfbill/pint-ae/document'
import { findUbl } from '../../../store/documents/find-document.ts'
import { noSniffing, streamed } from '../../answer/answers.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { operation } from '../../operation.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/** The UBL document as it was written, judged and sent. Source: docs/contract.md#operations. */
export function documentXml(kind: DocumentKind) {
  const { family } = kind
  return operation({
    id: `${camelName(kind)}Xml`,
    method: 'GET',
    path: `/api/${family}/{id}/xml`,
    summary: `Retrieve the UBL document of a ${familyTitles[family].toLowerCase()}`,
    access: { kind: 'scopes', scopes: ['documents:read'] },
    params: documentParameters,
    answers: { 200: { description: 'UBL 2.1', type: 'application/xml' } },
    faults: ['document_not_found', 'content_removed'],
    async handle({ account, params, parts, room }) {
      const id = params.id
      const text = await findUbl(parts.store.database, account.orgId, family, id, room)
      if (text === undefined) throw documentNotFound(family, id)
      return { ...(await streamed(text.parts(), 'application/xml')), headers: noSniffing }
    },
  })
}

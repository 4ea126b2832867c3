import { familyTitles, named, optional, Type } from '@selfbill/pint-ae/document'
import { storedRequest } from '../../../store/documents/stored-request.ts'
import { streamedJson } from '../../answer/answers.ts'
import { camelName, type DocumentKind } from '../../documents/document-kind.ts'
import { Fault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { notBlank, wholeNumber } from '../../request/parameters.ts'
import { documentNotFound, documentParameters } from './document-parameters.ts'

/**
 * Not the schema of the request: attachments have digests, and compatibility mode knows more
 * members.
 */
const KeptRequest = named('KeptRequest', Type.Record(Type.String(), Type.Unknown()))

/** What the caller sent, to be edited and sent again. Source: docs/decisions/0070. */
export function documentRequest(kind: DocumentKind) {
  const { family } = kind
  return operation({
    id: `${camelName(kind)}Request`,
    method: 'GET',
    path: `/api/${family}/{id}/request`,
    summary: `Retrieve the request of a ${familyTitles[family].toLowerCase()}`,
    description:
      'The body as it was kept: all members digit for digit, card numbers without their first digits, the content of ' +
      'attachments as digests. Edit it and send it again with `PUT`; leave the attachments out to keep them.',
    access: { kind: 'scopes', scopes: ['documents:read'] },
    params: documentParameters,
    query: {
      revision: optional(notBlank(wholeNumber({ min: 1, max: 1_000_000 }))),
    },
    answers: {
      200: { description: 'The request', type: 'application/json', schema: KeptRequest },
    },
    faults: ['document_not_found', 'content_removed', 'request_not_found', 'parameter_invalid'],
    async handle({ account, params, query, parts, room }) {
      const wanted = { orgId: account.orgId, family, id: params.id, revision: query.revision }
      const found = await storedRequest(parts.store.database, wanted, room)
      if (found === undefined) throw documentNotFound(family, params.id)
      if (found.request === undefined) throw new Fault('request_not_found', { revision: found.revision })
      return streamedJson(found.request.parts())
    },
  })
}

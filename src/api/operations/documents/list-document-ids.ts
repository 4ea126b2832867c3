import { date, familyTitles, startOfGulfDay, Type } from '@selfbill/pint-ae/document'
import { idsCreatedBetween } from '../../../store/documents/document-ids.ts'
import { ok } from '../../answer/answers.ts'
import type { DocumentKind } from '../../documents/document-kind.ts'
import { operation } from '../../operation.ts'
import { defaultSize, pageBody, pageOf, pageParameters } from '../../request/paging.ts'

/** The ids of the documents created on one day of Gulf Standard Time, in order of creation. */
export function listDocumentIds({ family, name }: DocumentKind) {
  return operation({
    id: `list${name}Ids`,
    method: 'GET',
    path: `/api/${family}/uuids`,
    summary: `List the ids of ${familyTitles[family].toLowerCase()}s created on a day`,
    description: 'The day is in Gulf Standard Time.',
    access: { kind: 'scopes', scopes: ['documents:read'] },
    query,
    answers: {
      200: {
        description: 'A page of ids, oldest first',
        type: 'application/json',
        schema: pageOf('DocumentIdPage', Type.String({ format: 'uuid' })),
      },
    },
    faults: ['parameter_invalid'],
    async handle(call) {
      const { created_on, page = 0, size = defaultSize } = call.query
      const from = startOfGulfDay(created_on)
      const found = await idsCreatedBetween(call.parts.store.database, {
        orgId: call.account.orgId,
        family,
        from,
        until: from + dayMs,
        offset: page * size,
        limit: size,
      })
      return ok(pageBody(found.ids, { page, size, total: found.total, isTotalExact: found.isTotalExact }))
    },
  })
}

const query = { created_on: date(), ...pageParameters }
const dayMs = 24 * 60 * 60 * 1000

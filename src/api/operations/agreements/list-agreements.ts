import { AnsweredAgreement, date, described, identifier, optional } from '@selfbill/pint-ae/document'
import { agreementPage } from '../../../store/accounts/agreements.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { defaultSize, pageBody, pageOf, pageParameters } from '../../request/paging.ts'
import { answeredAgreement } from './agreement-answer.ts'

/** Oldest first, so that pages do not shift when agreements are added. */
export const listAgreements = operation({
  id: 'listAgreements',
  method: 'GET',
  path: '/api/agreements',
  summary: 'List the self-billing agreements, oldest first',
  access: { kind: 'scopes', scopes: ['documents:read', 'profiles'] },
  query: {
    business_profile_id: optional(described(identifier(), 'Agreements of this business profile')),
    supplier_tin: optional(described(identifier(), 'Agreements with the supplier with this TIN')),
    valid_on: optional(described(date(), 'Agreements that are valid on this day')),
    ...pageParameters,
  },
  answers: {
    200: {
      description: 'A page of agreements',
      type: 'application/json',
      schema: pageOf('AgreementPage', AnsweredAgreement),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, parts, query }) {
    const { page = 0, size = defaultSize } = query
    const { agreements, total } = await agreementPage(parts.store.database, account.orgId, {
      filter: { profileId: query.business_profile_id, supplierTin: query.supplier_tin, validOn: query.valid_on },
      offset: page * size,
      size,
    })
    return ok(pageBody(agreements.map(answeredAgreement), { page, size, total }))
  },
})

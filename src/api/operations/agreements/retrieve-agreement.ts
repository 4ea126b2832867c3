import { AnsweredAgreement } from '@selfbill/pint-ae/document'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { agreementInPath, agreementParameters, answeredAgreement } from './agreement-answer.ts'

/** One agreement. Accounts that read documents may also read on which agreement they rest. */
export const retrieveAgreement = operation({
  id: 'retrieveAgreement',
  method: 'GET',
  path: '/api/agreements/{agreement_id}',
  summary: 'Retrieve a self-billing agreement',
  access: { kind: 'scopes', scopes: ['documents:read', 'profiles'] },
  params: agreementParameters,
  answers: { 200: { description: 'The agreement', type: 'application/json', schema: AnsweredAgreement } },
  faults: ['agreement_not_found'],
  handle: async (call) => ok(answeredAgreement(await agreementInPath(call))),
})

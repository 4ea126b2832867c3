import { AgreementEnd, AnsweredAgreement, gulfTime } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { endAgreement as end } from '../../../store/accounts/agreements.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { oneFieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { agreementInPath, agreementParameters, answeredAgreement } from './agreement-answer.ts'

/** Sets the last day of an agreement. A second call moves it; the audit log has both. */
export const endAgreement = operation({
  id: 'endAgreement',
  method: 'POST',
  path: '/api/agreements/{agreement_id}/end',
  summary: 'End a self-billing agreement',
  description:
    'Sets its last day, today when none is sent. Agreements are never deleted: issued invoices rest on them.',
  access: { kind: 'scopes', scopes: ['profiles'] },
  audits: { target: 'agreement', id: 'agreement_id', detail: ['valid_to'] },
  params: agreementParameters,
  body: { kind: 'json', schema: AgreementEnd, bytesMax: smallBodyBytesMax, example: { valid_to: '2026-12-31' } },
  answers: { 200: { description: 'The agreement', type: 'application/json', schema: AnsweredAgreement } },
  faults: ['agreement_not_found', 'document_invalid'],
  async handle(call) {
    const { id } = await agreementInPath(call)
    const { account, parts } = call
    const now = parts.now()
    const { valid_to: validTo = gulfTime(now)[0] } = call.body.read()
    const ended = await end(parts.store.database, { orgId: account.orgId, id, validTo, now })
    if (!ended) throw oneFieldFault('document_invalid', 'valid_to', message('agreement_end_before_start'))
    return ok(answeredAgreement(ended))
  },
})

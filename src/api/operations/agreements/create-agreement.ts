import { Agreement, AnsweredAgreement } from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { v7 } from 'uuid'
import { addAgreement } from '../../../store/accounts/agreements.ts'
import { findProfile } from '../../../store/accounts/profiles.ts'
import { json } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { oneFieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { answeredAgreement } from './agreement-answer.ts'

/** Adds an agreement on self-billing. Source: docs/decisions/0081. */
export const createAgreement = operation({
  id: 'createAgreement',
  method: 'POST',
  path: '/api/agreements',
  summary: 'Add a self-billing agreement with a supplier',
  description:
    'As soon as the organisation has its first agreement, a self-billed invoice whose supplier has none on the issue ' +
    'date gets the warning SB-AGREEMENT.',
  access: { kind: 'scopes', scopes: ['profiles'] },
  audits: {
    target: 'agreement',
    id: 'agreement_id',
    detail: ['agreement_number', 'business_profile_id', 'supplier_tin', 'valid_from', 'valid_to'],
  },
  body: {
    kind: 'json',
    schema: Agreement,
    bytesMax: smallBodyBytesMax,
    example: {
      agreement_number: 'SBA-2026-014',
      business_profile_id: 'BP-DEMO000001',
      supplier_name: 'Gulf Metals Trading LLC',
      supplier_tin: '1002345678',
      valid_from: '2026-07-01',
    },
  },
  answers: { 201: { description: 'The agreement', type: 'application/json', schema: AnsweredAgreement } },
  leadsTo: { path: '/api/agreements/{agreement_id}', parameters: { agreement_id: '$response.body#/agreement_id' } },
  faults: ['document_invalid'],
  async handle(call) {
    const { account, parts } = call
    const sent = call.body.read()
    const { database } = parts.store
    const { business_profile_id: profileId } = sent
    if (!(await findProfile(database, account.orgId, profileId))) {
      const reason = message('profile_not_found', { id: profileId })
      throw oneFieldFault('document_invalid', 'business_profile_id', reason)
    }
    const now = parts.now()
    const agreement = {
      orgId: account.orgId,
      id: v7(),
      profileId,
      supplierTin: sent.supplier_tin,
      supplierName: sent.supplier_name,
      number: sent.agreement_number,
      validFrom: sent.valid_from,
      validTo: sent.valid_to,
      createdAt: now,
      updatedAt: now,
    }
    const answer = json(201, answeredAgreement(agreement))
    await addAgreement(database, agreement, call.keep(answer))
    return answer
  },
})

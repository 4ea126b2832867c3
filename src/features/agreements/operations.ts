import {
  Agreement,
  AgreementEnd,
  AnsweredAgreement,
  date,
  gulfTime,
  identifier,
  instantAt,
  optional,
  Type,
} from '@selfbill/pint-ae/document'
import { message } from '@selfbill/pint-ae/messages'
import { v7 } from 'uuid'
import { json, located, ok } from '../../api/answer/answers.ts'
import type { AccountContext } from '../../api/declaration/call.ts'
import { smallBodyBytesMax } from '../../api/declaration/request-body.ts'
import { Fault, oneFieldFault } from '../../api/faults.ts'
import { operation } from '../../api/operation.ts'
import { listBy, listOf } from '../../api/request/lists.ts'
import { findProfile } from '../../store/accounts/profiles.ts'
import {
  addAgreement,
  agreementsOf,
  endAgreement as end,
  findAgreement,
  type StoredAgreement,
} from './stored-agreements.ts'

// Agreements on self-billing: added, listed and ended, never changed in between.

const agreementParameters = {
  agreement_id: Type.String({ format: 'uuid' }),
}

function answeredAgreement(agreement: StoredAgreement) {
  return {
    agreement_id: agreement.id,
    agreement_number: agreement.number,
    business_profile_id: agreement.profileId,
    supplier_name: agreement.supplierName,
    supplier_tin: agreement.supplierTin,
    valid_from: agreement.validFrom,
    valid_to: agreement.validTo ?? null,
    created_at: instantAt(agreement.createdAt),
    updated_at: instantAt(agreement.updatedAt),
  }
}

/** Throws the Fault `agreement_not_found`, also for another organisation's agreement. */
async function agreementInPath({ account, params, parts }: AgreementInPath): Promise<StoredAgreement> {
  const agreement = await findAgreement(parts.store.database, account.orgId, params.agreement_id)
  if (!agreement) throw new Fault('agreement_not_found', { id: params.agreement_id })
  return agreement
}

interface AgreementInPath extends Pick<AccountContext, 'account' | 'parts'> {
  readonly params: { readonly agreement_id: string }
}

/** Adds an agreement on self-billing. Source: docs/decisions/0081. */
const createAgreement = operation({
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
    const answer = located(json(201, answeredAgreement(agreement)), `/api/agreements/${agreement.id}`)
    await addAgreement(database, agreement, call.keep(answer))
    return answer
  },
})

const agreementList = listBy('agreements', 'text')

const listAgreements = operation({
  id: 'listAgreements',
  method: 'GET',
  path: '/api/agreements',
  summary: 'List the self-billing agreements, oldest first',
  access: { kind: 'scopes', scopes: ['documents:read', 'profiles'] },
  query: {
    business_profile_id: optional(identifier()),
    supplier_tin: optional(identifier()),
    valid_on: optional(date()),
    ...agreementList.parameters,
  },
  answers: {
    200: {
      description: 'A page of agreements',
      type: 'application/json',
      schema: listOf('AgreementPage', AnsweredAgreement),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, parts, query }) {
    const { business_profile_id: profileId, supplier_tin: supplierTin, valid_on: validOn } = query
    const filter = { profileId, supplierTin, validOn }
    const { rows, next } = await agreementList.page(
      query,
      (page) => agreementsOf(parts.store.database, account.orgId, { filter, ...page }),
      ({ id }) => [id],
    )
    return ok({ items: rows.map(answeredAgreement), next })
  },
})

/** One agreement. Accounts that read documents may also read on which agreement they rest. */
const retrieveAgreement = operation({
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

/** Sets the last day of an agreement. A second call moves it; the audit log has both. */
const endAgreement = operation({
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
    const agreement = await agreementInPath(call)
    const { keep, parts } = call
    const now = parts.now()
    const { valid_to: validTo = gulfTime(now)[0] } = call.body.read()
    const answerOf = (ended: StoredAgreement) => ok(answeredAgreement(ended))
    const ended = await end(parts.store.database, agreement, validTo, now, (stored) => keep(answerOf(stored)))
    if (!ended)
      throw oneFieldFault(
        'document_invalid',
        'valid_to',
        message('end_before_start', { field: 'valid_to', start_field: 'valid_from' }),
      )
    return answerOf(ended)
  },
})

export const agreementOperations = [createAgreement, listAgreements, retrieveAgreement, endAgreement]

import { LegalHold } from '@selfbill/pint-ae/document'
import { updateOrganisation } from '../../../store/accounts/organisations.ts'
import { retentionOf } from '../../../store/keeping/retentions.ts'
import { noContent, ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { answeredHold, callersHold, holdAccess, holdBody } from './hold-shape.ts'

const path = '/api/organisation/legal-hold'

/** A legal hold on all documents of the caller's organisation. Source: docs/decisions/0108. */
export const holdOrganisation = operation({
  id: 'holdOrganisation',
  method: 'PUT',
  path,
  summary: 'Set a legal hold on all documents of your organisation',
  description: 'Nothing is deleted after its retention until the hold is released. A second call replaces the reason.',
  access: holdAccess,
  audits: { target: 'organisation', detail: ['reason'] },
  body: holdBody,
  answers: { 200: { description: 'The hold', type: 'application/json', schema: LegalHold } },
  faults: ['document_invalid'],
  async handle(call) {
    const { account, body, parts } = call
    const hold = await callersHold(call, body.read().reason)
    await updateOrganisation(parts.store.database, account.orgId, { retention: { hold } })
    const { hold: present = hold } = await retentionOf(parts.store.database, account.orgId)
    return ok(answeredHold(present))
  },
})

export const releaseOrganisation = operation({
  id: 'releaseOrganisation',
  method: 'DELETE',
  path,
  summary: 'Release the legal hold on your organisation',
  description: 'Holds on single documents stay. Without a hold nothing changes.',
  access: holdAccess,
  audits: { target: 'organisation' },
  answers: { 204: { description: 'There is no hold' } },
  faults: [],
  async handle({ account, parts }) {
    await updateOrganisation(parts.store.database, account.orgId, { retention: { hold: null } })
    return noContent
  },
})

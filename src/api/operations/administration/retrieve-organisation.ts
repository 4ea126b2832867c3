import { retentionOf } from '../../../store/keeping/retentions.ts'
import { ok } from '../../answer/answers.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Compatibility } from '../../parts.ts'
import { AnsweredOrganisation, answeredOrganisation } from './organisation-shape.ts'
import { requireOrganisation } from './own-organisation.ts'

/** The caller's organisation. Source: docs/contract.md#access. */
export const retrieveOrganisation = operationWith<Basics & Compatibility>()({
  id: 'retrieveOrganisation',
  method: 'GET',
  path: '/api/organisation',
  summary: 'Retrieve the settings of your organisation',
  access: { kind: 'scopes', scopes: ['admin'] },
  answers: { 200: { description: 'The organisation', type: 'application/json', schema: AnsweredOrganisation } },
  faults: [],
  async handle({ account, parts }) {
    const { database } = parts.store
    const organisation = await requireOrganisation(database, account.orgId)
    return ok(answeredOrganisation(organisation, await retentionOf(database, account.orgId), parts.compatibility))
  },
})

import { Fault } from '../../../faults.ts'
import { ok } from '../../answer/answers.ts'
import { operationOf } from '../../operation.ts'
import { AnsweredOrganisation, answeredOrganisation } from './organisation-shape.ts'

/** The caller's own organisation. Source: decisions §5 "Every organisation has". */
export const retrieveOrganisation = operationOf({
  id: 'retrieveOrganisation',
  method: 'GET',
  path: '/api/organisation',
  summary: 'How your organisation is set up',
  scope: 'admin',
  answers: { 200: { description: 'The organisation', type: 'application/json', schema: AnsweredOrganisation } },
  faults: [],
  async handle({ account, parts }) {
    const organisation = await parts.store.organisations.find(account.orgId)
    if (!organisation) throw new Fault('unauthenticated')
    return ok(answeredOrganisation(organisation))
  },
})

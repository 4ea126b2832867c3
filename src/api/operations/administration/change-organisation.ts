import { Fault } from '../../../faults.ts'
import { ok } from '../../answer/answers.ts'
import { operationOf } from '../../operation.ts'
import { smallBodyBytesMax } from '../../request/body.ts'
import { jsonBody } from '../../request/json-body.ts'
import { AnsweredOrganisation, answeredOrganisation, OrganisationChange } from './organisation-shape.ts'

/** Changes the caller's own organisation: what is not sent stays. Source: decisions §5. */
export const changeOrganisation = operationOf({
  id: 'changeOrganisation',
  method: 'PATCH',
  path: '/api/organisation',
  summary: 'Change how your organisation is set up',
  scope: 'admin',
  body: OrganisationChange,
  bodyBytesMax: smallBodyBytesMax,
  answers: { 200: { description: 'The organisation', type: 'application/json', schema: AnsweredOrganisation } },
  faults: ['document_invalid'],
  async handle({ account, body, parts }) {
    const sent = jsonBody(OrganisationChange, body)
    const organisation = await parts.store.organisations.change(account.orgId, {
      defaultApiVersion: sent.default_api_version,
      hasPhase2: sent.phase_2_enabled,
      hasAutoNumbering: sent.auto_numbering_enabled,
      numberFormat: sent.number_format,
    })
    if (!organisation) throw new Fault('unauthenticated')
    parts.forgetOrganisation(account.orgId)
    return ok(answeredOrganisation(organisation))
  },
})

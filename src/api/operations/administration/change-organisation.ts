import { strictMode } from '../../../compatibility/header-prefix.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault, fieldFault } from '../../faults.ts'
import { operation } from '../../operation.ts'
import { AnsweredOrganisation, answeredOrganisation, OrganisationChange } from './organisation-shape.ts'

/**
 * Changes the caller's organisation; members that are not sent stay. Source:
 * docs/contract.md#access.
 */
export const changeOrganisation = operation({
  id: 'changeOrganisation',
  method: 'PATCH',
  path: '/api/organisation',
  summary: 'Change the settings of your organisation',
  description:
    '`compatibility` switches the organisation to compatibility mode or back to strict mode. Its clients keep their ' +
    'secrets, but a client needs a new secret to get tokens by signature: rotate it. `off` deletes the copies of ' +
    'secrets that signatures need.',
  access: { kind: 'scopes', scopes: ['admin'] },
  body: { kind: 'json', schema: OrganisationChange, bytesMax: smallBodyBytesMax },
  answers: { 200: { description: 'The organisation', type: 'application/json', schema: AnsweredOrganisation } },
  faults: ['document_invalid'],
  async handle({ account, body, parts }) {
    const sent = body.read()
    if (isOn(sent.compatibility) && !parts.compatibility.isPossible) {
      throw fieldFault('document_invalid', new Map([['compatibility', keyMissing]]))
    }
    const organisation = await parts.store.organisations.change(account.orgId, {
      defaultApiVersion: sent.default_api_version,
      hasPhase2: sent.phase_2_enabled,
      hasAutoNumbering: sent.auto_numbering_enabled,
      numberFormat: sent.number_format,
      compatibility: sent.compatibility,
    })
    if (!organisation) throw new Fault('unauthenticated')
    parts.forgetOrganisation(account.orgId)
    return ok(answeredOrganisation(organisation, parts.compatibility))
  },
})

function isOn(setting: string | undefined): boolean {
  return setting !== undefined && setting !== strictMode
}

const keyMissing =
  'Compatibility needs a key that encrypts secrets: the operator of the service must set SECRET_KEY first'

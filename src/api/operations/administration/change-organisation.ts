import { message } from '@selfbill/pint-ae/messages'
import { strictMode } from '../../../compatibility/header-prefix.ts'
import { type ChangedOrganisation, updateOrganisation } from '../../../store/accounts/organisations.ts'
import { ok } from '../../answer/answers.ts'
import { smallBodyBytesMax } from '../../declaration/request-body.ts'
import { Fault, oneFieldFault } from '../../faults.ts'
import { operationWith } from '../../operation.ts'
import type { Basics, Compatibility, Organisations } from '../../parts.ts'
import { AnsweredOrganisation, answeredOrganisation, OrganisationChange } from './organisation-shape.ts'

/**
 * Changes the caller's organisation; members that are not sent stay. Source:
 * docs/contract.md#access.
 */
export const changeOrganisation = operationWith<Basics & Compatibility & Organisations>()({
  id: 'changeOrganisation',
  method: 'PATCH',
  path: '/api/organisation',
  summary: 'Change the settings of your organisation',
  description:
    '`compatibility` switches the organisation to compatibility mode or back to strict mode. Its clients keep their ' +
    'secrets, but a client needs a new secret to get tokens by signature: rotate it. `off` deletes the copies of ' +
    'secrets that signatures need.',
  access: { kind: 'scopes', scopes: ['admin'] },
  audits: {
    target: 'organisation',
    detail: [
      'default_api_version',
      'phase_2_enabled',
      'auto_numbering_enabled',
      'number_format',
      'compatibility',
      'retention_years',
      'remove_after_retention',
    ],
  },
  body: { kind: 'json', schema: OrganisationChange, bytesMax: smallBodyBytesMax },
  answers: { 200: { description: 'The organisation', type: 'application/json', schema: AnsweredOrganisation } },
  faults: ['document_invalid'],
  async handle({ account, body, parts, keep }) {
    const sent = body.read()
    if (isOn(sent.compatibility) && !parts.compatibility.isPossible) {
      throw oneFieldFault('document_invalid', 'compatibility', message('secret_key_not_set'))
    }
    const answerOf = ({ organisation, retention }: ChangedOrganisation) =>
      ok(answeredOrganisation(organisation, retention, parts.compatibility))
    const changed = await updateOrganisation(
      parts.store.database,
      account.orgId,
      {
        defaultApiVersion: sent.default_api_version,
        hasPhase2: sent.phase_2_enabled,
        hasAutoNumbering: sent.auto_numbering_enabled,
        numberFormat: sent.number_format,
        compatibility: sent.compatibility,
        retention: { years: sent.retention_years, removes: sent.remove_after_retention },
      },
      (stored) => keep(answerOf(stored)),
    )
    if (!changed) throw new Fault('unauthenticated')
    parts.forgetOrganisation(account.orgId)
    return answerOf(changed)
  },
})

function isOn(setting: string | undefined): boolean {
  return setting !== undefined && setting !== strictMode
}

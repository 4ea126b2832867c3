import { answerEnum, answerObject, instantAt, optional, orNull, Type } from '@selfbill/pint-ae/document'
import { reportBy } from '../../../application/report-by.ts'
import { listOutages as listStored, type Outage, outageCauses } from '../../../store/outages.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { moment, notBlank } from '../../request/parameters.ts'

const time = () => Type.String({ format: 'date-time' })

const OutageAnswer = answerObject('Outage', {
  id: Type.String(),
  from: time(),
  to: orNull(time()),
  cause: answerEnum(
    'OutageCause',
    outageCauses,
    'gateway: the access point did not answer; database: the database was away; service: the service ended ' +
      'unexpectedly and nothing ran',
  ),
  access_point: orNull(Type.String()),
  reason: orNull(Type.String()),
  documents: Type.Integer(),
  report_by: Type.String({
    format: 'date',
  }),
})

const Outages = answerObject('OutageList', { outages: Type.Array(OutageAnswer) })

/** Times when documents could not be delivered. Source: docs/decisions/0071. */
export const listOutages = operation({
  id: 'listOutages',
  method: 'GET',
  path: '/api/outages',
  summary: 'List the times when documents could not be delivered',
  description:
    'A taxpayer has to report a system failure to the tax authority within two business days. Lists the newest 100 ' +
    "outages that touched the organisation's documents; an operator sees those of the whole service.",
  access: { kind: 'scopes', scopes: ['admin', 'operator'] },
  query: {
    from: optional(notBlank(moment())),
    to: optional(notBlank(moment())),
  },
  answers: {
    200: {
      description: 'The outages, newest first',
      type: 'application/json',
      schema: Outages,
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { from = 0, to = Number.MAX_SAFE_INTEGER } = query
    const orgId = account.scopes.has('operator') ? undefined : account.orgId
    const page = { orgId, since: from, before: to, limit: listedMax }
    return ok({ outages: (await listStored(parts.store.database, page)).map(outageAnswer) })
  },
})

const listedMax = 100

function outageAnswer({ id, startedAt, endedAt, cause, accessPoint, reason, documents }: Outage) {
  return {
    id,
    from: instantAt(startedAt),
    to: endedAt === undefined ? null : instantAt(endedAt),
    cause,
    access_point: accessPoint ?? null,
    reason: reason ?? null,
    documents,
    report_by: reportBy(startedAt),
  }
}

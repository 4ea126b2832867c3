import { answerEnum, answerObject, instantAt, optional, orNull, Type } from '@selfbill/pint-ae/document'
import { reportBy } from '../../../application/report-by.ts'
import { listOutages as listStored, type Outage, outageCauses } from '../../../store/outages.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { listBy, listOf } from '../../request/lists.ts'
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

const outageList = listBy('outages', 'integer', 'text')

/** Times when documents could not be delivered. Source: docs/decisions/0071. */
export const listOutages = operation({
  id: 'listOutages',
  method: 'GET',
  path: '/api/outages',
  summary: 'List the times when documents could not be delivered',
  description:
    'A taxpayer has to report a system failure to the tax authority within two business days. Lists the outages that ' +
    "touched the organisation's documents; an operator sees those of the whole service.",
  access: { kind: 'scopes', scopes: ['admin', 'operator'] },
  query: {
    from: optional(notBlank(moment())),
    to: optional(notBlank(moment())),
    ...outageList.parameters,
  },
  answers: {
    200: {
      description: 'The outages, newest first',
      type: 'application/json',
      schema: listOf('OutagePage', OutageAnswer),
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const { from = 0, to = Number.MAX_SAFE_INTEGER } = query
    const orgId = account.scopes.has('operator') ? undefined : account.orgId
    const { rows, next } = await outageList.page(
      query,
      (page) => listStored(parts.store.database, { orgId, since: from, before: to, ...page }),
      ({ startedAt, id }) => [startedAt, id],
    )
    return ok({ items: rows.map(outageAnswer), next })
  },
})

export function outageAnswer({ id, startedAt, endedAt, cause, accessPoint, reason, documents }: Outage) {
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

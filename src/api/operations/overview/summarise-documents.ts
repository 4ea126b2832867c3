import { answerObject, gulfTime, optional, Type } from '@selfbill/pint-ae/document'
import { overviewSummary } from '../../../store/overview/overview-summary.ts'
import { ok } from '../../answer/answers.ts'
import { operation } from '../../operation.ts'
import { notBlank, wholeNumber } from '../../request/parameters.ts'
import { AttentionReason, countAnswer, countMembers, ListedStatus } from './overview-schemas.ts'

const daysMax = 30

const DocumentCounts = answerObject('DocumentCounts', {
  by_status: Type.Array(answerObject('StatusCount', { status: ListedStatus, ...countMembers })),
  by_day: Type.Array(answerObject('DayCount', { issue_date: Type.String({ format: 'date' }), ...countMembers })),
  by_attention: Type.Array(answerObject('AttentionCount', { reason: AttentionReason, ...countMembers })),
  attention: answerObject('DocumentCount', countMembers),
})

/** How many documents of all families there are, by what a person asks first. */
export const summariseDocuments = operation({
  id: 'summariseDocuments',
  method: 'GET',
  path: '/api/documents/summary',
  summary: 'Count documents by status, day and reason for attention',
  description:
    'Of all families. A count stops at 10,000 and says so. Days are most of its work: ask for those you show.',
  access: { kind: 'scopes', scopes: ['documents:read'] },
  query: {
    days: optional(notBlank(wholeNumber({ min: 0, max: daysMax, default: daysMax }))),
  },
  answers: {
    200: {
      description: 'The counts',
      type: 'application/json',
      schema: DocumentCounts,
    },
  },
  faults: ['parameter_invalid'],
  async handle({ account, query, parts }) {
    const now = parts.now()
    const days = Array.from({ length: query.days ?? daysMax }, (_, ago) => gulfTime(now - ago * dayMs)[0])
    const { byStatus, byDay, byAttention, attention } = await overviewSummary(parts.store.database, account.orgId, days)
    return ok({
      by_status: byStatus.map(({ status, ...count }) => ({ status, ...countAnswer(count) })),
      by_day: byDay.map(({ day, ...count }) => ({ issue_date: day, ...countAnswer(count) })),
      by_attention: byAttention.map(({ reason, ...count }) => ({ reason, ...countAnswer(count) })),
      attention: countAnswer(attention),
    })
  },
})

const dayMs = 24 * 60 * 60 * 1000

import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { attempt } from '../../../console/attempt.ts'
import { oneOf } from '../../../console/one-of.ts'
import { recordWords } from '../../../console/pages/settings/record-words.ts'
import { settingsWords } from '../../../console/pages/settings/settings-words.ts'
import { settingsTabs } from '../../../console/pages/settings/tabs.ts'
import { badge } from '../../../console/parts/badge.ts'
import { copyable } from '../../../console/parts/code-block.ts'
import { emptyState } from '../../../console/parts/empty-state.ts'
import { choice, field } from '../../../console/parts/field.ts'
import { endOfDay, filters, given, startOfDay } from '../../../console/parts/filters.ts'
import { otherProblems } from '../../../console/parts/other-problems.ts'
import { pageHead } from '../../../console/parts/page-head.ts'
import { pageSize } from '../../../console/parts/page-size.ts'
import { cursorPager } from '../../../console/parts/pager.ts'
import { type Column, table } from '../../../console/parts/table.ts'
import { type Call, page } from '../../../console/route.ts'

/** The requests of the last 7 days: what programs sent, and how it went. */
export const showRequests = page({
  path: '/console/settings/requests',
  access: 'admin',
  query: ['operation', 'status', 'sent_by', 'from', 'to', 'cursor'],
  async show(call) {
    const { api, say, query } = call
    const sentBy = oneOf(senders, query.sent_by) ?? 'programs'
    const filter = given({
      operation: query.operation,
      status: oneOf(statusClasses, query.status),
      sent_by: sentBy === 'all' ? undefined : sentBy,
      from: startOfDay(query.from),
      to: endOfDay(query.to),
      cursor: query.cursor,
      limit: pageSize,
    })
    const { answer, refusal } = await attempt(call, () => api.call('listRequests', { query: filter }))
    const { items, next } = answer ?? { items: [], next: null }
    const choices = [
      { value: '', label: say(recordWords.anyStatus) },
      { value: '2xx', label: say(recordWords.ok) },
      { value: '3xx', label: say(recordWords.redirected) },
      { value: '4xx', label: say(recordWords.refused) },
      { value: '5xx', label: say(recordWords.failed) },
    ]
    return {
      title: say(settingsWords.requests),
      ...(refusal !== undefined && { status: 422 }),
      body: html`${settingsTabs(call)}
${pageHead(say(settingsWords.requests), { about: say(recordWords.requestsAbout) })}
${filters(call, '/console/settings/requests', [
  choice('sent_by', say(recordWords.sentBy), sendersOf(call), { value: sentBy }),
  choice('status', say(recordWords.status), choices, { value: query.status }),
  field('operation', say(recordWords.operation), { value: query.operation, direction: 'ltr' }),
  field('from', say(recordWords.from), { value: query.from, type: 'date' }),
  field('to', say(recordWords.to), { value: query.to, type: 'date' }),
])}
${otherProblems(refusal, [])}
${rows(call, items)}
${cursorPager(call, { next, cursor: query.cursor })}`,
    }
  },
})

type Listed = Operations['listRequests']['answer']['items'][number]

/** The console's own calls are those of people. */
const senders = ['programs', 'people', 'all'] as const

function sendersOf({ say }: Pick<Call, 'say'>) {
  return senders.map((value) => ({ value, label: say(recordWords[value]) }))
}

const statusClasses = ['2xx', '3xx', '4xx', '5xx'] as const

function rows(call: Pick<Call, 'say' | 'format' | 'person'>, requests: readonly Listed[]): Html {
  const { say, format } = call
  if (requests.length === 0) return emptyState(say(recordWords.noRequests), say(recordWords.noEntriesHint))
  const columns: readonly Column<Listed>[] = [
    { title: say(recordWords.time), isHead: true, cell: ({ at }) => format.second(at) },
    { title: say(recordWords.operation), cell: ({ operation }) => html`<code>${operation}</code>` },
    { title: say(recordWords.status), cell: statusOf },
    {
      title: say(recordWords.duration),
      align: 'figure',
      cell: ({ duration_ms: count }) => say(recordWords.milliseconds, { count }),
    },
    { title: say(recordWords.document), cell: documentOf },
    { title: say(recordWords.who), cell: ({ account }) => accountOf(call, account) },
    { title: say(recordWords.requestId), cell: ({ id }) => copyable(id) },
  ]
  return table(say(settingsWords.requests), columns, requests)
}

/** A person's own requests come from this console, too. */
function accountOf({ person }: Pick<Call, 'person'>, account: string): Html {
  return account === `user:${person.userId}` ? html`<bdi>${person.name}</bdi>` : html`<code>${account}</code>`
}

function statusOf({ status, error_code: error }: Listed): Html {
  const tone = status < 400 ? 'good' : status < 500 ? 'warning' : 'bad'
  return html`${badge(tone, String(status))}${error !== null && html` <code>${error}</code>`}`
}

/** The search finds a document by its id, whatever its family. */
function documentOf({ document_id: id, document_number: number }: Listed): Html {
  return id === null ? html`–` : html`<a href="/console/search?q=${id}"><bdi>${number ?? id}</bdi></a>`
}

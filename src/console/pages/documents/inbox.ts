import { type Html, html } from '@selfbill/pint-ae/html'
import { attempt } from '../../attempt.ts'
import { may } from '../../may.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { pageHead } from '../../parts/page-head.ts'
import { type Call, page } from '../../route.ts'
import { duties } from '../approvals/approvals.ts'
import { allProfiles } from '../drafts/active-profiles.ts'
import { documentTable, listedIn, listSize } from './document-table.ts'
import { documentWords } from './document-words.ts'
import { exportLinks } from './export-list.ts'
import { filterForm, filterNames, filterQuery, isFiltered } from './inbox-filters.ts'
import { reasonCounts, type Summary, type View, viewOf, views, viewTabs } from './views.ts'

/** The inbox: the documents of all families, by what they need. */
export const inbox = page({
  path: '/console/documents',
  access: 'viewer',
  query: ['view', 'cursor', ...filterNames],
  async show(call) {
    const { api, say, query, now } = call
    const view = viewOf(query.view)
    const listed = { ...views[view], ...filterQuery(query, now), ...(query.cursor && { cursor: query.cursor }) }
    const profiles = await allProfiles(api)
    const limit = listSize(profiles)
    const [summary, { answer, refusal }, approvals] = await Promise.all([
      api.call('summariseDocuments', { query: { days: 0 } }),
      attempt(call, () => api.call('listDocuments', { query: { ...listed, limit } })),
      view === 'attention' ? api.call('listApprovals', { query: { limit: 1 } }) : undefined,
    ])
    const isEmpty = answer?.items.length === 0 && answer.is_partial !== true
    return {
      title: say(documentWords[view]),
      ...(refusal !== undefined && { status: 422 }),
      body: html`${pageHead(say(documentWords.title))}
${viewTabs(call, view, summary)}
${approvals && duties(call, approvals)}
${view === 'attention' && reasonCounts(call, summary)}
${filterForm(call, { view, filters: query, profiles }, refusal)}
${isEmpty && nothing(call, isUnused(summary) ? 'all' : view, isFiltered(query))}
${answer && documentTable(call, listedIn(answer), profiles)}
${answer && answer.items.length > 0 && exportLinks(call, view, query)}`,
    }
  },
})

/** Whether the organisation has no document at all: then every view says how to begin. */
function isUnused({ by_status: statuses }: Summary): boolean {
  return statuses.every(({ count }) => count === 0)
}

function nothing(call: Call, view: View, isNarrowed: boolean): Html {
  const { say } = call
  if (isNarrowed) return emptyState(say(documentWords.emptyFiltered), say(documentWords.emptyFilteredHint))
  switch (view) {
    case 'attention':
      return emptyState(say(documentWords.emptyAttention), say(documentWords.emptyAttentionHint))
    case 'flight':
      return emptyState(say(documentWords.emptyFlight), say(documentWords.emptyFlightHint))
    case 'done':
      return emptyState(say(documentWords.emptyDone), say(documentWords.emptyDoneHint))
    case 'all': {
      const issue = html`<a class="button primary" href="/console/new">${say(documentWords.issueFirst)}</a>`
      return emptyState(
        say(documentWords.emptyAll),
        say(documentWords.emptyAllHint),
        may(call, 'clerk') ? issue : undefined,
      )
    }
  }
}

import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { oneOf } from '../../one-of.ts'
import { badge } from '../../parts/badge.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { given } from '../../parts/filters.ts'
import { pageHead } from '../../parts/page-head.ts'
import { cursorPager } from '../../parts/pager.ts'
import { type Column, table } from '../../parts/table.ts'
import { type Call, page } from '../../route.ts'
import { documentWords } from '../documents/document-words.ts'
import { isPurchase } from '../documents/family.ts'
import { approvalWords } from './approval-words.ts'

export const approvalsPath = '/console/approvals'

export type Approval = Operations['retrieveApproval']['answer']

const statuses = ['WAITING', 'RETURNED', 'APPROVED'] as const

/** What waits for a second person, and what became of it. */
export const listApprovals = page({
  path: approvalsPath,
  access: 'viewer',
  query: ['status', 'cursor'],
  async show(call) {
    const { api, say, query } = call
    const status = oneOf(statuses, query.status) ?? 'WAITING'
    const { cursor } = query
    const { items, next, waiting } = await api.call('listApprovals', { query: { status, ...given({ cursor }) } })
    const links = statuses.map(
      (one) => html`<a href="${`${approvalsPath}?status=${one}`}" aria-current="${one === status && 'page'}">\
${say(approvalWords[one])}${one === 'WAITING' && html` <span class="count figure">${shown(call, waiting)}</span>`}</a>`,
    )
    return {
      title: say(approvalWords.title),
      body: html`${pageHead(say(approvalWords.title), { about: say(approvalWords.about) })}
<nav class="tabs" aria-label="${say(approvalWords.views)}">${links}</nav>
${
  items.length === 0
    ? emptyState(say(approvalWords.empty), say(approvalWords.emptyHint))
    : table(say(approvalWords.title), columns(call), items)
}
${cursorPager(call, { next, cursor })}`,
    }
  },
})

function shown({ say, format }: Pick<Call, 'say' | 'format'>, { count, is_capped: isMore }: Waiting): Html | string {
  return isMore ? say(approvalWords.atLeast, { count }) : html`${format.number(count)}`
}

type Waiting = Operations['listApprovals']['answer']['waiting']

function columns(call: Call): readonly Column<Approval>[] {
  const { say, format, now } = call
  return [
    {
      title: say(approvalWords.document),
      isHead: true,
      cell: (approval) =>
        html`<a href="${`${approvalsPath}/${approval.approval_id}`}">${say(documentWords[approval.family])}</a>\
<div class="hint">${say(approvalWords[approval.kind])} · ${format.date(approval.issue_date)}</div>`,
    },
    {
      title: say(approvalWords.party),
      cell: ({ family, seller_name: seller, buyer_name: buyer }) =>
        html`<bdi>${isPurchase(family) ? seller : buyer}</bdi>`,
    },
    {
      title: say(approvalWords.amount),
      align: 'figure',
      cell: ({ payable_amount: payable, currency }) => format.money(payable, currency),
    },
    { title: say(approvalWords.author), cell: ({ author }) => html`<bdi>${author}</bdi>` },
    { title: say(approvalWords.asked), cell: ({ created_at: at }) => format.ago(at, now) },
    {
      title: say(approvalWords.status),
      cell: (approval) =>
        html`${statusBadge(call, approval)}${
          approval.note !== undefined && html`<div class="hint"><bdi>${approval.note}</bdi></div>`
        }`,
    },
  ]
}

const tones = { WAITING: 'active', RETURNED: 'warning', APPROVED: 'good', EXPIRED: 'quiet' } as const

export function statusBadge({ say }: Pick<Call, 'say'>, { status }: Pick<Approval, 'status'>): Html {
  return badge(tones[status], say(approvalWords[status]))
}

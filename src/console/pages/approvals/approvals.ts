import { type Html, html } from '@selfbill/pint-ae/html'
import type { Operations } from '../../../../client/src/api-types.ts'
import { approvalsPath } from '../../layout/navigation.ts'
import { oneOf } from '../../one-of.ts'
import { badge } from '../../parts/badge.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { given } from '../../parts/filters.ts'
import { pageHead } from '../../parts/page-head.ts'
import { cursorPager } from '../../parts/pager.ts'
import { type Column, table } from '../../parts/table.ts'
import { type Call, page } from '../../route.ts'
import { documentWords } from '../documents/document-words.ts'
import { creditNotesOf, type Family, isInvoice, isPurchase } from '../documents/family.ts'
import { approvalWords } from './approval-words.ts'

export type Approval = Operations['retrieveApproval']['answer']

const statuses = ['WAITING', 'RETURNED', 'EXPIRED', 'APPROVED'] as const

/** What waits for a second person, and what became of it. */
export const listApprovals = page({
  path: approvalsPath,
  access: 'viewer',
  query: ['status', 'cursor'],
  async show(call) {
    const { api, say, query } = call
    const status = oneOf(statuses, query.status) ?? 'WAITING'
    const { cursor } = query
    const { items, next, waiting, ...counts } = await api.call('listApprovals', {
      query: { status, ...given({ cursor }) },
    })
    const links = statuses.map(
      (one) => html`<a href="${`${approvalsPath}?status=${one}`}" aria-current="${one === status && 'page'}">\
${say(approvalWords[one])}${one === 'WAITING' && html` <span class="count figure">${shown(call, waiting)}</span>`}</a>`,
    )
    const title = say(status === 'WAITING' ? approvalWords.title : approvalWords[`title${status}`])
    return {
      title,
      body: html`${pageHead(title, { about: say(approvalWords.about) })}
${duties(call, counts)}
<nav class="tabs" aria-label="${say(approvalWords.views)}">${links}</nav>
${
  items.length === 0
    ? emptyState(say(approvalWords.empty), say(approvalWords.emptyHint))
    : table(title, columns(call), items)
}
${cursorPager(call, { next, cursor })}`,
    }
  },
})

/** What this person has to do, and where; nothing when that is nothing. */
export function duties(call: Call, { to_decide: toDecide, returned }: Duties): Html | false {
  const { say } = call
  const lines = [
    { said: say(approvalWords.toDecide, { count: toDecide.count }), count: toDecide.count, status: 'WAITING' },
    { said: say(approvalWords.cameBack, { count: returned.count }), count: returned.count, status: 'RETURNED' },
  ].filter(({ count }) => count > 0)
  return (
    lines.length > 0 &&
    html`<ul class="reasons">${lines.map(
      ({ said, status }) => html`<li><a href="${`${approvalsPath}?status=${status}`}">${said}</a></li>`,
    )}</ul>`
  )
}

type Duties = Pick<Operations['listApprovals']['answer'], 'to_decide' | 'returned'>

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
        html`<a href="${`${approvalsPath}/${approval.approval_id}`}">${say(documentWords[issuedFamily(approval)])}</a>\
<div class="hint">${say(approvalWords[approval.kind])}\
${approval.issue_date !== null && html` · ${format.date(approval.issue_date)}`}</div>`,
    },
    {
      title: say(approvalWords.party),
      cell: (approval) => unreadableMark(call, approval) ?? html`<bdi>${partyOf(approval)}</bdi>`,
    },
    {
      title: say(approvalWords.amount),
      align: 'figure',
      cell: ({ payable_amount: payable, currency }) => (currency === null ? '–' : format.money(payable, currency)),
    },
    {
      title: say(approvalWords.author),
      cell: (approval) =>
        html`<bdi>${approval.author}</bdi>${
          isOrphaned(approval) && html`<div class="hint">${say(approvalWords.authorLeft)}</div>`
        }`,
    },
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

/** Of the document that is issued: the credit of an invoice makes a credit note. */
export function issuedFamily({ kind, family }: Pick<Approval, 'kind' | 'family'>): Family {
  return kind === 'credit' && isInvoice(family) ? creditNotesOf[family] : family
}

function partyOf({ family, seller_name: seller, buyer_name: buyer }: Approval): string {
  return (isPurchase(family) ? seller : buyer) ?? '–'
}

/** Undefined for one that can be read. */
export function unreadableMark(
  { say }: Pick<Call, 'say'>,
  { unreadable_reason: reason }: Pick<Approval, 'unreadable_reason'>,
): Html | undefined {
  if (reason === undefined) return undefined
  return html`${badge('warning', say(approvalWords.unreadable))}\
<div class="hint">${say(approvalWords.unreadableHint)}</div>`
}

const tones = { WAITING: 'active', RETURNED: 'warning', APPROVED: 'good', EXPIRED: 'quiet' } as const

export function statusBadge({ say }: Pick<Call, 'say'>, { status }: Pick<Approval, 'status'>): Html {
  return badge(tones[status], say(approvalWords[status]))
}

/** Whether it came back, and its author cannot send it again. */
export function isOrphaned({ status, author_cannot_send: isOrphan, closed_at: closedAt }: Approval): boolean {
  return isOrphan === true && closedAt === undefined && (status === 'RETURNED' || status === 'EXPIRED')
}

import { type Html, html } from '@selfbill/pint-ae/html'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { attempt } from '../../attempt.ts'
import { indented } from '../../code/json-text.ts'
import { noticeOf } from '../../http/notice.ts'
import { may } from '../../may.ts'
import { codeBlock } from '../../parts/code-block.ts'
import { facts } from '../../parts/facts.ts'
import { field } from '../../parts/field.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { action, type Call, type PageReply, page } from '../../route.ts'
import { documentWords } from '../documents/document-words.ts'
import { documentPath } from '../documents/family.ts'
import * as calls from '../drafts/calls.ts'
import { verdict } from '../drafts/verdict.ts'
import { approvalWords } from './approval-words.ts'
import { type Approval, approvalsPath, statusBadge } from './approvals.ts'

type ApprovalCall = Call<'/console/approvals/{approval_id}'>

/** One document that waits: everything that will be issued, and what this person may do. */
export const showApproval = page({
  path: '/console/approvals/{approval_id}',
  access: 'viewer',
  show: (call) => approvalPage(call),
})

export const approveDocument = action({
  path: '/console/approvals/{approval_id}/approve',
  access: 'clerk',
  async act(call) {
    const { api, params, form } = call
    const digest = form.text('digest') ?? ''
    const { refusal } = await attempt(call, () => api.call('approveDocument', { params, body: { digest } }))
    if (refusal !== undefined) {
      const notice = noticeOf('bad', approvalWords.notDone, { reason: refusal.message })
      return { redirect: `${approvalsPath}/${encodeURIComponent(params.approval_id)}`, notice }
    }
    return {
      redirect: `${approvalsPath}/${encodeURIComponent(params.approval_id)}`,
      notice: noticeOf('good', approvalWords.isIssued),
    }
  },
})

export const returnDocument = action({
  path: '/console/approvals/{approval_id}/return',
  access: 'clerk',
  async act(call) {
    const { api, params, form } = call
    const note = form.text('note') ?? ''
    const { refusal } = await attempt(call, () => api.call('returnDocument', { params, body: { note } }))
    if (refusal !== undefined) return approvalPage(call, { refusal, note })
    return {
      redirect: `${approvalsPath}/${encodeURIComponent(params.approval_id)}`,
      notice: noticeOf('info', approvalWords.isReturned),
    }
  },
})

interface Refused {
  readonly refusal: SelfbillError
  readonly note: string
}

async function approvalPage(call: ApprovalCall, refused?: Refused): Promise<PageReply> {
  const { say } = call
  const approval = await call.api.call('retrieveApproval', { params: { approval_id: call.params.approval_id } })
  const title = `${say(documentWords[approval.family])}: ${say(approvalWords[approval.status])}`
  const isOpen = approval.status === 'WAITING'
  return {
    title,
    ...(refused !== undefined && {
      status: 422,
      notice: noticeOf('bad', approvalWords.notDone, { reason: refused.refusal.message }),
    }),
    body: html`<p class="hint"><a href="${approvalsPath}">${say(approvalWords.title)}</a></p>
${pageHead(title)}
<section class="card">${approvalFacts(call, approval)}</section>
${approval.issued_document_id === undefined && (await content(call, approval))}
${isOpen && decisions(call, approval, refused)}`,
  }
}

function approvalFacts({ say, format }: Call, approval: Approval): Html {
  const { kind, family, document_id: of, issued_document_id: issued, decided_at: decidedAt } = approval
  const issuedFamily = kind === 'credit' ? creditNotes[family] : family
  return facts([
    [say(approvalWords.status), statusBadge({ say }, approval)],
    [say(approvalWords.document), say(approvalWords[kind])],
    [
      say(approvalWords.of),
      of !== null && html`<a href="${documentPath(family, of)}">${say(approvalWords.showOf)}</a>`,
    ],
    [say(approvalWords.seller), html`<bdi>${approval.seller_name}</bdi>`],
    [say(approvalWords.buyer), html`<bdi>${approval.buyer_name}</bdi>`],
    [
      say(approvalWords.amount),
      html`<span class="strong">${format.money(approval.payable_amount, approval.currency)}</span>`,
    ],
    [say(approvalWords.issueDate), format.date(approval.issue_date)],
    [
      say(approvalWords.author),
      html`<bdi>${approval.author}</bdi><div class="hint">${format.moment(approval.created_at)}</div>`,
    ],
    [say(approvalWords.expires), approval.status === 'WAITING' && format.moment(approval.expires_at)],
    [
      say(approvalWords.decided),
      decidedAt !== undefined &&
        html`<bdi>${approval.decided_by}</bdi><div class="hint">${format.moment(decidedAt)}</div>`,
    ],
    [say(approvalWords.note), approval.note !== undefined && html`<bdi>${approval.note}</bdi>`],
    [
      say(approvalWords.issued),
      issued !== undefined && html`<a href="${documentPath(issuedFamily, issued)}">${say(approvalWords.issued)}</a>`,
    ],
  ])
}

const creditNotes = {
  'purchase-invoices': 'purchase-credit-notes',
  'sales-invoices': 'sales-credit-notes',
  'purchase-credit-notes': 'purchase-credit-notes',
  'sales-credit-notes': 'sales-credit-notes',
} as const

/** The request digit for digit, and its totals as they would be now. */
async function content(call: Call, approval: Approval): Promise<Html> {
  const { api, say } = call
  const { bytes } = await api.send('GET', `/api/approvals/${approval.approval_id}/request`)
  const request = new TextDecoder().decode(bytes)
  return html`${may(call, 'clerk') && (await totals(call, approval, request))}
<section class="section" aria-labelledby="request"><h2 id="request">${say(approvalWords.request)}</h2>
<p class="about">${say(approvalWords.requestAbout)}</p>
${codeBlock(say(approvalWords.request), indented(request))}</section>`
}

/** How it would be computed and judged now. A correction is shown by what was sent alone. */
async function totals(call: Call, approval: Approval, request: string): Promise<Html | undefined> {
  const { api } = call
  const { kind, family, business_profile_id: profileId, document_id: of, currency } = approval
  if (kind === 'correct') return undefined
  const { answer } = await attempt(call, async () => {
    const isInvoice = family === 'purchase-invoices' || family === 'sales-invoices'
    const judged =
      kind === 'credit' && isInvoice
        ? await calls.creditDryRun(api, { family, id: of ?? '' }, request)
        : await calls.dryRun(api, { family, profileId: profileId ?? '' }, request)
    const { totals, meta_info } = judged.document
    return { family, currency, totals, findings: calls.findingsOf({ meta_info }) }
  })
  return answer && verdict(call, answer)
}

function decisions(call: Call, approval: Approval, refused: Refused | undefined): Html | false {
  if (!may(call, 'clerk')) return false
  const { say } = call
  const { is_own: isOwn, digest } = approval
  const label = say(isOwn ? approvalWords.withdraw : approvalWords.giveBack)
  const base = `${approvalsPath}/${approval.approval_id}`
  return html`${
    isOwn
      ? html`<p class="notice info">${say(approvalWords.own)}</p>`
      : press(`${base}/approve`, say(approvalWords.approve), { fields: { digest }, look: 'primary' })
  }
<form class="card stacked" method="post" action="${`${base}/return`}">
${field('note', say(approvalWords.returnNote), {
  value: refused?.note,
  isRequired: true,
  maxLength: 500,
  problem: refused?.refusal.fields.note,
})}
${otherProblems(refused?.refusal, ['note'])}
<div class="actions"><button type="submit">${label}</button></div>
</form>`
}

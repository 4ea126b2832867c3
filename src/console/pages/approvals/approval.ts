import { type Html, html } from '@selfbill/pint-ae/html'
import type { DryRun } from '../../../../client/src/api-types.ts'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import { type Attempted, attempt } from '../../attempt.ts'
import { indented } from '../../code/json-text.ts'
import { noticeOf } from '../../http/notice.ts'
import { approvalsPath } from '../../layout/navigation.ts'
import { may } from '../../may.ts'
import { codeBlock } from '../../parts/code-block.ts'
import { facts } from '../../parts/facts.ts'
import { field } from '../../parts/field.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { press } from '../../parts/press.ts'
import { action, type Call, content, type PageReply, page } from '../../route.ts'
import { documentWords } from '../documents/document-words.ts'
import { documentPath, type Family, isInvoice } from '../documents/family.ts'
import { framed } from '../documents/files.ts'
import * as calls from '../drafts/calls.ts'
import { correctionDryRun } from '../drafts/correction-dry-run.ts'
import { jsonIn } from '../drafts/edit-json.ts'
import { withoutFiles } from '../drafts/file-contents.ts'
import { type Judged, verdict } from '../drafts/verdict.ts'
import { approvalWords } from './approval-words.ts'
import { type Approval, isOrphaned, issuedFamily, statusBadge, unreadableMark } from './approvals.ts'
import { cameBack, requestOf } from './returned.ts'

type ApprovalCall = Call<'/console/approvals/{approval_id}'>

/** One document that waits: the page that will be issued, and what this person may do. */
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
  const { document_id: of, issued_document_id: issuedId } = approval
  const [issued, original] = await Promise.all([
    issuedId === undefined ? undefined : linkedDocument(call, issuedFamily(approval), issuedId),
    of === null ? undefined : linkedDocument(call, approval.family, of),
  ])
  const named = [say(documentWords[issuedFamily(approval)]), issued?.number].filter(Boolean).join(' ')
  const title = `${named}: ${say(approvalWords[approval.status])}`
  const decision = approval.status === 'WAITING' && (await decisions(call, approval, refused))
  return {
    title,
    ...(refused !== undefined && {
      status: 422,
      notice: noticeOf('bad', approvalWords.notDone, { reason: refused.refusal.message }),
    }),
    body: html`<p class="hint"><a href="${`${approvalsPath}?status=${approval.status}`}">\
${say(approvalWords.views)}</a></p>
${pageHead(title)}
${isOrphaned(approval) && orphaned(call, approval)}
<section class="card">${approvalFacts(call, approval, { issued, original })}</section>
${cameBack(call, approval) && changing(call, approval)}
${approval.issued_document_id === undefined && (await whatWaits(call, approval, decision))}`,
  }
}

interface Linked {
  readonly path: string
  /** Undefined once its content was removed. */
  readonly number: string | undefined
}

async function linkedDocument(call: Call, family: Family, id: string): Promise<Linked> {
  const { answer } = await attempt(call, () => calls.retrieve(call.api, family, id))
  return { path: documentPath(family, id), number: answer?.document_number }
}

function linkTo({ path, number }: Linked, unnumbered: string): Html {
  return html`<a href="${path}"><bdi>${number ?? unnumbered}</bdi></a>`
}

interface LinkedDocuments {
  readonly issued: Linked | undefined
  /** The invoice that is credited, or the document that is corrected. */
  readonly original: Linked | undefined
}

function approvalFacts({ say, format }: Call, approval: Approval, { issued, original }: LinkedDocuments): Html {
  const { kind, decided_at: decidedAt } = approval
  const { seller_name: sellerName, buyer_name: buyerName, issue_date: issueDate, currency } = approval
  return facts([
    [say(approvalWords.status), statusBadge({ say }, approval)],
    [say(approvalWords.issuedAs), issued && linkTo(issued, say(approvalWords.issued))],
    [say(approvalWords.document), issued === undefined && say(approvalWords[kind])],
    [say(approvalWords.of), original && linkTo(original, say(approvalWords.showOf))],
    [say(approvalWords.seller), sellerName !== null && html`<bdi>${sellerName}</bdi>`],
    [say(approvalWords.buyer), buyerName !== null && html`<bdi>${buyerName}</bdi>`],
    [
      say(approvalWords.amount),
      currency !== null && html`<span class="strong">${format.money(approval.payable_amount, currency)}</span>`,
    ],
    [say(approvalWords.issueDate), issueDate !== null && format.date(issueDate)],
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
  ])
}

/** The printed page for the frame, under the policy of the API. */
export const printApproval = content({
  path: '/console/approvals/{approval_id}/print',
  access: 'viewer',
  send: ({ api, params }) =>
    framed(api, `/api/approvals/${encodeURIComponent(params.approval_id)}/html?language=bilingual`),
})

/** Totals and warnings, the page, the decision, and the request digit for digit. */
async function whatWaits(call: Call, approval: Approval, decision: Html | false): Promise<Html> {
  const { api, say } = call
  const mark = unreadableMark(call, approval)
  const { currency } = approval
  if (mark !== undefined || currency === null) return html`${mark}${decision}`
  const request = await requestOf(api, approval.approval_id)
  const { answer, refusal } = may(call, 'clerk') ? await judged(call, { ...approval, currency }, request) : noVerdict
  const isOver = approval.status !== 'WAITING'
  const title = say(isOver ? approvalWords.wasPrinted : approvalWords.printed)
  return html`${answer && verdict(call, answer, isOver ? { about: say(approvalWords.notIssued) } : {})}
${
  refusal === undefined
    ? html`<section class="section" aria-labelledby="printed"><h2 id="printed">${title}</h2>
<p class="about">${say(isOver ? approvalWords.wasPrintedAbout : approvalWords.printedAbout)}</p>
<iframe class="printed" src="${`${approvalsPath}/${approval.approval_id}/print`}" sandbox\
 title="${title}"></iframe></section>`
    : html`<p class="notice warning">${say(approvalWords.notNow, { reason: refusal.message })}</p>`
}
${decision}
<details class="section"><summary>${say(approvalWords.request)}</summary>
<p class="about">${say(isOver ? approvalWords.wasRequestAbout : approvalWords.requestAbout)}</p>
${codeBlock(say(approvalWords.request), indented(withoutFiles(request)))}</details>`
}

type Readable = Approval & { readonly currency: string }

/** A viewer may make no dry run. */
const noVerdict = { answer: undefined, refusal: undefined }

/** How it would be computed and judged now. */
async function judged(call: Call, approval: Readable, request: string): Promise<Attempted<Judged>> {
  const { currency } = approval
  const made = await dryRunOf(call, approval, request)
  if (made.refusal !== undefined) return made
  const { document, warnings } = made.answer
  const findings = calls.findingsOf(document)
  return { answer: { family: issuedFamily(approval), currency, totals: document.totals, findings, warnings } }
}

async function dryRunOf(call: Call, approval: Approval, request: string): Promise<Attempted<Run>> {
  const { api } = call
  const { kind, family, business_profile_id: profileId, document_id: documentId } = approval
  const id = documentId ?? ''
  if (kind === 'correct') {
    const document = await calls.retrieve(api, family, id)
    return correctionDryRun(call, { family, document }, jsonIn(request) ?? null)
  }
  return attempt<Run>(call, () =>
    kind === 'credit' && isInvoice(family)
      ? calls.creditDryRun(api, { family, id }, request)
      : calls.dryRun(api, { family, profileId: profileId ?? '' }, request),
  )
}

type Run = Pick<DryRun, 'document' | 'warnings'>

/** Says whose it was. */
function orphaned({ say }: Call, { author }: Approval): Html {
  return html`<p class="notice warning">${say(approvalWords.orphaned, { author })}</p>`
}

/** What came back: its author changes it and sends it again, or gives it up. */
function changing({ say }: Call, approval: Approval): Html {
  const { approval_id: id, closed_at: closedAt, decided_at: decidedAt, unreadable_reason: unreadable } = approval
  const base = `${approvalsPath}/${id}`
  const isClosed = closedAt !== undefined
  const look = isClosed ? undefined : 'primary'
  return html`<section class="card stack"><div class="actions">
${unreadable === undefined && press(`${base}/change`, say(approvalWords.change), { ...(look && { look }) })}
${!isClosed && press(`${base}/close`, say(approvalWords.giveUp), { look: 'quiet' })}</div>
<p class="hint">${say(isClosed && closedAt !== decidedAt ? approvalWords.closed : approvalWords.changeAbout)}</p>
</section>`
}

/** Without a rule any more, what waits still needs an administrator. */
async function mayDecide(call: Call): Promise<boolean> {
  return may(call, 'admin') || (await call.api.call('retrieveApprovalRule', {})).approvers === 'clerk'
}

async function decisions(call: Call, approval: Approval, refused: Refused | undefined): Promise<Html | false> {
  if (!may(call, 'clerk')) return false
  const { say } = call
  const { is_own: isOwn, digest } = approval
  if (!isOwn && !(await mayDecide(call))) return html`<p class="notice info">${say(approvalWords.byAdmins)}</p>`
  const label = say(isOwn ? approvalWords.withdraw : approvalWords.giveBack)
  const base = `${approvalsPath}/${approval.approval_id}`
  return html`${
    isOwn
      ? html`<p class="notice info">${say(approvalWords.own)}</p>`
      : approval.unreadable_reason === undefined &&
        press(`${base}/approve`, say(approvalWords.approve), { fields: { digest }, look: 'primary' })
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

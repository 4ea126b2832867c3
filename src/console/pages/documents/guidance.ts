import { type Html, html } from '@selfbill/pint-ae/html'
import type { ListedDocument } from '../../../../client/src/api-types.ts'
import type { Sentence } from '../../language/words.ts'
import { may } from '../../may.ts'
import { handledWords } from '../../parts/handled-words.ts'
import { press } from '../../parts/press.ts'
import type { Call } from '../../route.ts'
import { documentWords } from './document-words.ts'
import { documentPath, invoicesOf, isCreditNote, isPurchase } from './family.ts'
import { pageOf } from './shown-document.ts'

/** Whether something will happen to the document without a person. */
export function isUnderWay({ c3, c5 }: Pick<ListedDocument, 'c3' | 'c5'>): boolean {
  return [c3, c5].some((leg) => leg !== null && underWay.has(leg.status))
}

const underWay: ReadonlySet<string> = new Set(['PENDING', 'SENDING', 'RETRYING', 'SUBMITTED'])

/** What happens next with a document, in words. */
export function nextStep({ say }: Pick<Call, 'say'>, document: ListedDocument): string {
  const step = say(stepOf(document))
  if (!isRefused(document.c3) || document.status !== 'REJECTED') return step
  return `${step} ${say(correctionOf(document))}`
}

function correctionOf(document: ListedDocument): Sentence {
  if (!isCreditNote(document.family)) return documentWords.correctInvoice
  if (creditsRejected(document)) {
    if (document.c5?.status === 'APPROVED') return documentWords.creditDone
    return isRefused(document.c5) ? documentWords.creditUnreported : documentWords.creditUndecided
  }
  return creditedInvoice(document) === undefined ? documentWords.correctNote : documentWords.creditAgain
}

/**
 * Whether the only invoice that a credit note names was rejected too. The tax authority may have
 * both, and a second note would take the amount twice there.
 */
function creditsRejected({ credits = [] }: ListedDocument): boolean {
  const [invoice, ...more] = credits
  return more.length === 0 && invoice?.status === 'REJECTED'
}

/** The page of the only invoice that a credit note names; undefined when it is not here. */
function creditedInvoice({ family, credits = [] }: ListedDocument): string | undefined {
  const [invoice, ...more] = credits
  if (!isCreditNote(family) || invoice?.id === undefined || more.length > 0) return undefined
  return documentPath(invoicesOf[family], invoice.id)
}

function isRefused(leg: ListedDocument['c3']): boolean {
  return leg?.status === 'REJECTED' || leg?.status === 'FAILED'
}

/** Why a document was refused, in the words of each side. */
export function refusalReasons({ say }: Pick<Call, 'say'>, document: ListedDocument): Html {
  const reasons = legsOf(document).flatMap(({ name, leg }) =>
    leg?.reason === undefined
      ? []
      : html`<p class="hint">${say(name)} · ${say(documentWords.reason)}: <bdi>${leg.reason}</bdi></p>`,
  )
  return html`${reasons}`
}

function stepOf({ status, c3, c5, attention }: ListedDocument): Sentence {
  if (attention.includes('stalled')) return documentWords.nextStalled
  switch (status) {
    case null:
      return documentWords.nextUnsent
    case 'VALIDATION_FAILED':
      return documentWords.nextFailed
    case 'APPROVED':
      return documentWords.nextApproved
    case 'PENDING':
      return attention.includes('overdue') ? documentWords.nextOverdue : documentWords.nextPending
    case 'REJECTED': {
      if (c3?.status === 'FAILED') return documentWords.nextUndelivered
      if (isRefused(c3)) return isRefused(c5) ? documentWords.nextRejectedBoth : documentWords.nextRejectedC3
      // A document stays rejected also when a later report of it is accepted.
      if (c5?.status === 'APPROVED') return documentWords.nextReportAccepted
      return isRefused(c5) ? documentWords.nextRejectedC5 : documentWords.nextReportedAgain
    }
  }
}

/** What this person can do about the document now. */
export function possibleActions(call: Call, document: ListedDocument): readonly Html[] {
  const { say } = call
  const { status, c5, attention } = document
  const base = pageOf(document)
  const button = (action: 'retry' | 'report-again', label: Sentence) =>
    html`<form method="post" action="${`${base}/${action}`}"><button type="submit">${say(label)}</button></form>`
  const isClerk = may(call, 'clerk')
  const isAdmin = may(call, 'admin')
  // Of an invoice of nothing, nothing is left either.
  const canCredit = isClerk && (document.left_amount ?? 0) > 0 && status !== 'VALIDATION_FAILED'
  const link = (path: string, label: Sentence, isPrimary: boolean) =>
    html`<a class="${isPrimary ? 'button primary' : 'button'}" href="${`${base}/${path}`}">${say(label)}</a>`
  return [
    isClerk && status === 'VALIDATION_FAILED' && link('repair', documentWords.repair, true),
    isAdmin && attention.includes('stalled') && button('retry', documentWords.retry),
    isAdmin && c5?.status === 'REJECTED' && button('report-again', documentWords.reportAgain),
    canCredit && link('credit', documentWords.credit, false),
    isClerk && creditAgainLink(call, document),
    isClerk && copyLink(call, document),
    isClerk && needsHandling(document) && link('handled', handledWords.mark, false),
    isClerk && document.handled !== undefined && press(`${base}/handled/undo`, say(handledWords.undo)),
  ].filter((action) => action !== false)
}

function needsHandling({ attention }: ListedDocument): boolean {
  return attention.includes('rejected') || attention.includes('failed_rules')
}

/** A rejected credit note took nothing, so that its invoice can be credited by its lines again. */
function creditAgainLink({ say }: Call, document: ListedDocument): Html | false {
  const invoice = creditedInvoice(document)
  if (invoice === undefined || document.status !== 'REJECTED' || !isRefused(document.c3)) return false
  if (creditsRejected(document)) return false
  return html`<a class="button" href="${`${invoice}/credit`}">${say(documentWords.creditInvoiceAgain)}</a>`
}

/** What the other party or the tax authority refused is corrected in a copy. */
function copyLink({ say }: Call, { family, id, status, c3, c5 }: ListedDocument): Html {
  const label =
    status === 'REJECTED' && (isRefused(c3) || isRefused(c5)) ? documentWords.correctedCopy : documentWords.copy
  return html`<a class="button" href="/console/new?family=${family}&amp;copy=${id}">${say(label)}</a>`
}

/** The legs in the order of the page, with the receiver's name. */
export function legsOf(document: ListedDocument) {
  const receiver = isPurchase(document.family) ? documentWords.supplierAccessPoint : documentWords.customerAccessPoint
  return [
    { corner: 'C3', name: receiver, leg: document.c3 },
    { corner: 'C5', name: documentWords.authority, leg: document.c5 },
  ] as const
}

import type { Decimal } from '@selfbill/schematron/decimal'
import { creditReasons } from '../codelists/codelists.ts'
import { type Family, isCreditNote, isSelfBilled } from '../document/family.ts'
import { readJson } from '../json/read.ts'
import { documentAdjustments } from './adjustments.ts'
import { bilingualPage } from './bilingual.ts'
import { confirmedAmounts, judgedBy } from './confirmed.ts'
import { type CreditedValue, valuesBlock } from './credited-value.ts'
import { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { gulfMoment } from './figures.ts'
import { linesTable } from './line-tables.ts'
import {
  type Block,
  type Fact,
  type Language,
  type Page,
  type PageLanguage,
  type PageLogo,
  phrase,
  type Status,
} from './page.ts'
import { addressLines, otherPartyBlock, partyBlock } from './party-blocks.ts'
import { paymentBlocks } from './payment-blocks.ts'
import { facts, joined, periodOf } from './pieces.ts'
import { summaryBlock, sumsBlock } from './sums-block.ts'
import { breakdownTable, vatStatements } from './vat.ts'
import { fill, wordFor, wordsIn } from './words.ts'

/** A stored document as a page to print and file, with its status at that moment. */
export function printedPage(order: PrintOrder): Page {
  const content = readJson(order.answer)
  if (!(content instanceof Map)) throw new Error(`the stored answer of ${order.id} is no object`)
  const document = new DocumentView(content)
  if (order.language !== 'bilingual') return pageIn(order.language, document, order)
  return bilingualPage(pageIn('en', document, order), pageIn('ar', document, order))
}

function pageIn(language: Language, document: DocumentView, order: PrintOrder): Page {
  const words = wordsIn(language)
  const kind = kindOf(document, order.family, words)
  const isUnnumbered = order.awaitsApproval?.isNumbered === false
  const number = isUnnumbered ? '' : (document.text('document_number') ?? '')
  const aedRate = aedRateIn(document)
  const isCredit = isCreditNote(order.family)
  return {
    language,
    isBilingual: false,
    title: `${kind} ${number}`.trimEnd(),
    kind,
    number,
    status: statusOf(order, words),
    ...(order.logo !== undefined && { logo: order.logo }),
    mark: order.isSandbox ? words.sandbox : null,
    blocks: [
      { kind: 'facts', title: null, facts: firstFacts(document, order, words) },
      { kind: 'parties', parties: parties(document, words) },
      ...longFacts(document, words),
      ...valuesBlock(document, order.credited, words),
      ...summaryBlock(document, { aedRate, isCredit }, words),
      linesTable(document, words),
      ...documentAdjustments(document, words),
      breakdownTable(document, aedRate, words),
      ...vatStatements(document, words),
      sumsBlock(document, { aedRate, isCredit }, words),
      ...confirmedAmounts(document, { expected: expectedIn(order.request), isCredit }, words),
      ...paymentBlocks(document, words),
      ...closingTexts(document, words),
      ...judgedBy(document, words),
    ],
    foot: order.awaitsApproval ? words.footOfWaiting : fill(`{number} · ${words.foot}`, { number, id: order.id }),
  }
}

export interface PrintOrder {
  readonly family: Family
  readonly id: string
  /** JSON of the stored content. */
  readonly answer: string
  /** JSON of what the caller sent; empty if it was not kept. */
  readonly request: string
  /** Null for a document that is not sent over Peppol. */
  readonly overallStatus: string | null
  readonly participantStatus: string | null
  readonly ftaStatus: string | null
  /** Of a document that is not issued yet. Its number is printed only if somebody chose it. */
  readonly awaitsApproval?: { readonly isNumbered: boolean }
  /** The number of failed fatal rules. */
  readonly failures: number
  /** What a credit note alters; absent for invoices and drafts. */
  readonly credited?: CreditedValue
  readonly logo?: PageLogo
  readonly language: PageLanguage
  /** The simulated network had it, so the page must not pass for an issued document. */
  readonly isSandbox: boolean
  /** ms since 1970. */
  readonly printedAt: number
}

/** "Tax Invoice created by buyer" */
function kindOf(document: DocumentView, family: Family, words: Words): string {
  const title = wordFor(words.title, document.text('invoice_type_code') ?? document.text('credit_note_type_code'))
  return isSelfBilled(family) ? `${title} ${words.createdByBuyer}` : title
}

function statusOf(order: PrintOrder, words: Words): Status {
  const { overallStatus: overall } = order
  const side = isSelfBilled(order.family) ? 'purchase' : 'sales'
  const corner = (name: string, status: string | null) =>
    overall === null || overall === 'VALIDATION_FAILED'
      ? []
      : [`${name}: ${wordFor(words.status, status ?? 'PENDING')}`]
  return {
    text: order.awaitsApproval ? words.waiting : wordFor(words.status, overall ?? 'none'),
    mood: overall === 'APPROVED' ? 'good' : overall === 'PENDING' || overall === null ? 'open' : 'bad',
    details: [
      ...(order.isSandbox ? [words.sandboxNote] : []),
      ...(order.failures === 0 ? [] : [fill(words.failedRules, { count: String(order.failures) })]),
      ...corner(words.participant[side], order.participantStatus),
      ...corner(words.authority, order.ftaStatus),
      fill(words.asOf, { moment: gulfMoment(order.printedAt) }),
    ],
  }
}

/** Reads a whole request only for the member that few of them have. */
function expectedIn(request: string): DocumentView | undefined {
  const content = request.includes('"expected_totals"') ? readJson(request) : undefined
  return content instanceof Map ? new DocumentView(content).object('expected_totals') : undefined
}

/** The value of one unit of the document's currency in AED; undefined for a document in AED. */
function aedRateIn(document: DocumentView): Decimal | undefined {
  const isForeign = document.text('document_currency_code') !== 'AED'
  return isForeign ? document.decimal('tax_exchange_rate', 'calculation_rate') : undefined
}

function firstFacts(document: DocumentView, order: PrintOrder, words: Words): readonly Fact[] {
  const rate = document.decimal('tax_exchange_rate', 'calculation_rate')
  const currency = document.text('document_currency_code') ?? ''
  const period = document.object('invoice_period')
  const frequency = period?.text('description')
  return [
    ...facts([
      [words.issueDate, joined(' ', document.text('issue_date'), document.text('issue_time'))],
      [words.dueDate, document.text('due_date')],
      [words.supplyDate, document.text('delivery', 'actual_delivery_date')],
      [words.period, periodOf(period)],
      [words.billed, frequency === undefined ? undefined : wordFor(words.frequencies, frequency)],
      [words.currency, currency],
      [words.rate, rate === undefined ? undefined : `1 ${currency} = ${rate.toString()} AED`],
    ]),
    ...references(document, order, words),
  ]
}

function references(document: DocumentView, order: PrintOrder, words: Words): readonly Fact[] {
  const isCredit = isCreditNote(order.family)
  const billed = document
    .list('billing_reference')
    .map((reference) => joined(' / ', reference.text('id'), reference.text('issue_date')))
  return facts([
    [isCredit ? words.credited : words.refersTo, joined(', ', ...billed)],
    [words.order, document.text('order_reference', 'id')],
    [words.contract, document.text('contract_document_reference', 'id')],
    [words.project, document.text('project_reference', 'id')],
    [words.despatch, document.text('despatch_document_reference', 'id')],
    [words.received, document.text('receipt_document_reference', 'id')],
    [words.buyerReference, document.text('buyer_reference')],
    [words.deliveryTerms, document.text('delivery', 'terms')],
    [words.beneficiary, document.text('buyer_customer_party', 'id')],
    [words.principal, document.text('seller_supplier_party', 'id')],
  ])
}

/** Facts in whole sentences, too long for a column. */
function longFacts(document: DocumentView, words: Words): readonly Block[] {
  const flags = [...(document.text('profile_execution_id') ?? '')].flatMap((flag, position) =>
    flag === '1' ? [words.flags[position] ?? ''] : [],
  )
  const address = addressLines(document.object('delivery', 'delivery_location', 'address'), words.language)
  const receiver = document.text('delivery', 'party_name')
  const place = [...(receiver === undefined ? [] : [phrase(receiver)]), ...address]
    .map((line) => ('words' in line ? line.words : line.figure))
    .join(words.language === 'ar' ? '، ' : ', ')
  const long = [
    ...(flags.length === 0 ? [] : [{ label: words.transaction, value: phrase(flags.join(' · ')) }]),
    ...creditReasonOf(document, words),
    ...(place === '' ? [] : [{ label: words.deliveredTo, value: phrase(place) }]),
  ]
  return long.length === 0 ? [] : [{ kind: 'facts', title: null, facts: long }]
}

/** The reason in the reader's language, and the caller's own words if they differ. */
function creditReasonOf(document: DocumentView, words: Words): readonly Fact[] {
  const code = document.text('discrepancy_response')
  if (code === undefined) return []
  const reason = document.text('reason')
  const own = reason === undefined || reason === creditReasons.get(code) ? [] : [reason]
  const sentence = [wordFor(words.reasons, code), ...own].join('. ')
  return [{ label: words.creditReason, value: phrase(sentence) }]
}

function parties(document: DocumentView, words: Words) {
  const supplier = document.object('accounting_supplier_party')
  const customer = document.object('accounting_customer_party')
  const payee = document.object('payee_party')
  const representative = document.object('tax_representative_party')
  return [
    ...(supplier === undefined ? [] : [partyBlock(supplier, words.supplier, words)]),
    ...(customer === undefined ? [] : [partyBlock(customer, words.customer, words)]),
    ...(payee === undefined ? [] : [otherPartyBlock(payee, words.payee, words)]),
    ...(representative === undefined ? [] : [otherPartyBlock(representative, words.taxRepresentative, words)]),
  ]
}

function closingTexts(document: DocumentView, words: Words): readonly Block[] {
  const note = document.text('note')
  const files = document.list('attachments').map((file) => file.text('file_name') ?? '')
  return [
    ...(note === undefined ? [] : [{ kind: 'text', title: words.note, text: note } as const]),
    ...(files.length === 0 ? [] : [{ kind: 'text', title: words.attachments, text: files.join('\n') } as const]),
  ]
}

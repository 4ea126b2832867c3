import { type Html, html } from '@selfbill/pint-ae/html'
import type { Decimal } from '@selfbill/schematron/decimal'
import type { SelfbillError } from '../../../../client/src/errors.ts'
import type { Form } from '../../http/form.ts'
import { emptyState } from '../../parts/empty-state.ts'
import { choice, field } from '../../parts/field.ts'
import { idempotencyField } from '../../parts/idempotency.ts'
import { otherProblems } from '../../parts/other-problems.ts'
import { pageHead } from '../../parts/page-head.ts'
import { hidden } from '../../parts/press.ts'
import { type Column, table } from '../../parts/table.ts'
import type { Call, PageReply } from '../../route.ts'
import { approvalWords } from '../approvals/approval-words.ts'
import { returnedField } from '../approvals/returned.ts'
import { documentWords } from '../documents/document-words.ts'
import { creditNotesOf, documentPath, type InvoiceFamily } from '../documents/family.ts'
import { type CreditDryRun, findingsOf, type StoredDocument } from '../drafts/calls.ts'
import { draftWords } from '../drafts/draft-words.ts'
import { enterButton } from '../drafts/enter-button.ts'
import { creditReasons } from '../drafts/fields.ts'
import { verdict } from '../drafts/verdict.ts'
import { type Left, listedMax } from './left.ts'

/** What the form sends as it was typed. */
export const sentFields = ['discrepancy_response', 'reason', 'note', 'issue_date', 'document_number'] as const

/** In the form of step 3: the lines of everything that was left, as they were judged. */
export const everythingField = 'everything'

/** The invoice that is credited, with what is left of its lines. */
export interface Crediting {
  readonly family: InvoiceFamily
  readonly invoice: StoredDocument
  readonly isFailed: boolean
  readonly left: Left
}

/** Undefined where something can be credited. */
export function emptyPage(call: Call, crediting: Crediting): PageReply | undefined {
  const { say } = call
  const { family, invoice, isFailed, left } = crediting
  const page = documentPath(family, invoice.id)
  const back = html`<a class="button" href="${page}">${say(draftWords.back)}</a>`
  const empty = (title: string, hint: string, next: Html) => framed(call, crediting, emptyState(title, hint, next))
  if (isFailed) {
    const repair = html`<a class="button" href="${`${page}/repair`}">${say(documentWords.repair)}</a>`
    const title = say(draftWords.repairTitle, { number: invoice.document_number })
    return empty(title, say(draftWords.creditFailed), repair)
  }
  if (left.refusal !== undefined) return empty(say(draftWords.creditRefused), left.refusal.message, back)
  if (left.isAllCredited) return empty(say(draftWords.creditNothing), say(draftWords.creditNothingHint), back)
  return undefined
}

/** Step 1: which lines. */
export function choicePage(
  call: Call,
  crediting: Crediting,
  form: Form | undefined,
  refusal?: SelfbillError,
): PageReply {
  const { say, format } = call
  const { invoice, left } = crediting
  const isSome = form?.text('which') === 'some'
  const chosen = new Set(form?.texts('line') ?? [])
  const columns: readonly Column<Row>[] = [
    { title: say(draftWords.line), cell: ({ line }) => format.number(line) },
    {
      title: say(draftWords.item),
      isHead: true,
      cell: ({ line, name }) =>
        html`<label class="check"><input type="checkbox" name="line" value="${line}"\
 checked="${chosen.has(String(line))}" disabled="${!left.lines.has(line)}"> <bdi>${name}</bdi></label>`,
    },
    { title: say(draftWords.billed), align: 'figure', cell: (row) => amount(row.quantity, row.unit) },
    {
      title: say(draftWords.leftQuantity),
      align: 'figure',
      cell: ({ line, unit }) => amount(left.lines.get(line)?.quantity ?? 0, unit),
    },
    {
      title: say(draftWords.net),
      align: 'figure',
      cell: ({ net }) => format.money(net, invoice.document_currency_code),
    },
  ]
  return framed(
    call,
    crediting,
    html`${step(call, 1, say(draftWords.creditLines))}
<form class="draft stack" method="post" action="${addressOf(crediting)}">
${otherProblems(refusal, [])}
${form && kept(form, [...sentFields, returnedField])}
<fieldset class="card stack"><legend class="unseen">${say(draftWords.creditLines)}</legend>
${[
  { value: 'all', label: say(draftWords.creditAll), isChosen: !isSome },
  { value: 'some', label: say(draftWords.creditSome), isChosen: isSome },
].map(
  ({ value, label, isChosen }) =>
    html`<label class="check"><input type="radio" name="which" value="${value}" checked="${isChosen}">\
 ${label}</label>`,
)}
${table(say(draftWords.lines), columns, rowsOf(invoice))}
${
  invoice.document_lines.length > listedMax &&
  html`<p class="hint">${say(draftWords.creditTooMany, { count: listedMax })}</p>`
}
</fieldset>
<div class="actions">
<button class="primary" type="submit" name="do" value="amounts">${say(draftWords.next)}</button></div>
</form>`,
  )
}

/** Step 2: how much of each line, and why. */
export function amountsPage(call: Call, crediting: Crediting, { form, lines, refusal }: Chosen): PageReply {
  const { say } = call
  const { isNumberNeeded } = crediting.left
  const names = [...sentFields.filter((name) => isNumberNeeded || name !== 'document_number'), ...fieldsOf(lines)]
  const shown = (name: string) => ({ value: form.text(name), problem: refusal?.fields[name] })
  const reasons = [
    // Nobody notices a reason that was chosen for them.
    { value: '', label: say(draftWords.chooseReason) },
    ...creditReasons.map((code) => ({ value: code, label: say(draftWords[code]) })),
  ]
  return framed(
    call,
    crediting,
    html`${step(call, 2, say(draftWords.creditAmounts))}
<form class="draft stack" method="post" action="${addressOf(crediting)}">
${enterButton(say(draftWords.check), 'check')}
${kept(form, ['which', 'line', returnedField])}${otherProblems(refusal, names)}
<fieldset class="card"><legend class="unseen">${say(draftWords.quantity)}</legend><div class="draft-fields">
${
  lines === undefined
    ? html`<p>${say(draftWords.creditAll)}</p>`
    : lines.map((line) => [
        quantityField(call, crediting, line, shown(`quantity-${line}`)),
        amountField(call, crediting, line, shown(`amount-${line}`)),
      ])
}</div></fieldset>
<fieldset class="card"><legend class="unseen">${say(draftWords.reason)}</legend><div class="draft-fields">
${choice('discrepancy_response', say(draftWords.reason), reasons, {
  ...shown('discrepancy_response'),
  value: form.text('discrepancy_response') ?? '',
  isRequired: true,
})}
${field('reason', say(draftWords.reasonText), shown('reason'))}
${
  isNumberNeeded &&
  field('document_number', say(draftWords.number), {
    ...shown('document_number'),
    isRequired: true,
    direction: 'ltr',
    hint: say(draftWords.creditNumberHint),
  })
}
${field('issue_date', say(draftWords.issueDate), {
  ...shown('issue_date'),
  type: 'date',
  hint: say(draftWords.creditDateHint),
})}
${field('note', say(draftWords.note), shown('note'))}
</div></fieldset>
<div class="actions"><button class="primary" type="submit" name="do" value="check">${say(draftWords.next)}</button>
<button type="submit" name="do" value="choose" formnovalidate>${say(draftWords.back)}</button></div>
</form>`,
  )
}

/** Step 3: the draft. Exactly these lines are issued, or none when others came between. */
export function draftPage(
  call: Call,
  crediting: Crediting,
  { form, lines, content, everything, document, warnings, waits }: Draft,
): PageReply {
  const { say } = call
  const currency = crediting.invoice.document_currency_code
  const family = creditNotesOf[crediting.family]
  const judged = { family, totals: document.totals, currency, findings: findingsOf(document), warnings }
  const names = ['which', 'line', ...sentFields, returnedField, ...fieldsOf(lines)]
  return framed(
    call,
    crediting,
    html`${step(call, 3, say(draftWords.creditDraft))}
${verdict(call, judged)}
${reasonOf(call, form)}
${creditedLines(call, document, currency)}
<form class="actions" method="post" action="${addressOf(crediting)}">
${idempotencyField()}${kept(form, names)}<input type="hidden" name="request" value="${content}">
${everything && hidden({ [everythingField]: everything })}
<button class="primary" type="submit" name="do" value="issue">\
${say(waits ? approvalWords.send : draftWords.creditIssue)}</button>
<button type="submit" name="do" value="amounts">${say(draftWords.back)}</button>
<p class="hint">${say(waits ? approvalWords.sendHint : draftWords.issueHint)}</p></form>`,
  )
}

/** In words, as the credit note will state it. */
function reasonOf({ say }: Call, form: Form): Html | undefined {
  const code = creditReasons.find((one) => one === form.text('discrepancy_response'))
  return code && html`<p>${say(draftWords.reason)}: ${say(draftWords[code])}</p>`
}

/** What the credit note credits. */
function creditedLines({ say, format }: Call, { document_lines: lines }: Draft['document'], currency: string): Html {
  const columns: readonly Column<Draft['document']['document_lines'][number]>[] = [
    { title: say(draftWords.item), isHead: true, cell: ({ name }) => html`<bdi>${name}</bdi>` },
    { title: say(draftWords.quantity), align: 'figure', cell: (row) => amount(row.quantity, row.unit_code) },
    { title: say(draftWords.net), align: 'figure', cell: ({ net_amount: net }) => format.money(net, currency) },
  ]
  return html`<section class="card stack"><h3>${say(draftWords.lines)}</h3>
${table(say(draftWords.lines), columns, lines.slice(0, listedMax))}</section>`
}

export interface Chosen {
  readonly form: Form
  /** Undefined: all that is left. */
  readonly lines: readonly number[] | undefined
  readonly refusal?: SelfbillError
}

interface Draft extends Chosen {
  /** The request of the credit note. */
  readonly content: string
  /** Its lines as they were judged, where it credits everything that is left. */
  readonly everything: string | undefined
  readonly document: CreditDryRun['document']
  readonly warnings: CreditDryRun['warnings']
  /** Whether a second person has to approve it. */
  readonly waits: boolean
}

interface Row {
  readonly line: number
  readonly name: string
  readonly quantity: number
  readonly unit: string
  readonly net: number
}

function rowsOf({ document_lines: lines }: StoredDocument): readonly Row[] {
  return lines.slice(0, listedMax).map(({ name, quantity, unit_code, net_amount }, at) => ({
    line: at + 1,
    name,
    quantity,
    unit: unit_code,
    net: net_amount,
  }))
}

/** The names of the fields of the chosen lines. */
function fieldsOf(lines: readonly number[] = []): readonly string[] {
  return lines.flatMap((line) => [`quantity-${line}`, `amount-${line}`])
}

interface Shown {
  readonly value: string | undefined
  readonly problem: string | undefined
}

function quantityField({ say }: Call, { invoice, left }: Crediting, line: number, shown: Shown): Html {
  const most = String(left.lines.get(line)?.quantity ?? 0)
  const { name = '', unit_code: unit = '' } = invoice.document_lines[line - 1] ?? {}
  // Isolated, so that the unit stays behind its number in Arabic.
  const hint = `${say(draftWords.leftQuantity)}: \u2066${most} ${unit}\u2069`
  return field(`quantity-${line}`, say(draftWords.creditQuantity, { line, item: name }), {
    ...shown,
    value: shown.value ?? most,
    hint,
    direction: 'ltr',
  })
}

/** For a lower price. Nothing where the line costs nothing any more. */
function amountField({ say }: Call, { invoice, left }: Crediting, line: number, shown: Shown): Html | false {
  const net = left.lines.get(line)?.net ?? 0
  if (net === 0) return false
  return field(`amount-${line}`, say(draftWords.creditAmount, { line }), {
    ...shown,
    hint: say(draftWords.creditAmountHint, { left: `\u2066${net.toFixed(2)} ${invoice.document_currency_code}\u2069` }),
    direction: 'ltr',
    isDecimal: true,
  })
}

function amount(quantity: number | Decimal, unit: string): Html {
  return html`<bdi class="figure" dir="ltr">${String(quantity)} ${unit}</bdi>`
}

/** What other steps have chosen. */
function kept(form: Form, names: readonly string[]): Html {
  return html`${names.flatMap((name) =>
    form.texts(name).map((value) => html`<input type="hidden" name="${name}" value="${value}">`),
  )}`
}

function step({ say }: Call, number: number, title: string): Html {
  return html`<h2>${title} <small class="hint">${say(draftWords.creditStep, { step: number })}</small></h2>`
}

function framed({ say }: Call, { family, invoice }: Crediting, body: Html): PageReply {
  const title = say(draftWords.creditTitle, { number: invoice.document_number })
  const back = html`<a class="button" href="${documentPath(family, invoice.id)}">${say(draftWords.cancel)}</a>`
  return { title, body: html`${pageHead(title, { about: say(draftWords.creditAbout), actions: [back] })}${body}` }
}

function addressOf({ family, invoice }: Crediting): string {
  return `${documentPath(family, invoice.id)}/credit`
}

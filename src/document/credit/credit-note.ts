import { Decimal, sum } from '../../decimal/decimal.ts'
import type { InvoiceContent } from '../answer.ts'
import type { FieldErrors } from '../declaration/check.ts'
import type { CreditNoteRequest, SalesCreditNoteRequest } from '../document.ts'
import { type Credited, creditAmounts } from './credit-amounts.ts'
import type { CreditRequest } from './credit-request.ts'
import { flagsFor, salesTypeOf } from './sales-type.ts'
import { Taken } from './taken.ts'

/**
 * The credit note that gives back what was asked for of an invoice, as a caller would send it: the
 * parties, the references and the terms of the supply are the invoice's, the amounts its parts.
 * What belongs to the invoice alone stays behind: how and when it was to be paid, what had been
 * prepaid (that is paid back), its note and its files. The note comes along only where it explains
 * the billing frequency OTH (ibr-160-ae). Source: docs/decisions/0032, docs/decisions/0050.
 */
export function creditNoteOf(invoice: InvoiceContent, request: CreditRequest, about: About): CreditNoteDraft {
  const credited = creditAmounts(invoice, about.taken, request.lines)
  if ('errors' in credited) return credited
  const excess = excessOver(invoice, credited, about)
  if (excess !== undefined) return { errors: new Map([['lines', excess]]) }
  const { lines: _, credit_note_type_code: type, ...sent } = request
  const { lines, charges, allowances, rounding } = credited
  const common = {
    ...explanationOf(invoice),
    ...sent,
    issue_date: request.issue_date ?? about.today,
    billing_reference: [{ id: invoice.document_number, issue_date: invoice.issue_date }],
    document_lines: lines,
    ...(charges.length > 0 && { charges }),
    ...(allowances.length > 0 && { allowances }),
    ...(!rounding.isZero && { payable_rounding_amount: rounding }),
    ...(invoice.document_currency_code !== 'AED' && { tax_currency_code: 'AED' as const }),
  }
  if (invoice.invoice_type_code === '389') {
    const { accounting_supplier_party } = invoice
    const note = { ...supplyOf(invoice), ...common, credit_note_type_code: '261' as const, accounting_supplier_party }
    return { request: note, credited }
  }
  const { accounting_customer_party } = invoice
  const found = type ?? salesTypeOf(invoice, credited)
  if (typeof found !== 'string') return { errors: new Map([['lines', found.untyped]]) }
  const profile_execution_id = flagsFor(found, invoice.profile_execution_id)
  const supply = { ...supplyOf(invoice), ...common, profile_execution_id }
  return { request: { ...supply, credit_note_type_code: found, accounting_customer_party }, credited }
}

export interface About {
  readonly taken: Taken
  /** The credit notes that refer to the invoice alone and do not say which lines they mean. */
  readonly otherwise: readonly { readonly documentNumber: string; readonly amount: Decimal }[]
  /** The issue date when none is sent. */
  readonly today: string
}

export type CreditNoteDraft =
  | { readonly request: CreditNoteRequest | SalesCreditNoteRequest; readonly credited: Credited }
  | { readonly errors: FieldErrors }

/**
 * Line by line no more can be taken than there is; with credit notes that name no lines it shows in
 * the sum.
 */
function excessOver(invoice: InvoiceContent, { amounts }: Credited, { taken, otherwise }: About): string | undefined {
  if (otherwise.length === 0) return undefined
  const { totals, payable_rounding_amount: rounding = Decimal.zero, document_currency_code: currency } = invoice
  const before = sum([taken.total, ...otherwise.map(({ amount }) => amount)])
  const left = totals.tax_inclusive_amount.plus(rounding).minus(before)
  if (new Taken([amounts]).total.compare(left) <= 0) return undefined
  const numbers = otherwise.slice(0, numbersMax).map(({ documentNumber }) => documentNumber)
  const more = otherwise.length > numbersMax ? ', …' : ''
  const others = `it has other credit notes too (${numbers.join(', ')}${more})`
  if (left.sign <= 0) return `Nothing is left to be credited: ${others}`
  return `Only ${left.rescaled(2)} ${currency} of the invoice is left to be credited: ${others}`
}

const numbersMax = 5

/** What the billing frequency OTH means, unless the caller explains it in a note of its own. */
function explanationOf({ invoice_period, note }: InvoiceContent): { readonly note?: string } {
  return invoice_period?.description === 'OTH' && note !== undefined ? { note } : {}
}

/** What an invoice says of the supply, which its credit note says again. */
function supplyOf(invoice: InvoiceContent) {
  const {
    document_number: _number,
    document_source: _source,
    issue_date: _date,
    issue_time: _time,
    due_date: _due,
    invoice_type_code: _type,
    note: _note,
    accounting_supplier_party: _supplier,
    accounting_customer_party: _customer,
    billing_reference: _billing,
    payment_means: _means,
    payment_terms: _terms,
    prepaid_amount: _prepaid,
    payable_rounding_amount: _rounding,
    attachments: _attachments,
    charges: _charges,
    allowances: _allowances,
    document_lines: _lines,
    totals: _totals,
    ...supply
  } = invoice
  return supply
}

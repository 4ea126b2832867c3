import { Decimal, sum } from '@selfbill/schematron/decimal'
import { type Message, message, withCommas } from '../../messages/message.ts'
import type { InvoiceContent } from '../answer.ts'
import type { FieldErrors } from '../declaration/field-errors.ts'
import type { CreditNoteRequest, SalesCreditNoteRequest } from '../document.ts'
import { type Credited, creditAmounts } from './credit-amounts.ts'
import type { CreditRequest } from './credit-request.ts'
import { CreditedSoFar } from './credited-so-far.ts'
import { flagsFor, salesTypeOf } from './sales-type.ts'

/**
 * Writes the request of a credit note for an invoice. Parties, references and terms of supply come
 * from the invoice; amounts are its parts. Data that concerns only the invoice is left out:
 * payment, prepaid amounts (they are paid back), note and files. The note is copied only where it
 * explains the billing frequency OTH (ibr-160-ae). Source: docs/decisions/0032,
 * docs/decisions/0050.
 */
export function creditNoteOf(invoice: InvoiceContent, request: CreditRequest, about: About): CreditNoteDraft {
  const credited = creditAmounts(invoice, about.creditedSoFar, request.lines)
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
  readonly creditedSoFar: CreditedSoFar
  /** Other credit notes that refer to this invoice only, without naming its lines. */
  readonly otherCreditNotes: readonly { readonly documentNumber: string; readonly amount: Decimal }[]
  /** The issue date if the request has none. */
  readonly today: string
}

export type CreditNoteDraft =
  | { readonly request: CreditNoteRequest | SalesCreditNoteRequest; readonly credited: Credited }
  | { readonly errors: FieldErrors }

/**
 * The lines already limit what can be credited. Other credit notes name no lines, so only the total
 * shows whether too much is credited.
 */
function excessOver(
  invoice: InvoiceContent,
  { amounts }: Credited,
  { creditedSoFar, otherCreditNotes }: About,
): Message | undefined {
  if (otherCreditNotes.length === 0) return undefined
  const { totals, payable_rounding_amount: rounding = Decimal.zero, document_currency_code: currency } = invoice
  const before = sum([creditedSoFar.total, ...otherCreditNotes.map(({ amount }) => amount)])
  const left = totals.tax_inclusive_amount.plus(rounding).minus(before)
  if (new CreditedSoFar([amounts]).total.compare(left) <= 0) return undefined
  const shown = otherCreditNotes.slice(0, numbersMax).map(({ documentNumber }) => documentNumber)
  const numbers = withCommas(otherCreditNotes.length > numbersMax ? [...shown, '…'] : shown)
  if (left.sign <= 0) return message('nothing_left_beside', { numbers })
  return message('only_left_beside', { left: String(left.rescaled(2)), currency, numbers })
}

const numbersMax = 5

/**
 * The invoice's note, if it explains the billing frequency OTH. The caller's own note replaces it.
 */
function explanationOf({ invoice_period, note }: InvoiceContent): { readonly note?: string } {
  return invoice_period?.description === 'OTH' && note !== undefined ? { note } : {}
}

/** The terms of supply, which the credit note repeats. */
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
    judged_by: _judged,
    charges: _charges,
    allowances: _allowances,
    document_lines: _lines,
    totals: _totals,
    ...supply
  } = invoice
  return supply
}

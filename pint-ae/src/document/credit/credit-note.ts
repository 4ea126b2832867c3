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
  if (left.sign <= 0) return message('nothing_left_beside_other_credit_notes', { numbers })
  return message('little_left_beside_other_credit_notes', { left: String(left.rescaled(2)), currency, numbers })
}

const numbersMax = 5

/**
 * The invoice's note, if it explains the billing frequency OTH. The caller's own note replaces it.
 */
function explanationOf({ invoice_period, note }: InvoiceContent): { readonly note?: string } {
  return invoice_period?.description === 'OTH' && note !== undefined ? { note } : {}
}

/**
 * Whether a credit note repeats the member: the terms of supply. Every member of an invoice must
 * have its line here, or this does not compile.
 */
const isRepeated = {
  document_number: false,
  issue_date: false,
  issue_time: false,
  invoice_type_code: false,
  due_date: false,
  profile_execution_id: true,
  document_currency_code: true,
  tax_currency_code: true,
  tax_exchange_rate: true,
  document_source: false,
  accounting_cost: true,
  buyer_reference: true,
  note: false,
  invoice_period: true,
  order_reference: true,
  billing_reference: false,
  despatch_document_reference: true,
  receipt_document_reference: true,
  statement_document_reference: true,
  originator_document_reference: true,
  contract_document_reference: true,
  project_reference: true,
  accounting_supplier_party: false,
  accounting_customer_party: false,
  buyer_customer_party: true,
  seller_supplier_party: true,
  payee_party: true,
  tax_representative_party: true,
  delivery: true,
  payment_means: false,
  payment_terms: false,
  attachments: false,
  charges: false,
  allowances: false,
  prepaid_amount: false,
  payable_rounding_amount: false,
  document_lines: false,
  judged_by: false,
  totals: false,
} as const satisfies Readonly<Record<MemberOf<InvoiceContent>, boolean>>

type MemberOf<Content> = Content extends unknown ? keyof Content : never
type Repeated = {
  [Member in keyof typeof isRepeated]: (typeof isRepeated)[Member] extends true ? Member : never
}[keyof typeof isRepeated]

const repeated: ReadonlySet<string> = new Set(
  Object.entries(isRepeated).flatMap(([member, is]) => (is ? [member] : [])),
)

function supplyOf(invoice: InvoiceContent): Pick<InvoiceContent, Repeated> {
  const supply: object = Object.fromEntries(Object.entries(invoice).filter(([member]) => repeated.has(member)))
  // TypeScript cannot follow the table through the entries.
  return supply as Pick<InvoiceContent, Repeated>
}

import type { Static } from 'typebox'
import { answerEnum, answerObject, instant, orNull } from './declaration/answer-shapes.ts'
import { list, namedObject, object, optional } from './declaration/declare.ts'
import { decimal, identifier, text } from './declaration/leaves.ts'
import { Type } from './declaration/type.ts'
import { CreditNoteRequest, InvoiceRequest, SalesCreditNoteRequest, SalesInvoiceRequest } from './document.ts'
import { vatCategory } from './objects/codes.ts'
import { JudgedBy } from './objects/judged-by.ts'
import { DocumentLine } from './objects/line.ts'
import { CustomerParty, SupplierParty } from './objects/party.ts'
import { rootTotals } from './root-totals.ts'

// An issued document: everything that was sent, and everything that the service computed and
// minted. The same shape is stored, answered and written as UBL. Source:
// docs/contract.md#documents.

const money = () => decimal({ decimalsMax: 2, isNegativeAllowed: true, isComputed: true })
const exact = () => decimal({ decimalsMax: 40, isNegativeAllowed: true, isComputed: true })

const AnsweredPriceAllowance = namedObject('AnsweredPriceAllowance', { amount: exact(), base_amount: exact() })

/**
 * The price in an answer: the net price is called `price_amount`, and the discount is always
 * present (0 without one).
 */
export const AnsweredPrice = namedObject('AnsweredPrice', {
  price_amount: exact(),
  base_quantity: exact(),
  allowance: AnsweredPriceAllowance,
})

/** Computed members of a line. The AED amounts are present only in another document currency. */
export const LineFigures = object({
  base_amount: money(),
  net_amount: money(),
  tax_amount: money(),
  total_amount: money(),
  tax_amount_in_aed: optional(money()),
  total_amount_in_aed: optional(money()),
})

export const AnsweredLine = namedObject('AnsweredLine', {
  ...DocumentLine.properties,
  price: AnsweredPrice,
  ...LineFigures.properties,
})

/** One VAT breakdown group (IBG-23). */
export const TaxBreakdown = namedObject('TaxBreakdown', {
  tax_category_code: vatCategory(),
  tax_percentage: optional(exact()),
  taxable_amount: money(),
  tax_amount: money(),
  tax_exemption_reason_code: optional(identifier()),
  tax_exemption_reason: optional(text()),
})

/**
 * Totals of a document (IBG-22, IBG-23) in its currency, and the AED figures. Source:
 * docs/contract.md#calculation `totals`.
 */
export const Totals = namedObject('Totals', {
  line_extension_amount: money(),
  allowance_total_amount: money(),
  charge_total_amount: money(),
  tax_exclusive_amount: money(),
  tax_amount: money(),
  tax_amount_in_aed: money(),
  tax_inclusive_amount: money(),
  prepaid_amount: money(),
  payable_rounding_amount: money(),
  payable_amount: money(),
  payable_amount_in_aed: money(),
  total_item_allowances: money(),
  total_item_charges: money(),
  total_taxable_amount: money(),
  total_non_taxable_amount: money(),
  tax_breakdown: list(TaxBreakdown, 30_000),
})

const AnsweredAttachment = namedObject('AnsweredAttachment', {
  id: identifier(),
  file_name: text(),
  file_type: identifier(),
})

const issuedMembers = {
  document_number: identifier(),
  document_source: text(),
  document_lines: list(AnsweredLine, 10_000, 1),
  attachments: optional(list(AnsweredAttachment, 20)),
  judged_by: optional(JudgedBy),
  totals: Totals,
}

// The party of the business profile, next to the caller's party.
const buyer = { accounting_customer_party: CustomerParty }
const seller = { accounting_supplier_party: SupplierParty }
const reason = { reason: text(5000) }

/** Members of a request that become part of the document. */
function kept<Members extends { readonly expected_totals: unknown }>(members: Members) {
  const { expected_totals: _, ...others } = members
  return others
}

/**
 * An issued document by family, without the members that only the database knows (id, organisation,
 * sequence, status).
 */
export const contents = {
  'purchase-invoices': object({ ...kept(InvoiceRequest.properties), ...issuedMembers, ...buyer }),
  'purchase-credit-notes': object({ ...kept(CreditNoteRequest.properties), ...issuedMembers, ...buyer, ...reason }),
  'sales-invoices': object({ ...kept(SalesInvoiceRequest.properties), ...issuedMembers, ...seller }),
  'sales-credit-notes': object({ ...kept(SalesCreditNoteRequest.properties), ...issuedMembers, ...seller, ...reason }),
} as const

/** An operation of a JSON Patch (RFC 6902). */
const PatchOperation = answerObject('PatchOperation', {
  op: Type.Enum(['add', 'replace']),
  path: Type.String(),
  value: Type.String(),
})

/**
 * A failed rule. Source: docs/contract.md#status; `field` and the members after it are our
 * additions.
 */
export const ValidationResult = answerObject('ValidationResult', {
  flag: Type.String(),
  reasonCode: Type.String(),
  text: Type.String(),
  location: Type.String(),
  test: Type.String(),
  field: orNull(Type.String()),
  value: orNull(Type.String({ maxLength: 200 })),
  fix: orNull(Type.Array(PatchOperation, { minItems: 1, maxItems: 1 })),
  official: Type.Boolean(),
})

/** The status of the whole document. */
export const OverallStatus = answerEnum('OverallStatus', ['PENDING', 'APPROVED', 'REJECTED', 'VALIDATION_FAILED'])

/** The status from one corner; null until there is one. */
export const NullableVerdict = orNull(answerEnum('Verdict', ['APPROVED', 'REJECTED']))

/** The status of the document on the network. Source: docs/contract.md#status. */
const PeppolStatus = answerObject('PeppolStatus', {
  overall_status: OverallStatus,
  participant_status: NullableVerdict,
  fta_status: NullableVerdict,
  validation_results: Type.Array(ValidationResult),
})

/** A legal hold. Source: docs/decisions/0108. */
export const LegalHold = answerObject('LegalHold', {
  reason: Type.String(),
  held_by: Type.String(),
  held_since: instant(),
})

export const MetaInfo = answerObject('MetaInfo', {
  peppol_status: orNull(PeppolStatus),
  legal_hold: Type.Optional(LegalHold),
  content_removed_at: Type.Optional(instant()),
})

const systemMembers = {
  id: Type.String({ format: 'uuid' }),
  org_id: Type.String({ format: 'uuid' }),
  document_sequence: Type.Integer({ minimum: 1 }),
  meta_info: MetaInfo,
}

/** Members that answers have only in compatibility mode. Source: docs/decisions/0053. */
const compatibleMembers = {
  document_status: Type.Optional(Type.Literal('ACTIVE')),
  is_phase2_document: Type.Optional(Type.Boolean()),
}
const compatibleDates = {
  supply_date: Type.Optional(Type.String({ format: 'date' })),
  effective_tax_point_date: Type.Optional(Type.String({ format: 'date' })),
}

/** Names of these members; clients that build a request from an answer send them back. */
export const compatibleNames: readonly string[] = Object.keys({ ...compatibleMembers, ...compatibleDates })

const shownAgain = Type.Pick(Totals, [...rootTotals]).properties

const invoiceMembers = { ...shownAgain, ...compatibleMembers, ...compatibleDates }
const creditNoteMembers = { ...shownAgain, ...compatibleMembers }

/** Answers to a create or a read. */
export const PurchaseInvoice = namedObject('PurchaseInvoice', {
  ...systemMembers,
  ...contents['purchase-invoices'].properties,
  ...invoiceMembers,
})
export const PurchaseCreditNote = namedObject('PurchaseCreditNote', {
  ...systemMembers,
  ...contents['purchase-credit-notes'].properties,
  ...creditNoteMembers,
})
export const SalesInvoice = namedObject('SalesInvoice', {
  ...systemMembers,
  ...contents['sales-invoices'].properties,
  ...invoiceMembers,
})
export const SalesCreditNote = namedObject('SalesCreditNote', {
  ...systemMembers,
  ...contents['sales-credit-notes'].properties,
  ...creditNoteMembers,
})

export type AnsweredLine = Static<typeof AnsweredLine>
export type AnsweredPrice = Static<typeof AnsweredPrice>
export type LineFigures = Static<typeof LineFigures>
export type TaxBreakdown = Static<typeof TaxBreakdown>
export type Totals = Static<typeof Totals>
export type ContentOf<Of extends keyof typeof contents> = Static<(typeof contents)[Of]>
export type InvoiceContent = ContentOf<'purchase-invoices'> | ContentOf<'sales-invoices'>
export type CreditNoteContent = ContentOf<'purchase-credit-notes'> | ContentOf<'sales-credit-notes'>
export type DocumentContent = InvoiceContent | CreditNoteContent
export type ValidationResult = Static<typeof ValidationResult>
export type PeppolStatus = Static<typeof PeppolStatus>

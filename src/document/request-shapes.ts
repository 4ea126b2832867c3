import type { Static, TSchema } from 'typebox'
import { creditReasons } from '../codelists/codelists.ts'
import { object, optional } from './declaration/declare.ts'
import { date, longText, oneOf } from './declaration/leaves.ts'
import { bodyMembers, firstMembers, headMembers } from './document-members.ts'
import type { Family } from './family.ts'
import { SalesCustomerParty, SupplierParty } from './objects/party.ts'
import { rootTotals } from './root-totals.ts'

// The members of the four requests: invoice and credit note, purchase and sale. `document.ts` adds
// the rules.

const invoiceMembers = { due_date: date(), ...headMembers }
const creditNoteMembers = {
  due_date: optional(date()),
  discrepancy_response: oneOf([...creditReasons.keys()]),
  reason: optional(longText()),
  ...headMembers,
}

const neverSent = ['id', 'org_id', 'document_sequence', 'totals', ...rootTotals, 'meta_info', 'tax_point_date']
// One party always comes from the business profile in the path, regardless of the request
// (docs/contract.md#requests): the buyer of a purchase, which issues it, and the seller of a sale.
const purchase = { neverSent, ignored: ['accounting_customer_party'] }
const sale = { neverSent, ignored: ['accounting_supplier_party'] }
const supplier = { accounting_supplier_party: SupplierParty }
const customer = { accounting_customer_party: SalesCustomerParty }

/**
 * The request of a self-billed purchase invoice. Source: docs/contract.md#document-root;
 * docs/contract.md#documents.
 */
export const InvoiceRequest = object(
  { ...firstMembers, invoice_type_code: oneOf(['389']), ...invoiceMembers, ...supplier, ...bodyMembers },
  purchase,
)

/**
 * The request of a self-billed purchase credit note. Source: docs/contract.md#document-root;
 * docs/contract.md#documents.
 */
export const CreditNoteRequest = object(
  { ...firstMembers, credit_note_type_code: oneOf(['261']), ...creditNoteMembers, ...supplier, ...bodyMembers },
  purchase,
)

/**
 * The request of a sales invoice (380), or of one out of scope of VAT (480), with the parties
 * swapped. Source: docs/contract.md#operations.
 */
export const SalesInvoiceRequest = object(
  { ...firstMembers, invoice_type_code: oneOf(['380', '480']), ...invoiceMembers, ...customer, ...bodyMembers },
  sale,
)

/**
 * The request of a sales credit note (381), or of one out of scope of VAT (81). Source:
 * docs/contract.md#documents.
 */
export const SalesCreditNoteRequest = object(
  { ...firstMembers, credit_note_type_code: oneOf(['381', '81']), ...creditNoteMembers, ...customer, ...bodyMembers },
  sale,
)

/** Requests by the family of the document. */
export const requests = {
  'purchase-invoices': InvoiceRequest,
  'purchase-credit-notes': CreditNoteRequest,
  'sales-invoices': SalesInvoiceRequest,
  'sales-credit-notes': SalesCreditNoteRequest,
} as const satisfies Readonly<Record<Family, TSchema>>

export type InvoiceRequest = Static<typeof InvoiceRequest>
export type CreditNoteRequest = Static<typeof CreditNoteRequest>
export type SalesInvoiceRequest = Static<typeof SalesInvoiceRequest>
export type SalesCreditNoteRequest = Static<typeof SalesCreditNoteRequest>
export type DocumentRequest = InvoiceRequest | CreditNoteRequest | SalesInvoiceRequest | SalesCreditNoteRequest

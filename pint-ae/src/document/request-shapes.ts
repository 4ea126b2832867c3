import type { Static, TSchema } from 'typebox'
import { namedObject, optional } from './declaration/declare.ts'
import { date, longText, oneOf } from './declaration/leaves.ts'
import { bodyMembers, firstMembers, headMembers } from './document-members.ts'
import type { Family } from './family.ts'
import { creditReason, salesCreditNoteType, salesInvoiceType } from './objects/codes.ts'
import { ExpectedTotals } from './objects/expected-totals.ts'
import { SalesCustomerParty, SupplierParty } from './objects/party.ts'
import { rootTotals } from './root-totals.ts'

// The members of the four requests: invoice and credit note, purchase and sale. `document.ts` adds
// the rules.

const invoiceMembers = { due_date: date(), ...headMembers }
const creditNoteMembers = {
  due_date: optional(date()),
  discrepancy_response: creditReason(),
  reason: optional(longText()),
  ...headMembers,
}

const neverSent = ['id', 'org_id', 'document_sequence', 'totals', ...rootTotals, 'meta_info', 'tax_point_date']
// One party always comes from the business profile in the path, regardless of the request
// (docs/contract.md#requests): the buyer of a purchase, which issues it, and the seller of a sale.
const purchase = { neverSent, ignored: ['accounting_customer_party'] }
const sale = { neverSent, ignored: ['accounting_supplier_party'] }
/** Members of requests that are compared with the document, and no part of it. */
const compared = {
  expected_totals: optional(ExpectedTotals),
}
const supplier = { accounting_supplier_party: SupplierParty }
const customer = { accounting_customer_party: SalesCustomerParty }

/**
 * The request of a self-billed purchase invoice. Source: docs/contract.md#document-root;
 * docs/contract.md#documents.
 */
export const InvoiceRequest = namedObject(
  'InvoiceRequest',
  { ...firstMembers, invoice_type_code: oneOf(['389']), ...invoiceMembers, ...supplier, ...bodyMembers, ...compared },
  purchase,
)

/**
 * The request of a self-billed purchase credit note. Source: docs/contract.md#document-root;
 * docs/contract.md#documents.
 */
export const CreditNoteRequest = namedObject(
  'CreditNoteRequest',
  {
    ...firstMembers,
    credit_note_type_code: oneOf(['261']),
    ...creditNoteMembers,
    ...supplier,
    ...bodyMembers,
    ...compared,
  },
  purchase,
)

/**
 * The request of a sales invoice (380), or of one out of scope of VAT (480), with the parties
 * swapped. Source: docs/contract.md#operations.
 */
export const SalesInvoiceRequest = namedObject(
  'SalesInvoiceRequest',
  {
    ...firstMembers,
    invoice_type_code: salesInvoiceType(),
    ...invoiceMembers,
    ...customer,
    ...bodyMembers,
    ...compared,
  },
  sale,
)

/**
 * The request of a sales credit note (381), or of one out of scope of VAT (81). Source:
 * docs/contract.md#documents.
 */
export const SalesCreditNoteRequest = namedObject(
  'SalesCreditNoteRequest',
  {
    ...firstMembers,
    credit_note_type_code: salesCreditNoteType(),
    ...creditNoteMembers,
    ...customer,
    ...bodyMembers,
    ...compared,
  },
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

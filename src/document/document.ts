import type { Static, TSchema } from 'typebox'
import { creditReasons, currencies } from '../codelists/codelists.ts'
import { addRules, described, list, object, optional } from './declaration/declare.ts'
import {
  amount,
  date,
  decimal,
  identifier,
  longText,
  matching,
  oneOf,
  text,
  textWithoutCard,
  time,
} from './declaration/leaves.ts'
import {
  creditNoteCurrenciesAgree,
  creditRefersToInvoice,
  customerTaxSchemeFits,
  flagsAreServed,
  invoiceCurrenciesAgree,
  linePeriodsLieWithin,
  principalIsAnother,
} from './document-rules.ts'
import type { Family } from './family.ts'
import { Attachment } from './objects/attachment.ts'
import { DocumentCharge } from './objects/charge.ts'
import { DocumentLine } from './objects/line.ts'
import { SalesCustomerParty, SupplierParty } from './objects/party.ts'
import { PaymentMeans, PaymentTerms } from './objects/payment.ts'
import { InvoicePeriod } from './objects/period.ts'
import {
  BuyerCustomerParty,
  Delivery,
  DocumentReference,
  OrderReference,
  PayeeParty,
  ProjectReference,
  SellerSupplierParty,
  TaxExchangeRate,
  TaxRepresentativeParty,
} from './objects/references.ts'
import { rootTotals } from './root-totals.ts'

const currency = () => oneOf(currencies, 'Title must be a valid currency code')

// In the order of an answer: what identifies the document first, its lines last.
const firstMembers = {
  document_number: optional(
    described(identifier(), 'Minted when absent, unless the organisation numbers its documents itself'),
  ),
  issue_date: date(),
  issue_time: optional(time()),
}

const headMembers = {
  profile_execution_id: described(
    matching(/^[01]{8}$/, 'Profile execution id must be 8 digits and only contain 0 or 1'),
    'Flags: free trade zone, deemed supply, profit margin, summary, continuous supply, disclosed agent, e-commerce, exports',
  ),
  document_currency_code: currency(),
  tax_currency_code: optional(oneOf(['AED'])),
  tax_exchange_rate: optional(TaxExchangeRate),
  document_source: optional(described(text(), 'The system it comes from; API when absent')),
  accounting_cost: optional(text()),
  buyer_reference: optional(text()),
  note: optional(textWithoutCard(5000)),
  invoice_period: optional(InvoicePeriod),
  order_reference: optional(OrderReference),
  billing_reference: optional(list(DocumentReference)),
  despatch_document_reference: optional(DocumentReference),
  receipt_document_reference: optional(DocumentReference),
  statement_document_reference: optional(DocumentReference),
  originator_document_reference: optional(DocumentReference),
  contract_document_reference: optional(DocumentReference),
  project_reference: optional(ProjectReference),
}

// The party that the caller names stands between the two.
const bodyMembers = {
  buyer_customer_party: optional(BuyerCustomerParty),
  seller_supplier_party: optional(SellerSupplierParty),
  payee_party: optional(PayeeParty),
  tax_representative_party: optional(TaxRepresentativeParty),
  delivery: optional(Delivery),
  payment_means: optional(list(PaymentMeans)),
  payment_terms: optional(PaymentTerms),
  attachments: optional(list(Attachment, 20)),
  charges: optional(list(DocumentCharge)),
  allowances: optional(list(DocumentCharge)),
  prepaid_amount: optional(amount()),
  payable_rounding_amount: optional(decimal({ decimalsMax: 2, isNegativeAllowed: true })),
  document_lines: list(DocumentLine, 10_000, 1),
}

const invoiceMembers = { due_date: date(), ...headMembers }
const creditNoteMembers = {
  due_date: optional(date()),
  discrepancy_response: oneOf([...creditReasons.keys()]),
  reason: optional(longText()),
  ...headMembers,
}

const neverSent = ['id', 'org_id', 'document_sequence', 'totals', ...rootTotals, 'meta_info', 'tax_point_date']
// One party is the business profile in the path, whatever the caller sends (decisions §1): the buyer of a purchase, who issues
// it, and the seller of a sale.
const purchase = { neverSent, ignored: ['accounting_customer_party'] }
const sale = { neverSent, ignored: ['accounting_supplier_party'] }
const supplier = { accounting_supplier_party: SupplierParty }
const customer = { accounting_customer_party: SalesCustomerParty }

/** A self-billed purchase invoice as a caller sends it. Source: contract, "Document root"; decisions §2. */
export const InvoiceRequest = object(
  { ...firstMembers, invoice_type_code: oneOf(['389']), ...invoiceMembers, ...supplier, ...bodyMembers },
  purchase,
)

addRules(InvoiceRequest, flagsAreServed, principalIsAnother, linePeriodsLieWithin, invoiceCurrenciesAgree)

/** A self-billed purchase credit note as a caller sends it. Source: contract, "POST purchase-credit-notes"; decisions §2. */
export const CreditNoteRequest = object(
  { ...firstMembers, credit_note_type_code: oneOf(['261']), ...creditNoteMembers, ...supplier, ...bodyMembers },
  purchase,
)

addRules(
  CreditNoteRequest,
  flagsAreServed,
  principalIsAnother,
  linePeriodsLieWithin,
  creditNoteCurrenciesAgree,
  creditRefersToInvoice,
)

/** A sales invoice (380), or one out of scope of VAT (480): the same with the sides swapped. Source: decisions §4. */
export const SalesInvoiceRequest = object(
  { ...firstMembers, invoice_type_code: oneOf(['380', '480']), ...invoiceMembers, ...customer, ...bodyMembers },
  sale,
)

addRules(SalesInvoiceRequest, flagsAreServed, linePeriodsLieWithin, invoiceCurrenciesAgree, customerTaxSchemeFits)

/** A sales credit note (381), or one out of scope of VAT (81). Source: decisions §2, §4. */
export const SalesCreditNoteRequest = object(
  { ...firstMembers, credit_note_type_code: oneOf(['381', '81']), ...creditNoteMembers, ...customer, ...bodyMembers },
  sale,
)

addRules(
  SalesCreditNoteRequest,
  flagsAreServed,
  linePeriodsLieWithin,
  creditNoteCurrenciesAgree,
  creditRefersToInvoice,
  customerTaxSchemeFits,
)

/** What a caller sends, by the family of the document it is to become. */
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

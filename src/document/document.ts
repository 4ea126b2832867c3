import type { Static } from 'typebox'
import { creditReasons, currencies } from '../codelists/codelists.ts'
import { addRules, list, object, optional } from './declare.ts'
import {
  creditNoteCurrenciesAgree,
  creditRefersToInvoice,
  flagsAreServed,
  invoiceCurrenciesAgree,
  linePeriodsLieWithin,
  principalIsAnother,
} from './document-rules.ts'
import { amount, date, decimal, identifier, longText, matching, oneOf, text, textWithoutCard, time } from './leaves.ts'
import { Attachment } from './objects/attachment.ts'
import { DocumentCharge } from './objects/charge.ts'
import { DocumentLine } from './objects/line.ts'
import { SupplierParty } from './objects/party.ts'
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

const currency = () => oneOf(currencies, 'Title must be a valid currency code')

// In the order of an answer: what identifies the document first, its lines last.
const firstMembers = {
  document_number: optional(identifier()),
  issue_date: date(),
  issue_time: optional(time()),
}

const sharedMembers = {
  profile_execution_id: matching(/^[01]{8}$/, 'Profile execution id must be 8 digits and only contain 0 or 1'),
  document_currency_code: currency(),
  tax_currency_code: optional(oneOf(['AED'])),
  tax_exchange_rate: optional(TaxExchangeRate),
  document_source: optional(text()),
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
  accounting_supplier_party: SupplierParty,
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

const neverSent = ['id', 'org_id', 'document_sequence', 'totals', 'meta_info', 'tax_point_date']
// The service sets the customer from the business profile in the path, whatever the caller sends (decisions §1).
const ignored = ['accounting_customer_party']

/** A self-billed purchase invoice as a caller sends it. Source: contract, "Document root"; decisions §2. */
export const InvoiceRequest = object(
  { ...firstMembers, invoice_type_code: oneOf(['389']), due_date: date(), ...sharedMembers },
  { neverSent, ignored },
)

addRules(InvoiceRequest, flagsAreServed, principalIsAnother, linePeriodsLieWithin, invoiceCurrenciesAgree)

/** A self-billed purchase credit note as a caller sends it. Source: contract, "POST purchase-credit-notes"; decisions §2. */
export const CreditNoteRequest = object(
  {
    ...firstMembers,
    credit_note_type_code: oneOf(['261']),
    due_date: optional(date()),
    discrepancy_response: oneOf([...creditReasons.keys()]),
    reason: optional(longText()),
    ...sharedMembers,
  },
  { neverSent, ignored },
)

addRules(
  CreditNoteRequest,
  flagsAreServed,
  principalIsAnother,
  linePeriodsLieWithin,
  creditNoteCurrenciesAgree,
  creditRefersToInvoice,
)

export type InvoiceRequest = Static<typeof InvoiceRequest>
export type CreditNoteRequest = Static<typeof CreditNoteRequest>

import { list, optional } from './declaration/declare.ts'
import {
  amount,
  date,
  decimal,
  identifier,
  matching,
  oneOf,
  text,
  textWithoutCard,
  time,
} from './declaration/leaves.ts'
import { Attachment } from './objects/attachment.ts'
import { DocumentCharge } from './objects/charge.ts'
import { currencyCode } from './objects/codes.ts'
import { DocumentLine } from './objects/line.ts'
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

/**
 * Members of every document in the order of an answer: identification first, lines last. Source:
 * docs/contract.md#document-root.
 */
export const firstMembers = {
  document_number: optional(identifier()),
  issue_date: date(),
  issue_time: optional(time()),
}

/** Members before the caller's party. */
export const headMembers = {
  profile_execution_id: matching(/^[01]{8}$/, 'must_be_flags'),
  document_currency_code: currencyCode(),
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
}

/** Members after the caller's party. */
export const bodyMembers = {
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

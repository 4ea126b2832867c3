import { type Element, leaf, tree } from '@selfbill/schematron/xml'
import type { InvoiceContent } from '../document/answer.ts'
import type { ComputedDocument } from '../document/computed-document.ts'
import { additionalDocuments } from './elements/additional-documents.ts'
import { documentCharges } from './elements/charge.ts'
import { currenciesOf } from './elements/currency.ts'
import { delivery } from './elements/delivery.ts'
import { taxCurrency, taxExchangeRate } from './elements/exchange-rate.ts'
import { textLeaf } from './elements/leaves.ts'
import { documentLine } from './elements/line.ts'
import { otherParties } from './elements/other-parties.ts'
import { customerParty, supplierParty } from './elements/party.ts'
import { paymentMeans, paymentTerms } from './elements/payment.ts'
import { invoicePeriod } from './elements/period.ts'
import { billingReferences, orderReference, projectReference, references } from './elements/references.ts'
import { monetaryTotal, taxTotals } from './elements/totals.ts'
import { cbc, roots } from './names.ts'
import { profileOf } from './profile.ts'

/**
 * An invoice with its children in the order of the UBL 2.1 schema, which differs from a credit
 * note's.
 */
export function invoice(document: ComputedDocument, content: InvoiceContent): Element {
  const profile = profileOf(document.family)
  const currencies = currenciesOf(content)
  const refers = references(content)
  return tree(roots.Invoice, [
    leaf(cbc.CustomizationID, profile.customizationId),
    leaf(cbc.ProfileID, profile.profileId),
    leaf(cbc.ProfileExecutionID, content.profile_execution_id, 'profile_execution_id'),
    leaf(cbc.ID, content.document_number, 'document_number'),
    leaf(cbc.UUID, document.id),
    leaf(cbc.IssueDate, content.issue_date, 'issue_date'),
    textLeaf(cbc.IssueTime, content.issue_time, 'issue_time'),
    leaf(cbc.DueDate, content.due_date, 'due_date'),
    leaf(cbc.InvoiceTypeCode, content.invoice_type_code, 'invoice_type_code'),
    textLeaf(cbc.Note, content.note, 'note'),
    leaf(cbc.DocumentCurrencyCode, content.document_currency_code, 'document_currency_code'),
    taxCurrency(content, currencies),
    textLeaf(cbc.AccountingCost, content.accounting_cost, 'accounting_cost'),
    textLeaf(cbc.BuyerReference, content.buyer_reference, 'buyer_reference'),
    invoicePeriod(content.invoice_period),
    orderReference(content.order_reference),
    ...billingReferences(content.billing_reference),
    refers.despatch,
    refers.receipt,
    refers.statement,
    refers.originator,
    refers.contract,
    ...additionalDocuments(document),
    projectReference(content.project_reference),
    supplierParty(content.accounting_supplier_party),
    customerParty(content.accounting_customer_party),
    ...otherParties(content),
    delivery(content.delivery),
    ...paymentMeans(content.payment_means),
    paymentTerms(content.payment_terms, currencies),
    ...documentCharges(content, currencies),
    taxExchangeRate(content, currencies),
    ...taxTotals(content.totals, currencies),
    monetaryTotal(content, currencies),
    ...content.document_lines.map((line, at) => documentLine(line, at, 'invoice', currencies)),
  ])
}

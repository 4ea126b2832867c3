import { branch, type Element, leaf, tree } from '@selfbill/schematron/xml'
import { creditReasons } from '../codelists/codelists.ts'
import type { CreditNoteContent, DocumentContent, InvoiceContent } from '../document/answer.ts'
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
import { cac, cbc, roots } from './names.ts'
import { profileOf } from './profile.ts'

/**
 * Writes a document as UBL 2.1: PINT AE Self-Billing 1.0.4 for purchases, PINT AE Billing for
 * sales. The `origin` of each element is the request member that it was written from. Computed
 * elements have no origin.
 */
export function ublDocument(document: ComputedDocument): Element {
  const { content } = document
  return isCreditNoteContent(content) ? creditNote(document, content) : invoice(document, content)
}

function isCreditNoteContent(content: DocumentContent): content is CreditNoteContent {
  return 'credit_note_type_code' in content
}

/**
 * An invoice with its children in the order of the UBL 2.1 schema, which differs from a credit
 * note's.
 */
function invoice(document: ComputedDocument, content: InvoiceContent): Element {
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

/**
 * A credit note with its children in the order of the UBL 2.1 schema. UBL has no element for its
 * due date or its project, so these are in the payment means and in an additional document.
 */
function creditNote(document: ComputedDocument, content: CreditNoteContent): Element {
  const profile = profileOf(document.family)
  const currencies = currenciesOf(content)
  const refers = references(content)
  return tree(roots.CreditNote, [
    leaf(cbc.CustomizationID, profile.customizationId),
    leaf(cbc.ProfileID, profile.profileId),
    leaf(cbc.ProfileExecutionID, content.profile_execution_id, 'profile_execution_id'),
    leaf(cbc.ID, content.document_number, 'document_number'),
    leaf(cbc.UUID, document.id),
    leaf(cbc.IssueDate, content.issue_date, 'issue_date'),
    textLeaf(cbc.IssueTime, content.issue_time, 'issue_time'),
    leaf(cbc.CreditNoteTypeCode, content.credit_note_type_code, 'credit_note_type_code'),
    textLeaf(cbc.Note, content.note, 'note'),
    leaf(cbc.DocumentCurrencyCode, content.document_currency_code, 'document_currency_code'),
    taxCurrency(content, currencies),
    textLeaf(cbc.AccountingCost, content.accounting_cost, 'accounting_cost'),
    textLeaf(cbc.BuyerReference, content.buyer_reference, 'buyer_reference'),
    invoicePeriod(content.invoice_period),
    discrepancyResponse(content),
    orderReference(content.order_reference),
    ...billingReferences(content.billing_reference),
    refers.despatch,
    refers.receipt,
    refers.contract,
    ...additionalDocuments(document, content.project_reference),
    refers.statement,
    refers.originator,
    supplierParty(content.accounting_supplier_party),
    customerParty(content.accounting_customer_party),
    ...otherParties(content),
    delivery(content.delivery),
    ...paymentMeans(content.payment_means, content.due_date),
    paymentTerms(content.payment_terms, currencies),
    taxExchangeRate(content, currencies),
    ...documentCharges(content, currencies),
    ...taxTotals(content.totals, currencies),
    monetaryTotal(content, currencies),
    ...content.document_lines.map((line, at) => documentLine(line, at, 'credit note', currencies)),
  ])
}

/** The reason of the credit (BTAE-03) as code and text. The default text is that of the code. */
function discrepancyResponse({ discrepancy_response: code, reason }: CreditNoteContent): Element | undefined {
  const isOwnWords = reason !== creditReasons.get(code)
  return branch(cac.DiscrepancyResponse, [
    leaf(cbc.ResponseCode, code, 'discrepancy_response'),
    leaf(cbc.Description, reason, isOwnWords ? 'reason' : 'discrepancy_response'),
  ])
}

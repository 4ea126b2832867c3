import { branch, type Element, leaf, type Name } from '@selfbill/schematron/xml'
import type { DocumentContent } from '../../document/answer.ts'
import type { DocumentReference } from '../../document/objects/references.ts'
import { cac, cbc } from '../names.ts'
import { textLeaf } from './leaves.ts'

/** A reference to another document by its number, with its date if known. */
export function documentReference(
  name: Name,
  sent: DocumentReference | undefined,
  origin?: string,
): Element | undefined {
  if (sent === undefined) return undefined
  const children = [leaf(cbc.ID, sent.id, 'id'), textLeaf(cbc.IssueDate, sent.issue_date, 'issue_date')]
  return branch(name, children, origin)
}

/** The purchase order (IBT-013) and the seller's own order (IBT-014). */
export function orderReference(sent: DocumentContent['order_reference']): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    cac.OrderReference,
    [
      leaf(cbc.ID, sent.id, 'id'),
      textLeaf(cbc.SalesOrderID, sent.sales_order_id, 'sales_order_id'),
      textLeaf(cbc.IssueDate, sent.issue_date, 'issue_date'),
    ],
    'order_reference',
  )
}

/** Documents that this one corrects or follows (IBG-03). */
export function billingReferences(sent: readonly DocumentReference[] = []): readonly (Element | undefined)[] {
  return sent.map((reference, at) =>
    branch(
      cac.BillingReference,
      [documentReference(cac.InvoiceDocumentReference, reference)],
      `billing_reference[${at}]`,
    ),
  )
}

/** The project of an invoice (IBT-011); its name is only stored. */
export function projectReference(sent: DocumentContent['project_reference']): Element | undefined {
  return sent && branch(cac.ProjectReference, [leaf(cbc.ID, sent.id, 'id')], 'project_reference')
}

/**
 * The single references of a document, by UBL name; their order differs between invoice and credit
 * note.
 */
export function references(content: DocumentContent) {
  return {
    despatch: documentReference(
      cac.DespatchDocumentReference,
      content.despatch_document_reference,
      'despatch_document_reference',
    ),
    receipt: documentReference(
      cac.ReceiptDocumentReference,
      content.receipt_document_reference,
      'receipt_document_reference',
    ),
    statement: documentReference(
      cac.StatementDocumentReference,
      content.statement_document_reference,
      'statement_document_reference',
    ),
    originator: documentReference(
      cac.OriginatorDocumentReference,
      content.originator_document_reference,
      'originator_document_reference',
    ),
    contract: documentReference(
      cac.ContractDocumentReference,
      content.contract_document_reference,
      'contract_document_reference',
    ),
  }
}

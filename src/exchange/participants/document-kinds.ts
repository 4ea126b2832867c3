import { type DocumentIdentifiers, identifiersOf, mlsIdentifiers, taxDataIdentifiers } from '@selfbill/pint-ae/ubl'
import type { DocumentKindName } from './register.ts'

/** Document type and process of every kind that Selfbill exchanges. */
export const documentKinds: readonly DocumentKind[] = [
  { kind: 'purchase_invoices', ...identifiersOf('purchase-invoices') },
  { kind: 'purchase_credit_notes', ...identifiersOf('purchase-credit-notes') },
  { kind: 'sales_invoices', ...identifiersOf('sales-invoices') },
  { kind: 'sales_credit_notes', ...identifiersOf('sales-credit-notes') },
  { kind: 'tax_data_documents', ...taxDataIdentifiers },
  { kind: 'message_level_statuses', ...mlsIdentifiers },
]

export interface DocumentKind extends DocumentIdentifiers {
  readonly kind: DocumentKindName
}

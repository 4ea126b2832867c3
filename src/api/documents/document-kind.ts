import {
  type Family,
  PurchaseCreditNote,
  PurchaseInvoice,
  requests,
  SalesCreditNote,
  SalesInvoice,
} from '@selfbill/pint-ae/document'
import type { TSchema } from 'typebox'

/** A family as the document operations need it: each operation exists once per kind. */
export interface DocumentKind {
  readonly family: Family
  /** As operation ids spell it: `createPurchaseInvoice`, `purchaseInvoiceXml`. */
  readonly name: string
  readonly request: TSchema
  readonly answer: TSchema
}

export const documentKinds: readonly DocumentKind[] = [
  kind('purchase-invoices', 'PurchaseInvoice', PurchaseInvoice),
  kind('purchase-credit-notes', 'PurchaseCreditNote', PurchaseCreditNote),
  kind('sales-invoices', 'SalesInvoice', SalesInvoice),
  kind('sales-credit-notes', 'SalesCreditNote', SalesCreditNote),
]

/** `purchaseInvoice`, for ids that begin with it. */
export function camelName({ name }: DocumentKind): string {
  return name.charAt(0).toLowerCase() + name.slice(1)
}

function kind(family: Family, name: string, answer: TSchema): DocumentKind {
  return { family, name, request: requests[family], answer }
}

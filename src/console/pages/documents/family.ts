import { Refused } from '../../http/refused.ts'

/** The families of documents, as paths spell them. */
export const families = ['purchase-invoices', 'purchase-credit-notes', 'sales-invoices', 'sales-credit-notes'] as const

export type Family = (typeof families)[number]

export type InvoiceFamily = 'purchase-invoices' | 'sales-invoices'
type NoteFamily = Exclude<Family, InvoiceFamily>

/** The family in an address. An unknown one has no page. */
export function familyOf(text: string): Family {
  if (!isFamily(text)) throw new Refused('notFound')
  return text
}

/** The buyer issues these documents for the seller. */
export function isPurchase(family: Family): boolean {
  return family.startsWith('purchase')
}

export function isFamily(text: string | undefined): text is Family {
  return families.some((family) => family === text)
}

/** Only invoices are credited. */
export function invoiceFamilyIn(text: string): InvoiceFamily {
  if (isFamily(text) && isInvoice(text)) return text
  throw new Refused('notFound')
}

export function isInvoice(family: Family): family is InvoiceFamily {
  return !isCreditNote(family)
}

export function isCreditNote(family: Family): family is NoteFamily {
  return family === 'purchase-credit-notes' || family === 'sales-credit-notes'
}

/** The other party's member; the business profile is the one on our side. */
export function partyOf(family: Family): 'accounting_supplier_party' | 'accounting_customer_party' {
  return family.startsWith('purchase') ? 'accounting_supplier_party' : 'accounting_customer_party'
}

export const creditNotesOf = {
  'purchase-invoices': 'purchase-credit-notes',
  'sales-invoices': 'sales-credit-notes',
} as const satisfies Readonly<Record<InvoiceFamily, NoteFamily>>

export const invoicesOf = {
  'purchase-credit-notes': 'purchase-invoices',
  'sales-credit-notes': 'sales-invoices',
} as const satisfies Readonly<Record<NoteFamily, InvoiceFamily>>

/** The families of a side, as the API takes several. */
export const familiesOf = {
  purchases: 'purchase-invoices,purchase-credit-notes',
  sales: 'sales-invoices,sales-credit-notes',
} as const

export function documentPath(family: Family, id: string): string {
  return `/console/documents/${family}/${encodeURIComponent(id)}`
}

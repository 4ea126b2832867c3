import { Refused } from '../../http/refused.ts'

/** The families of documents, as paths spell them. */
export const families = ['purchase-invoices', 'purchase-credit-notes', 'sales-invoices', 'sales-credit-notes'] as const

export type Family = (typeof families)[number]

export type InvoiceFamily = 'purchase-invoices' | 'sales-invoices'

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
  if (text !== 'purchase-invoices' && text !== 'sales-invoices') throw new Refused('notFound')
  return text
}

export function isCreditNote(family: Family): boolean {
  return family.endsWith('credit-notes')
}

/** The other party's member; the business profile is the one on our side. */
export function partyOf(family: Family): 'accounting_supplier_party' | 'accounting_customer_party' {
  return family.startsWith('purchase') ? 'accounting_supplier_party' : 'accounting_customer_party'
}

export const creditNotesOf = {
  'purchase-invoices': 'purchase-credit-notes',
  'sales-invoices': 'sales-credit-notes',
} as const satisfies Readonly<Record<InvoiceFamily, Family>>

export function documentPath(family: Family, id: string): string {
  return `/console/documents/${family}/${encodeURIComponent(id)}`
}

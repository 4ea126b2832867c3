/** The four families of documents, as their paths spell them. Self-billing is the purchase side: the buyer issues. */
export const families = ['purchase-invoices', 'purchase-credit-notes', 'sales-invoices', 'sales-credit-notes'] as const

export type Family = (typeof families)[number]

/** "Purchase invoice", as messages name a document of the family. */
export const familyTitles: Readonly<Record<Family, string>> = {
  'purchase-invoices': 'Purchase invoice',
  'purchase-credit-notes': 'Purchase credit note',
  'sales-invoices': 'Sales invoice',
  'sales-credit-notes': 'Sales credit note',
}

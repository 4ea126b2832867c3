/**
 * The four families of documents, as their paths spell them. Self-billing is the purchase side: the
 * buyer issues.
 */
export const families = ['purchase-invoices', 'purchase-credit-notes', 'sales-invoices', 'sales-credit-notes'] as const

export type Family = (typeof families)[number]

/** "Purchase invoice", as messages name a document of the family. */
export const familyTitles: Readonly<Record<Family, string>> = {
  'purchase-invoices': 'Purchase invoice',
  'purchase-credit-notes': 'Purchase credit note',
  'sales-invoices': 'Sales invoice',
  'sales-credit-notes': 'Sales credit note',
}

/** True for the two credit note families. */
export function isCreditNote(family: Family): boolean {
  return family.endsWith('credit-notes')
}

/** True for self-billed documents: the buyer issues, the supplier receives. */
export function isSelfBilled(family: Family): boolean {
  return family.startsWith('purchase')
}

/** The member of the party that is not the business profile's. */
export function callersParty(family: Family): 'accounting_supplier_party' | 'accounting_customer_party' {
  return isSelfBilled(family) ? 'accounting_supplier_party' : 'accounting_customer_party'
}

/**
 * The family that a request is meant for, by the type code in its text: for whoever posts it
 * nowhere.
 */
export function familyOfRequest(text: string): Family {
  const [, code = ''] = /"(?:invoice|credit_note)_type_code"\s*:\s*"([0-9]+)"/.exec(text) ?? []
  return (
    familiesByType.get(code) ??
    (text.includes('"credit_note_type_code"') ? 'purchase-credit-notes' : 'purchase-invoices')
  )
}

const familiesByType: ReadonlyMap<string, Family> = new Map([
  ['389', 'purchase-invoices'],
  ['261', 'purchase-credit-notes'],
  ['380', 'sales-invoices'],
  ['480', 'sales-invoices'],
  ['381', 'sales-credit-notes'],
  ['81', 'sales-credit-notes'],
])

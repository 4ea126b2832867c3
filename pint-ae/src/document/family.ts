import type { Texts } from '../messages/texts.ts'

/**
 * The four families of documents, as spelled in paths. The purchase side is self-billed: the buyer
 * issues.
 */
export const families = ['purchase-invoices', 'purchase-credit-notes', 'sales-invoices', 'sales-credit-notes'] as const

export type Family = (typeof families)[number]

/** The family's title: "Purchase invoice". */
export const familyTitles: Readonly<Record<Family, string>> = {
  'purchase-invoices': 'Purchase invoice',
  'purchase-credit-notes': 'Purchase credit note',
  'sales-invoices': 'Sales invoice',
  'sales-credit-notes': 'Sales credit note',
}

/** The family's title in both languages. */
export function familyTexts(family: Family): Texts {
  return { en: familyTitles[family], ar: arabicTitles[family] }
}

/** A document of the family inside a sentence: `purchase invoice`. */
export function familyNoun(family: Family): Texts {
  return { en: familyTitles[family].toLowerCase(), ar: arabicTitles[family] }
}

const arabicTitles: Readonly<Record<Family, string>> = {
  'purchase-invoices': 'فاتورة مشتريات',
  'purchase-credit-notes': 'إشعار دائن ضريبي (مشتريات)',
  'sales-invoices': 'فاتورة مبيعات',
  'sales-credit-notes': 'إشعار دائن ضريبي (مبيعات)',
}

export function isCreditNote(family: Family): boolean {
  return family.endsWith('credit-notes')
}

/** Self-billed documents: the buyer issues, the supplier receives. */
export function isSelfBilled(family: Family): boolean {
  return family.startsWith('purchase')
}

/** The member of the caller's party. The other party comes from the business profile. */
export function callersParty(family: Family): 'accounting_supplier_party' | 'accounting_customer_party' {
  return isSelfBilled(family) ? 'accounting_supplier_party' : 'accounting_customer_party'
}

/**
 * Guesses the family of a request from its type code, for requests that are not sent to a family's
 * path.
 */
export function familyOfRequest(text: string): Family {
  const [, code = ''] = /"(?:invoice|credit_note)_type_code"\s{0,99}:\s{0,99}"([0-9]{1,9})"/.exec(text) ?? []
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

import type { Element } from '@selfbill/schematron/xml'

/**
 * The rule sets. PINT AE Self-Billing 1.0.4 judges purchases and PINT AE Billing 1.0.4 sales; they
 * differ in one rule, the type codes (ibr-cl-01). The others judge tax data documents (TDD 1.0.4)
 * and message level statuses (MLS 1.0.1).
 */
export const ruleSets = ['self-billing', 'billing', 'tdd', 'mls'] as const

export type RuleSet = (typeof ruleSets)[number]

/** The sets that judge invoices and credit notes; they share most of their rules. */
const documentSets = ['self-billing', 'billing'] as const

/** Whether a set judges invoices and credit notes, not reports or statuses. */
export function isDocumentSet(set: RuleSet): boolean {
  return documentSets.some((known) => known === set)
}

/**
 * The set that judges a document, chosen by its root element and its specification; undefined for
 * any other XML.
 */
export function ruleSetOf(root: Element): RuleSet | undefined {
  if (root.name.local === 'TaxData') return 'tdd'
  if (root.name.local === 'ApplicationResponse') return 'mls'
  if (root.name.local !== 'Invoice' && root.name.local !== 'CreditNote') return undefined
  const specification = root.children.find((child) => child.name.local === 'CustomizationID')?.text.trim()
  return specification?.startsWith('urn:peppol:pint:billing-1@ae-1') ? 'billing' : 'self-billing'
}

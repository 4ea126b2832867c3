/**
 * The rule sets a document can be judged by: PINT AE Self-Billing 1.0.4 for purchases, PINT AE Billing 1.0.4 for sales. They
 * differ in one rule, the type codes (ibr-cl-01).
 */
export const ruleSets = ['self-billing', 'billing'] as const

export type RuleSet = (typeof ruleSets)[number]

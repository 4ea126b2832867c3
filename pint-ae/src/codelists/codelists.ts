import lists from './codelists.json' with { type: 'json' }

/**
 * The code values of PINT AE 1.0.4, the only source for generated rules and checks. `enforced`:
 * values that the rules accept, by rule id. `published`: short names from the UAE lists.
 */
export const { enforced, published } = lists

/** ISO 4217 as PINT 1.1.3 lists it (ibr-cl-04), 178 codes. */
export const currencies: readonly string[] = enforced['ibr-cl-04']

/** Currencies without decimals in ISO 4217. */
export const wholeCurrencies: readonly string[] = currencies.filter((code) =>
  'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF'.includes(code),
)

/** ISO 3166-1 alpha-2 with 1A and XI (ibr-cl-14), 251 codes. */
export const countries: readonly string[] = enforced['ibr-cl-14']

/** Countries that issue passports: ISO 3166-1 without the two codes that are not countries. */
export const passportCountries: readonly string[] = countries.filter((code) => code !== '1A' && code !== 'XI')

/** VAT categories (ibr-139-ae). */
export const vatCategories = ['S', 'Z', 'E', 'O', 'AE', 'N'] as const

/** Payment means of the UAE list, UNCL 4461 (docs/contract.md#payment-means). */
export const paymentMeans: readonly string[] = Object.keys(published.UNCL4461)

/** Reasons for a credit note and their texts (BTAE-03). */
export const creditReasons: ReadonlyMap<string, string> = new Map(Object.entries(published.CreditReason))

/** VAT exemption reasons and their names (IBT-186). */
export const exemptionReasons: ReadonlyMap<string, string> = new Map(
  Object.entries(published['Aligned-TaxExemptionCodes']),
)

/** How often a continuous supply is billed (BTAE-06). */
export const billingFrequencies: ReadonlySet<string> = new Set(Object.keys(published.FreqBilling))

/** Media types an attachment may have (ibr-cl-24). */
export const mediaTypes: readonly string[] = enforced['ibr-cl-24']

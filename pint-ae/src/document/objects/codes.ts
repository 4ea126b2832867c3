import { countries, creditReasons, currencies, vatCategories } from '../../codelists/codelists.ts'
import { named } from '../declaration/declare.ts'
import { oneOf } from '../declaration/leaves.ts'

// Codes that several objects have: one named schema each, so that clients get one type of each.

export const countryCode = () => named('CountryCode', oneOf(countries, 'must_be_country'))

export const currencyCode = () => named('CurrencyCode', oneOf(currencies, 'must_be_currency'))

export const vatCategory = () => named('VatCategory', oneOf(vatCategories))

/** An invoice, or one out of scope of VAT. */
export const salesInvoiceType = () => named('SalesInvoiceType', oneOf(['380', '480']))

/** A credit note, or one out of scope of VAT. */
export const salesCreditNoteType = () => named('SalesCreditNoteType', oneOf(['381', '81']))

/** The reason of a credit note. */
export const creditReason = () => named('CreditReason', oneOf([...creditReasons.keys()], 'must_be_credit_reason'))

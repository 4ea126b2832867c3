import type { Decimal } from '@selfbill/schematron/decimal'
import type { TaxExchangeRate } from '../objects/references.ts'

/**
 * The value of one unit of the document currency in AED (BTAE-04). Undefined for a document in AED.
 * Source: docs/contract.md#calculation.
 */
export function aedRateOf(document: InSomeCurrency): Decimal | undefined {
  return document.document_currency_code === 'AED' ? undefined : document.tax_exchange_rate?.calculation_rate
}

/** An amount in AED, rounded to the cent. Without a rate the amount stays as it is. */
export function inAed(amount: Decimal, rate: Decimal | undefined): Decimal {
  return rate === undefined ? amount : amount.times(rate).round(2)
}

export interface InSomeCurrency {
  readonly document_currency_code: string
  readonly tax_exchange_rate?: TaxExchangeRate
}

import type { Decimal } from '../../decimal/decimal.ts'
import type { TaxExchangeRate } from '../objects/references.ts'

/**
 * What one unit of the document currency is in AED (BTAE-04); undefined for a document in AED,
 * whose amounts need no other. Source: docs/contract.md#calculation.
 */
export function aedRateOf(document: InSomeCurrency): Decimal | undefined {
  return document.document_currency_code === 'AED' ? undefined : document.tax_exchange_rate?.calculation_rate
}

/**
 * An amount of the document in AED, to the cent; the amount itself when there is no rate to apply.
 */
export function inAed(amount: Decimal, rate: Decimal | undefined): Decimal {
  return rate === undefined ? amount : amount.times(rate).round(2)
}

export interface InSomeCurrency {
  readonly document_currency_code: string
  readonly tax_exchange_rate?: TaxExchangeRate
}

import { Decimal } from '@selfbill/schematron/decimal'
import { isUntaxed, type TaxCategory } from '../objects/tax-category.ts'

/**
 * The VAT rate of a category in percent: the sent rate, otherwise S 5, Z 0, AE 5. Undefined for E
 * and O, which have no rate. N must state its rate. Source: docs/contract.md#calculation.
 */
export function percentOf({ id, percent }: Pick<TaxCategory, 'id' | 'percent'>): Decimal | undefined {
  return isUntaxed(id) ? undefined : (percent ?? percentWhenAbsent[id])
}

/** The standard rate, also used for reverse charge. */
export const standardPercent = Decimal.of(5)

const percentWhenAbsent = { S: standardPercent, Z: Decimal.zero, AE: standardPercent, N: undefined }

/** VAT on an amount, rounded to the cent, half away from zero. */
export function vatOf(amount: Decimal, percent: Decimal): Decimal {
  return amount.times(percent).shiftedRight(2).round(2)
}

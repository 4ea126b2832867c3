import { Decimal } from '../../decimal/decimal.ts'
import type { TaxCategory } from '../objects/tax-category.ts'

/**
 * The VAT rate of a category in percent: as sent, else S 5, Z 0, AE 5. Undefined for E and O, which
 * have none. N always states its own. Source: docs/contract.md#calculation.
 */
export function percentOf({ id, percent }: Pick<TaxCategory, 'id' | 'percent'>): Decimal | undefined {
  return id === 'E' || id === 'O' ? undefined : (percent ?? percentWhenAbsent[id])
}

/** The standard rate, which is also what a reverse charge comes to. */
export const standardPercent = Decimal.of(5)

const percentWhenAbsent = { S: standardPercent, Z: Decimal.zero, AE: standardPercent, N: undefined }

/** VAT on an amount, to the cent, half away from zero. */
export function vatOf(amount: Decimal, percent: Decimal): Decimal {
  return amount.times(percent).shiftedRight(2).round(2)
}

import type { Decimal } from '../decimal/decimal.ts'

/**
 * True when ibr-131-ae/ibr-146-ae accept the amount of a charge or allowance: base × percent ÷ 100, exactly or rounded to two
 * decimals, in the binary floating point those rules compute with.
 */
export function isAcceptedShare(amount: Decimal, base: Decimal, percent: Decimal): boolean {
  const share = (base.toNumber() * percent.toNumber()) / 100
  const sent = amount.toNumber()
  return sent === share || sent === Math.floor(share * 100 + 0.5) / 100
}

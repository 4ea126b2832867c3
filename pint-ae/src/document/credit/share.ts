import type { Decimal } from '@selfbill/schematron/decimal'
import { noMoney } from '../calculation/line.ts'

/**
 * The share of a total that this credit takes: the share of everything credited so far, to the
 * cent, minus what earlier credits took. Each credit corrects the rounding of the previous ones, no
 * credit takes more than is left, and the last credit takes the rest.
 */
export function shareOf(total: Decimal, soFar: Decimal, part: Part): Decimal {
  const left = total.minus(soFar)
  if (part.isComplete) return left.rescaled(2)
  return between(exactPart(total, part).minus(soFar), left)
}

/** `done` of `whole`, including this credit. */
export interface Part {
  readonly done: Decimal
  readonly whole: Decimal
  /** Nothing is left, or nothing that costs. */
  readonly isComplete: boolean
}

/**
 * The exact share of the total, to the cent, and never more than the total. Zero if the whole is
 * zero or has the opposite sign.
 */
function exactPart(total: Decimal, { done, whole }: Part): Decimal {
  if (whole.isZero || done.sign * whole.sign < 0) return noMoney
  if (done.abs().compare(whole.abs()) > 0) return total.rescaled(2)
  return total.times(done).dividedBy(whole, 2)
}

/** Limits the amount to what is left; zero if the signs differ. */
export function between(amount: Decimal, left: Decimal): Decimal {
  if (amount.sign * left.sign <= 0) return noMoney
  return (amount.abs().compare(left.abs()) > 0 ? left : amount).rescaled(2)
}

/** Whether the amount is between zero and what is left, inclusive. */
export function isWithin(amount: Decimal, left: Decimal): boolean {
  return amount.isZero || (amount.sign === left.sign && amount.abs().compare(left.abs()) <= 0)
}

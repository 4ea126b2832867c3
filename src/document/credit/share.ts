import { Decimal } from '../../decimal/decimal.ts'

/**
 * How much of a total falls to a credit: what the part that is credited from now on altogether
 * makes of it, to the cent, less what was taken before. So the rounding of one credit is made good
 * by the next, no more is ever taken than there is, and whoever completes the whole takes all that
 * is left.
 */
export function shareOf(total: Decimal, taken: Decimal, part: Part): Decimal {
  const left = total.minus(taken)
  if (part.isComplete) return left.rescaled(2)
  return between(exactPart(total, part).minus(taken), left)
}

/** `done` of `whole`, after this credit. */
export interface Part {
  readonly done: Decimal
  readonly whole: Decimal
  /** Nothing is left: what is done may come to the whole earlier, when the rest costs nothing. */
  readonly isComplete: boolean
}

/**
 * The part of a total, to the cent; nothing of it, when the whole is nothing, or the part is beyond
 * it.
 */
function exactPart(total: Decimal, { done, whole }: Part): Decimal {
  if (whole.isZero || done.sign * whole.sign < 0) return Decimal.of(0, 2)
  if (done.abs().compare(whole.abs()) > 0) return total.rescaled(2)
  return total.times(done).dividedBy(whole, 2)
}

/** The amount, but never beyond what is left nor against its sign. */
export function between(amount: Decimal, left: Decimal): Decimal {
  if (amount.sign * left.sign <= 0) return Decimal.of(0, 2)
  return (amount.abs().compare(left.abs()) > 0 ? left : amount).rescaled(2)
}

/** Whether the amount lies between nothing and what is left, both included. */
export function isWithin(amount: Decimal, left: Decimal): boolean {
  return amount.isZero || (amount.sign === left.sign && amount.abs().compare(left.abs()) <= 0)
}

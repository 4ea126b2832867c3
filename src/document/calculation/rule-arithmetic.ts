import { Decimal } from '../../decimal/decimal.ts'

/**
 * Some rules recompute amounts in binary floating point, and what they refuse is not sent. This
 * file does their arithmetic, operation by operation and in their order, so that no amount of ours
 * is refused. Everything else is exact decimals.
 *
 * The net amount of a line (IBT-131) that ibr-147-ae accepts, there is exactly one: quantity ×
 * (price ÷ base quantity) + Σ charges − Σ allowances, rounded to the cent. An exact tie goes
 * towards +∞.
 */
export function lineNetByRule(line: RuleOperands): Decimal {
  const goods = line.quantity.toNumber() * (line.price.toNumber() / line.baseQuantity.toNumber())
  const net = goods + sumByRule(line.charges) - sumByRule(line.allowances)
  return Decimal.of(withoutMinusZero(Math.round(net * 100)), 2)
}

/**
 * The amount of a charge or allowance that ibr-131/146-ae accept for its base and percentage: base
 * × percent ÷ 100, rounded to the cent. Undefined when that is 10^12 or more, which no amount may
 * be.
 */
export function shareByRule(base: Decimal, percent: Decimal): Decimal | undefined {
  const share = shareOf(base, percent)
  return share < 1e12 ? Decimal.of(Math.round(share * 100), 2) : undefined
}

/**
 * True when ibr-131/146-ae accept the amount: the unrounded share is as good as the rounded one.
 */
export function isAcceptedShare(amount: Decimal, base: Decimal, percent: Decimal): boolean {
  const share = shareOf(base, percent)
  const sent = amount.toNumber()
  return sent === share || sent === Math.round(share * 100) / 100
}

/**
 * What ibr-147-ae looks at; amounts below 10^12 and sums of them too, so that every cent is a
 * double of its own.
 */
export interface RuleOperands {
  readonly quantity: Decimal
  readonly price: Decimal
  readonly baseQuantity: Decimal
  readonly charges: readonly WithAmount[]
  readonly allowances: readonly WithAmount[]
}

export interface WithAmount {
  readonly amount: Decimal
}

function shareOf(base: Decimal, percent: Decimal): number {
  return (base.toNumber() * percent.toNumber()) / 100
}

function sumByRule(items: readonly WithAmount[]): number {
  let total = 0
  for (const { amount } of items) total += amount.toNumber()
  return total
}

function withoutMinusZero(number: number): number {
  return number === 0 ? 0 : number
}

import { Decimal } from '@selfbill/schematron/decimal'

// Some rules recompute amounts in binary floating point, and a document that they refuse is not
// sent. This file repeats their arithmetic, operation by operation in the same order, so that they
// accept our amounts. All other arithmetic uses exact decimals.

/**
 * The net amount of a line (IBT-131) that ibr-147-ae accepts; there is exactly one: quantity ×
 * (price ÷ base quantity) + Σ charges − Σ allowances, rounded to the cent. An exact tie rounds
 * towards +∞.
 */
export function lineNetByRule(line: RuleOperands): Decimal {
  const goods = line.quantity.toNumber() * (line.price.toNumber() / line.baseQuantity.toNumber())
  const net = goods + sumByRule(line.charges) - sumByRule(line.allowances)
  return Decimal.of(withoutMinusZero(Math.round(net * 100)), 2)
}

/**
 * The charge or allowance that ibr-131/146-ae accept for this base and percentage: base × percent ÷
 * 100, rounded to the cent. Undefined at 10^12 or more, above the limit of every amount.
 */
export function shareByRule(base: Decimal, percent: Decimal): Decimal | undefined {
  const share = shareOf(base, percent)
  return share < 1e12 ? Decimal.of(Math.round(share * 100), 2) : undefined
}

/** Whether ibr-131/146-ae accept the amount. They accept the unrounded share too. */
export function isAcceptedShare(amount: Decimal, base: Decimal, percent: Decimal): boolean {
  const share = shareOf(base, percent)
  const sent = amount.toNumber()
  return sent === share || sent === Math.round(share * 100) / 100
}

/**
 * The operands of ibr-147-ae. Amounts and their sums are below 10^12, so that each cent has a
 * distinct double.
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

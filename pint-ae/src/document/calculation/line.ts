import { Decimal, sum } from '@selfbill/schematron/decimal'
import type { AnsweredLine, LineFigures } from '../answer.ts'
import { amountLimit } from '../declaration/leaves.ts'
import type { DocumentLine } from '../objects/line.ts'
import { inAed } from './aed.ts'
import { percentOf, vatOf } from './percent.ts'
import { answerPrice } from './price.ts'
import { lineNetByRule } from './rule-arithmetic.ts'

/**
 * Computes the price and amounts of a line. `rate` converts them into AED and is undefined for a
 * document in AED. Returns undefined when an amount would be 10^12 or more. Source:
 * docs/contract.md#calculation.
 *
 * base_amount is quantity × net price ÷ base quantity, computed exactly, then rounded half away
 * from zero. net_amount adds the charges and subtracts the allowances. ibr-147-ae recomputes
 * net_amount in binary floating point and sometimes refuses the right cent: 3.5 × 19.99 is 69.965,
 * rounded 69.97, but the rule computes 69.96499…; it also misses 64.946 × 1046519643.889, which is
 * no tie. A refused document is not sent, so net_amount takes the cent that the rule accepts.
 * base_amount then includes the difference.
 */
export function computeLine(line: DocumentLine, rate: Decimal | undefined): AnsweredLine | undefined {
  const charges = line.charges ?? []
  const allowances = line.allowances ?? []
  const [plus, minus] = [sumOfAmounts(charges), sumOfAmounts(allowances)]
  const { quantity, price } = line
  const exactBase = quantity.times(price.base_amount).dividedBy(price.base_quantity, 2)
  if (!areWithinLimit([exactBase, plus, minus])) return undefined
  const operands = { quantity, price: price.base_amount, baseQuantity: price.base_quantity, charges, allowances }
  const net = lineNetByRule(operands)
  const figures = figuresOf(net.minus(plus).plus(minus), net, line, rate)
  if (!areWithinLimit(Object.values(figures))) return undefined
  return { ...line, price: answerPrice(price), ...figures }
}

/** The sum of the amounts, with two decimals. */
export function sumOfAmounts(items: readonly { readonly amount: Decimal }[]): Decimal {
  return items.length === 0 ? noMoney : sum(items.map((item) => item.amount)).rescaled(2)
}

/** Whether every amount is below 10^12. Source: docs/contract.md#digits. */
export function areWithinLimit(amounts: readonly Decimal[]): boolean {
  return amounts.every((amount) => amount.abs().compare(amountLimit) < 0)
}

export const noMoney = Decimal.of(0, 2)

function figuresOf(base: Decimal, net: Decimal, line: DocumentLine, rate: Decimal | undefined): LineFigures {
  const tax = lineTaxOf(line, net)
  const total = net.plus(tax)
  const figures = { base_amount: base, net_amount: net, tax_amount: tax, total_amount: total }
  if (rate === undefined) return figures
  return { ...figures, tax_amount_in_aed: inAed(tax, rate), total_amount_in_aed: inAed(total, rate) }
}

/**
 * Only the standard rate shows VAT on the line. A profit-margin line states its rate, and its VAT
 * stays inside the amount (ibr-108-ae).
 */
function lineTaxOf({ classified_tax_category: category }: DocumentLine, net: Decimal): Decimal {
  const percent = category.id === 'S' ? percentOf(category) : undefined
  return percent === undefined ? noMoney : vatOf(net, percent)
}

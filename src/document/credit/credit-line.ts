import { strict as assert } from 'node:assert'
import { Decimal } from '../../decimal/decimal.ts'
import type { AnsweredLine } from '../answer.ts'
import { lineNetByRule, type RuleOperands } from '../calculation/rule-arithmetic.ts'
import type { LineCharge } from '../objects/charge.ts'
import type { DocumentLine } from '../objects/line.ts'
import { between, isWithin, type Part, shareOf } from './share.ts'
import type { TakenLine } from './taken.ts'

/**
 * A line of an invoice as a credit note gives a quantity of it back: at the price of the invoice,
 * with its part of every charge and allowance. Its net amount is what quantity and price make
 * (ibr-147-ae leaves no choice), as long as all that was credited stays within a cent of its part
 * and within what was billed; else, and where the line is completed, a rounding charge or allowance
 * brings it to the cent.
 */
export function creditLine(line: AnsweredLine, quantity: Decimal, taken: TakenLine): LineCredit {
  const done = taken.quantity.plus(quantity)
  const part = { done, whole: line.quantity, isComplete: done.equals(line.quantity) }
  const charges = shares(line.charges ?? [], (at) => taken.charges.at(at), part, statePart)
  const allowances = shares(line.allowances ?? [], (at) => taken.allowances.at(at), part, statePart)
  const { price } = line
  const operands = {
    quantity,
    price: price.price_amount,
    baseQuantity: price.base_quantity,
    charges: charges.kept,
    allowances: allowances.kept,
  }
  const net = netOf(lineNetByRule(operands), line.net_amount, taken.net, part)
  const [plus, minus] = roundingFor(operands, net)
  return {
    line: requestLine(line, quantity, [...charges.kept, ...plus], [...allowances.kept, ...minus]),
    net,
    charges: charges.amounts,
    allowances: allowances.amounts,
    isCompleted: part.isComplete,
  }
}

export interface LineCredit {
  /** As a request sends it. */
  readonly line: DocumentLine
  readonly net: Decimal
  /** What it takes of each charge and allowance of the line, in their order. */
  readonly charges: readonly Decimal[]
  readonly allowances: readonly Decimal[]
  /** Nothing of the line is left. */
  readonly isCompleted: boolean
}

/**
 * The parts of charges that are not nothing, each stated as `state` does, and the amounts of all.
 */
export function shares<Charge extends LineCharge>(
  charges: readonly Charge[],
  taken: (at: number) => Decimal,
  part: Part,
  state: (charge: Charge, amount: Decimal) => Charge,
) {
  const amounts = charges.map(({ amount }, at) => shareOf(amount, taken(at), part))
  const kept = charges.flatMap((charge, at) => {
    const amount = amounts[at]
    return amount === undefined || amount.isZero ? [] : [state(charge, amount)]
  })
  return { amounts, kept }
}

/**
 * A part is stated by its amount alone: it need not be the percentage of the base (ibr-131/146-ae).
 */
export function statePart(charge: LineCharge, amount: Decimal): LineCharge {
  if (amount.equals(charge.amount)) return charge
  const { base_amount: _, multiplier_factor_numeric: __, ...stated } = charge
  return { ...stated, amount }
}

function netOf(byRule: Decimal, billed: Decimal, taken: Decimal, part: Part): Decimal {
  const left = billed.minus(taken)
  if (part.isComplete) return left
  if (isWithin(byRule, left) && isNear(taken.plus(byRule), billed, part)) return byRule
  return between(shareOf(billed, taken, part), left)
}

/** All that was credited is less than a cent from its exact part. */
function isNear(credited: Decimal, billed: Decimal, { done, whole }: Part): boolean {
  const distance = credited.times(whole).minus(billed.times(done)).abs()
  return distance.compare(whole.times(cent)) < 0
}

const cent = Decimal.of(1, 2)

/**
 * The charge, or the allowance, that makes the rule's own arithmetic come to the net amount. It
 * goes by binary fractions, so where it sits on the edge of a cent some pairs of both are tried:
 * each shifts it by a hair.
 */
function roundingFor(operands: RuleOperands, net: Decimal): readonly [readonly LineCharge[], readonly LineCharge[]] {
  const missing = net.minus(lineNetByRule(operands))
  if (missing.isZero) return [[], []]
  for (let extra = 0; extra <= extraCentsMax; extra += 1) {
    for (const step of [0, 1, -1]) {
      const [plus, minus] = roundingPair(missing.plus(Decimal.of(step, 2)), Decimal.of(extra, 2))
      const tried = {
        ...operands,
        charges: [...operands.charges, ...plus],
        allowances: [...operands.allowances, ...minus],
      }
      if (lineNetByRule(tried).equals(net)) return [plus, minus]
    }
  }
  assert.fail(`no rounding brings a line to ${net}`)
}

const extraCentsMax = 100

function roundingPair(missing: Decimal, extra: Decimal): readonly [readonly LineCharge[], readonly LineCharge[]] {
  const plus = missing.sign > 0 ? missing.plus(extra) : extra
  const minus = missing.sign < 0 ? missing.abs().plus(extra) : extra
  return [roundingOf(plus), roundingOf(minus)]
}

function roundingOf(amount: Decimal): readonly LineCharge[] {
  return amount.isZero ? [] : [{ reason: 'Rounding', amount }]
}

/** What an answer computed is left out, and the price is called what a request calls it. */
function requestLine(
  line: AnsweredLine,
  quantity: Decimal,
  charges: LineCharge[],
  allowances: LineCharge[],
): DocumentLine {
  const {
    price: { price_amount, base_quantity, allowance },
    charges: _charges,
    allowances: _allowances,
    base_amount: _base,
    net_amount: _net,
    tax_amount: _tax,
    total_amount: _total,
    tax_amount_in_aed: _taxInAed,
    total_amount_in_aed: _totalInAed,
    ...kept
  } = line
  const price = { base_amount: price_amount, base_quantity, ...(!allowance.amount.isZero && { allowance }) }
  return {
    ...kept,
    quantity,
    price,
    ...(charges.length > 0 && { charges }),
    ...(allowances.length > 0 && { allowances }),
  }
}

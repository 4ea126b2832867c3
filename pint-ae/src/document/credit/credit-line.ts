import { Decimal } from '@selfbill/schematron/decimal'
import type { AnsweredLine } from '../answer.ts'
import { lineNetByRule, type RuleOperands } from '../calculation/rule-arithmetic.ts'
import type { LineCharge } from '../objects/charge.ts'
import type { DocumentLine } from '../objects/line.ts'
import type { LineSoFar } from './credited-so-far.ts'
import { between, isWithin, type Part, shareOf } from './share.ts'

/**
 * Credits a quantity of an invoice line at the invoice's price, with its share of every charge and
 * allowance. The net amount follows from quantity and price (ibr-147-ae accepts nothing else), as
 * long as the credited sum stays within a cent of its share and within the billed amount.
 * Otherwise, and when the line is complete, a rounding charge or allowance corrects the net amount
 * to the cent.
 */
export function creditLine(line: AnsweredLine, quantity: Decimal, soFar: LineSoFar): LineCredit {
  const done = soFar.quantity.plus(quantity)
  const part = { done, whole: line.quantity, isComplete: done.equals(line.quantity) }
  const charges = shares(line.charges ?? [], (at) => soFar.charges.at(at), part, statePart)
  const allowances = shares(line.allowances ?? [], (at) => soFar.allowances.at(at), part, statePart)
  const { price } = line
  const operands = {
    quantity,
    price: price.price_amount,
    baseQuantity: price.base_quantity,
    charges: charges.stated,
    allowances: allowances.stated,
  }
  const net = netOf(lineNetByRule(operands), line.net_amount, soFar.net, part)
  const [plus, minus] = roundingFor(operands, net)
  return {
    line: requestLine(line, quantity, [...charges.stated, ...plus], [...allowances.stated, ...minus]),
    quantity,
    net,
    charges: charges.amounts,
    allowances: allowances.amounts,
    isCompleted: part.isComplete,
  }
}

/**
 * Credits an amount of an invoice line, for a lower price: one unit at that price, without charges.
 * The line counts as credited by as much of its quantity, charges and allowances as the amount is
 * of its net amount.
 */
export function creditLineByAmount(line: AnsweredLine, net: Decimal, soFar: LineSoFar): LineCredit {
  const left = { quantity: line.quantity.minus(soFar.quantity), net: line.net_amount.minus(soFar.net) }
  const isCompleted = net.equals(left.net)
  const quantity = isCompleted ? left.quantity : quantityFor(net, left)
  const part = { done: soFar.quantity.plus(quantity), whole: line.quantity, isComplete: isCompleted }
  const partsOf = (charges: readonly LineCharge[], before: (at: number) => Decimal) =>
    charges.map(({ amount }, at) => shareOf(amount, before(at), part))
  const allowance = { amount: Decimal.zero, base_amount: net }
  const stated = { ...line, unit_code: one, price: { price_amount: net, base_quantity: Decimal.one, allowance } }
  return {
    line: requestLine(stated, Decimal.one, [], []),
    quantity,
    net: net.rescaled(2),
    charges: partsOf(line.charges ?? [], (at) => soFar.charges.at(at)),
    allowances: partsOf(line.allowances ?? [], (at) => soFar.allowances.at(at)),
    isCompleted,
  }
}

/** Less than what is left, so that the line is not complete before its net amount is. */
function quantityFor(net: Decimal, left: { readonly quantity: Decimal; readonly net: Decimal }): Decimal {
  const places = Math.min(quantityDecimalsMax, left.quantity.scale + 6)
  const share = left.quantity.times(net).dividedBy(left.net, places)
  return share.compare(left.quantity) < 0 ? share : left.quantity.minus(Decimal.of(1, places))
}

const quantityDecimalsMax = 20
/** The unit "one". */
const one = 'C62'

export interface LineCredit {
  /** How much of the invoice line's quantity is credited. */
  readonly quantity: Decimal
  /** The line in the form of a request. */
  readonly line: DocumentLine
  readonly net: Decimal
  /** The credited part of each charge and allowance of the line, in their order. */
  readonly charges: readonly Decimal[]
  readonly allowances: readonly Decimal[]
  /** Nothing is left of the line. */
  readonly isCompleted: boolean
}

/**
 * Credited parts of charges. `amounts` has all of them; `stated` has the nonzero ones, each
 * converted by `state`.
 */
export function shares<Charge extends LineCharge>(
  charges: readonly Charge[],
  soFar: (at: number) => Decimal,
  part: Part,
  state: (charge: Charge, amount: Decimal) => Charge,
) {
  const amounts = charges.map(({ amount }, at) => shareOf(amount, soFar(at), part))
  const stated = charges.flatMap((charge, at) => {
    const amount = amounts[at]
    return amount === undefined || amount.isZero ? [] : [state(charge, amount)]
  })
  return { amounts, stated }
}

/**
 * States a part of a charge by its amount only, because it need not be the percentage of the base
 * (ibr-131/146-ae).
 */
export function statePart(charge: LineCharge, amount: Decimal): LineCharge {
  if (amount.equals(charge.amount)) return charge
  const { base_amount: _, multiplier_factor_numeric: __, ...stated } = charge
  return { ...stated, amount }
}

function netOf(byRule: Decimal, billed: Decimal, soFar: Decimal, part: Part): Decimal {
  const left = billed.minus(soFar)
  if (part.isComplete) return left
  if (isWithin(byRule, left) && isNear(soFar.plus(byRule), billed, part)) return byRule
  return between(shareOf(billed, soFar, part), left)
}

/** Whether the credited sum is less than a cent from its exact share. */
function isNear(credited: Decimal, billed: Decimal, { done, whole }: Part): boolean {
  const distance = credited.times(whole).minus(billed.times(done)).abs()
  return distance.compare(whole.times(cent)) < 0
}

const cent = Decimal.of(1, 2)

/**
 * The rounding charge or allowance with which the rule's own arithmetic gives the net amount. That
 * arithmetic uses binary fractions. On the edge of a cent, pairs of a charge and an allowance are
 * tried until one fits.
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
  throw new Error(`no rounding brings a line to ${net}`)
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

/** Removes the computed members and gives the price its name in requests. */
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
    ...rest
  } = line
  const price = { base_amount: price_amount, base_quantity, ...(!allowance.amount.isZero && { allowance }) }
  return {
    ...rest,
    quantity,
    price,
    ...(charges.length > 0 && { charges }),
    ...(allowances.length > 0 && { allowances }),
  }
}

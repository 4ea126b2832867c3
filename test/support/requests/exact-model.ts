import type { DocumentRequest } from '../../../pint-ae/src/document/document.ts'

/**
 * The expected totals of a document in exact fractions, with amounts as whole cents, independent of
 * the service's own arithmetic. Only ibr-147-ae is computed in binary floating point, because it is
 * defined that way.
 */
export function modelOf(request: DocumentRequest): Model {
  const rate = request.document_currency_code === 'AED' ? undefined : request.tax_exchange_rate?.calculation_rate
  const lines = request.document_lines.map((line) => {
    const { quantity, price, charges = [], allowances = [], classified_tax_category: category } = line
    const exact = divided(times(fraction(quantity), fraction(price.base_amount)), fraction(price.base_quantity))
    const added = totalCents(charges) - totalCents(allowances)
    const exactNet = cents(exact) + added
    const net = netByFloatingPoint(line)
    const percent = category.id === 'S' ? fraction(category.percent ?? 5) : zero
    const tax = cents(ofHundred(money(net), percent))
    return { base: net - added, net, exactNet, tax, total: net + tax }
  })
  const groups = groupsOf(
    request,
    lines.map((line) => line.net),
  )
  const charges = totalCents(request.charges ?? [])
  const allowances = totalCents(request.allowances ?? [])
  const lineTotal = sum(lines.map((line) => line.net))
  const tax = sum([...groups.values()].map((group) => group.tax))
  const inclusive = lineTotal + charges - allowances + tax
  const payable = inclusive - centsOf(request.prepaid_amount ?? 0) + centsOf(request.payable_rounding_amount ?? 0)
  const inAed = (amount: bigint) => (rate === undefined ? amount : cents(times(money(amount), fraction(rate))))
  return { lines, groups, charges, allowances, lineTotal, tax, inclusive, payable, inAed }
}

export interface Model {
  readonly lines: readonly ModelLine[]
  /** By category and rate: `S 5`, `N 7.5`, `E`. */
  readonly groups: ReadonlyMap<string, ModelGroup>
  readonly charges: bigint
  readonly allowances: bigint
  readonly lineTotal: bigint
  readonly tax: bigint
  readonly inclusive: bigint
  readonly payable: bigint
  inAed(cents: bigint): bigint
}

export interface ModelLine {
  readonly base: bigint
  readonly net: bigint
  /** The net amount if no rule recomputed it in binary floating point. */
  readonly exactNet: bigint
  readonly tax: bigint
  readonly total: bigint
}

export interface ModelGroup {
  readonly taxable: bigint
  readonly tax: bigint
}

type Line = DocumentRequest['document_lines'][number]
type Charge = NonNullable<DocumentRequest['charges']>[number]
type Written = { toString(): string } | number

/** Whole cents of a decimal with at most two decimals. */
export function centsOf(written: Written): bigint {
  const { numerator, denominator } = times(fraction(written), { numerator: 100n, denominator: 1n })
  if (numerator % denominator !== 0n) throw new Error(`${written} has more than two decimals`)
  return numerator / denominator
}

function groupsOf(request: DocumentRequest, nets: readonly bigint[]): ReadonlyMap<string, ModelGroup> {
  const taxable = new Map<string, { amount: bigint; percent: Fraction }>()
  const add = ({ id, percent }: Line['classified_tax_category'], amount: bigint) => {
    const rate = fraction(percent ?? (id === 'S' ? 5 : 0))
    const key = id === 'S' || id === 'N' ? `${id} ${asNumber(rate)}` : id
    const known = taxable.get(key)?.amount ?? 0n
    taxable.set(key, { amount: known + amount, percent: id === 'S' ? rate : zero })
  }
  for (const [at, line] of request.document_lines.entries()) add(line.classified_tax_category, nets[at] ?? 0n)
  for (const charge of request.charges ?? []) add(charge.tax_category, centsOf(charge.amount))
  for (const allowance of request.allowances ?? []) add(allowance.tax_category, -centsOf(allowance.amount))
  const groups = [...taxable].map(([key, { amount, percent }]) => {
    const group = { taxable: amount, tax: cents(ofHundred(money(amount), percent)) }
    return [key, group] as const
  })
  return new Map(groups)
}

/**
 * ibr-147-ae: quantity × (price ÷ base quantity) + charges − allowances, in doubles, `round`
 * towards +∞.
 */
function netByFloatingPoint({ quantity, price, charges = [], allowances = [] }: Line): bigint {
  const sumOf = (items: readonly Pick<Charge, 'amount'>[]) =>
    items.reduce((total, item) => total + Number(String(item.amount)), 0)
  const goods = Number(String(quantity)) * (Number(String(price.base_amount)) / Number(String(price.base_quantity)))
  return BigInt(Math.round((goods + sumOf(charges) - sumOf(allowances)) * 100))
}

interface Fraction {
  readonly numerator: bigint
  readonly denominator: bigint
}

const zero: Fraction = { numerator: 0n, denominator: 1n }

function fraction(written: Written): Fraction {
  const [whole = '', decimals = ''] = String(written).split('.')
  return { numerator: BigInt(whole + decimals), denominator: 10n ** BigInt(decimals.length) }
}

function times(left: Fraction, right: Fraction): Fraction {
  return { numerator: left.numerator * right.numerator, denominator: left.denominator * right.denominator }
}

function divided(left: Fraction, right: Fraction): Fraction {
  return times(left, { numerator: right.denominator, denominator: right.numerator })
}

function ofHundred(amount: Fraction, percent: Fraction): Fraction {
  return divided(times(amount, percent), { numerator: 100n, denominator: 1n })
}

function money(amountInCents: bigint): Fraction {
  return { numerator: amountInCents, denominator: 100n }
}

/** Rounded to whole cents, half away from zero. */
function cents({ numerator, denominator }: Fraction): bigint {
  const size = numerator < 0n ? -numerator : numerator
  const rounded = (size * 100n * 2n + denominator) / (denominator * 2n)
  return numerator < 0n ? -rounded : rounded
}

function totalCents(items: readonly Pick<Charge, 'amount'>[]): bigint {
  return sum(items.map((item) => centsOf(item.amount)))
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}

function asNumber({ numerator, denominator }: Fraction): number {
  return Number(numerator) / Number(denominator)
}

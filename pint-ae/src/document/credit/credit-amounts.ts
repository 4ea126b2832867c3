import { Decimal, sum } from '@selfbill/schematron/decimal'
import { message } from '../../messages/message.ts'
import type { AnsweredLine, InvoiceContent } from '../answer.ts'
import { groupOf } from '../calculation/breakdown.ts'
import { noMoney } from '../calculation/line.ts'
import { percentOf, standardPercent, vatOf } from '../calculation/percent.ts'
import { Errors, type FieldErrors } from '../declaration/field-errors.ts'
import type { DocumentCharge } from '../objects/charge.ts'
import { isUntaxed, type TaxCategory } from '../objects/tax-category.ts'
import { creditLine, creditLineByAmount, type LineCredit, shares, statePart } from './credit-line.ts'
import type { CreditRequest } from './credit-request.ts'
import { type CreditedAmounts, CreditedSoFar } from './credited-so-far.ts'
import type { Part } from './share.ts'

/**
 * The amounts of a credit note for an invoice that may be partly credited already. All credit notes
 * of an invoice add up to it to the cent: every line, charge and allowance, and the taxable amount
 * and VAT of every group. Errors are reported at the `lines` of the request: an unknown line, or
 * more than is left. Source: docs/decisions/0032.
 */
export function creditAmounts(
  invoice: InvoiceContent,
  soFar: CreditedSoFar,
  wanted: CreditRequest['lines'],
): Crediting {
  const wishes = wishesOf(invoice, soFar, wanted)
  if ('errors' in wishes) return wishes
  const lines = new Map<number, LineCredit>()
  for (const [at, line] of invoice.document_lines.entries()) {
    const wish = wishes.get(at)
    if (wish?.amount !== undefined) lines.set(at, creditLineByAmount(line, wish.amount, soFar.line(at)))
    else if (wish !== undefined) lines.set(at, creditLine(line, wish.quantity, soFar.line(at)))
  }
  const parts = new Parts(invoice, soFar, lines)
  const charges = groupShares(invoice.charges ?? [], (at) => soFar.charges.at(at), parts)
  const allowances = groupShares(invoice.allowances ?? [], (at) => soFar.allowances.at(at), parts)
  const vat = vatOfGroups(invoice, soFar, parts, { lines, charges: charges.stated, allowances: allowances.stated })
  const unrounded: CreditedAmounts = {
    lines: [...lines].map(([at, credit]) => ({
      at: Decimal.of(at),
      quantity: credit.quantity,
      net: credit.net,
      charges: [...credit.charges],
      allowances: [...credit.allowances],
    })),
    charges: [...charges.amounts],
    allowances: [...allowances.amounts],
    vat,
    rounding: noMoney,
  }
  const { total } = new CreditedSoFar([unrounded])
  // What costs nothing is credited by its line only: a credit note of zeros is not worth sending.
  if (wanted === undefined && total.isZero && !soFar.total.isZero) return nothingLeft()
  const rounding = roundingDue(invoice, soFar, { total, isLast: parts.whole.isComplete })
  return {
    lines: [...lines.values()].map(({ line }) => line),
    charges: charges.stated,
    allowances: allowances.stated,
    rounding,
    vat: new Map(vat.map(({ group, tax }) => [group, tax])),
    amounts: { ...unrounded, rounding },
  }
}

/**
 * The rounding goes with the last of the money, or earlier where the rest would be less than it. No
 * credit note is of a rounding alone, and none is less than zero because of it.
 */
function roundingDue(
  { totals, payable_rounding_amount: billed = noMoney }: InvoiceContent,
  soFar: CreditedSoFar,
  { total, isLast }: { readonly total: Decimal; readonly isLast: boolean },
): Decimal {
  const left = billed.minus(soFar.rounding)
  const moneyLeft = totals.tax_inclusive_amount.minus(soFar.total.minus(soFar.rounding)).minus(total)
  if (total.isZero || !(isLast || (moneyLeft.sign >= 0 && moneyLeft.plus(left).sign < 0))) return noMoney
  return total.sign > 0 && total.plus(left).sign < 0 ? total.negated() : left
}

function nothingLeft(): { readonly errors: FieldErrors } {
  return { errors: new Map([['lines', message('nothing_left_to_credit')]]) }
}

export type Crediting = Credited | { readonly errors: FieldErrors }

export interface Credited {
  readonly lines: LineCredit['line'][]
  readonly charges: DocumentCharge[]
  readonly allowances: DocumentCharge[]
  /**
   * Rounding of the payable amount. The credit note that takes the last of the invoice's money
   * takes its rounding.
   */
  readonly rounding: Decimal
  /**
   * VAT of each S group: its share of the invoice's VAT, at most two cents from its own rate
   * (aligned-ibrp-s-09).
   */
  readonly vat: ReadonlyMap<string, Decimal>
  readonly amounts: CreditedAmounts
}

/** What to credit of a line: an amount if there is one, else the quantity. */
interface Wish {
  readonly quantity: Decimal
  readonly amount?: Decimal
}

/** By line index, from 0. */
function wishesOf(
  { document_lines: lines }: InvoiceContent,
  soFar: CreditedSoFar,
  wanted: CreditRequest['lines'],
): Map<number, Wish> | { readonly errors: FieldErrors } {
  const left = (at: number) => (lines[at]?.quantity ?? Decimal.zero).minus(soFar.line(at).quantity)
  const netLeft = (at: number) => (lines[at]?.net_amount ?? noMoney).minus(soFar.line(at).net)
  if (wanted === undefined) {
    const rest = lines.flatMap((_, at) => (left(at).sign > 0 ? [[at, { quantity: left(at) }] as const] : []))
    return rest.length > 0 ? new Map(rest) : nothingLeft()
  }
  const errors = new Errors()
  const wishes = new Map<number, Wish>()
  for (const [place, { line, quantity, amount }] of wanted.entries()) {
    const at = line - 1
    if (at >= lines.length) errors.add(`lines[${place}].line`, message('line_out_of_range', { lines: lines.length }))
    else if (left(at).sign <= 0) errors.add(`lines[${place}].line`, message('nothing_left_of_line_to_credit', { line }))
    else if ((quantity ?? left(at)).compare(left(at)) > 0)
      errors.add(
        `lines[${place}].quantity`,
        message('quantity_above_rest', { left: String(left(at).normalized()), line }),
      )
    else if (amount !== undefined && amount.compare(netLeft(at)) > 0)
      errors.add(`lines[${place}].amount`, message('amount_above_rest', { left: String(netLeft(at)), line }))
    else wishes.set(at, { quantity: quantity ?? left(at), ...(amount && { amount }) })
  }
  return errors.count > 0 ? { errors: errors.byPath() } : wishes
}

/**
 * The credited part of each VAT group and of the whole invoice, including this credit note.
 * Measured by the net amounts of the lines.
 */
class Parts {
  readonly whole: Part
  readonly #taxed: Part | undefined
  readonly #groups = new Map<string, Part>()

  constructor(
    { document_lines: lines }: InvoiceContent,
    soFar: CreditedSoFar,
    credits: ReadonlyMap<number, LineCredit>,
  ) {
    const isDone = (line: AnsweredLine, at: number) =>
      credits.get(at)?.isCompleted ?? soFar.line(at).quantity.equals(line.quantity)
    const creditedOf = (at: number) => soFar.line(at).net.plus(credits.get(at)?.net ?? noMoney)
    const partOf = (places: readonly (readonly [AnsweredLine, number])[]): Part => {
      const whole = sum(places.map(([line]) => line.net_amount))
      const done = sum(places.map(([, at]) => creditedOf(at)))
      const isPaidBack = !whole.isZero && places.every(([line, at]) => creditedOf(at).equals(line.net_amount))
      return { done, whole, isComplete: isPaidBack || places.every(([line, at]) => isDone(line, at)) }
    }
    const places = lines.map((line, at) => [line, at] as const)
    this.whole = partOf(places)
    const taxed = places.filter(([line]) => !isUntaxed(line.classified_tax_category.id))
    this.#taxed = taxed.length === 0 ? undefined : partOf(taxed)
    for (const group of new Set(lines.map((line) => groupOf(line.classified_tax_category)))) {
      const members = places.filter(([line]) => groupOf(line.classified_tax_category) === group)
      this.#groups.set(group, partOf(members))
    }
  }

  /**
   * A group without lines follows the whole invoice. A taxed group without lines follows the taxed
   * lines, if there are any, because a credit note of untaxed lines alone must not contain tax
   * (type 81, ibr-122-ae).
   */
  of(category: Pick<TaxCategory, 'id' | 'percent'>): Part {
    const ungrouped = isUntaxed(category.id) ? this.whole : (this.#taxed ?? this.whole)
    return this.#groups.get(groupOf(category)) ?? ungrouped
  }
}

/**
 * Each charge or allowance of the document is credited in proportion to the lines of its VAT group.
 */
function groupShares(charges: readonly DocumentCharge[], soFar: (at: number) => Decimal, parts: Parts) {
  const state = (charge: DocumentCharge, amount: Decimal) => ({
    ...statePart(charge, amount),
    tax_category: charge.tax_category,
  })
  const each = charges.map((charge, at) => shares([charge], () => soFar(at), parts.of(charge.tax_category), state))
  return { amounts: each.flatMap(({ amounts }) => amounts), stated: each.flatMap(({ stated }) => stated) }
}

interface CreditedParts {
  readonly lines: ReadonlyMap<number, LineCredit>
  readonly charges: readonly DocumentCharge[]
  readonly allowances: readonly DocumentCharge[]
}

/**
 * VAT of each S group in the credit note: the group's share so far, minus what earlier credit notes
 * took.
 */
function vatOfGroups(
  invoice: InvoiceContent,
  soFar: CreditedSoFar,
  parts: Parts,
  credit: CreditedParts,
): NonNullable<CreditedAmounts['vat']> {
  const taxable = new Map<string, { amount: Decimal; percent: Decimal; category: TaxCategory }>()
  const add = (category: TaxCategory, amount: Decimal) => {
    if (category.id !== 'S') return
    const group = groupOf(category)
    const known = taxable.get(group)
    taxable.set(group, {
      amount: (known?.amount ?? noMoney).plus(amount),
      percent: percentOf(category) ?? standardPercent,
      category,
    })
  }
  for (const [at, { net }] of credit.lines) {
    const line = invoice.document_lines[at]
    if (line !== undefined) add(line.classified_tax_category, net)
  }
  for (const { tax_category, amount } of credit.charges) add(tax_category, amount)
  for (const { tax_category, amount } of credit.allowances) add(tax_category, amount.negated())
  return [...taxable].map(([group, { amount, percent, category }]) => {
    const before = soFar.vat(group)
    const whole = vatBilled(invoice, group)
    const due = parts.of(category).isComplete ? whole : vatOf(before.taxable.plus(amount), percent)
    return { group, taxable: amount, tax: nearTo(due.minus(before.tax), vatOf(amount, percent)) }
  })
}

function vatBilled({ totals }: InvoiceContent, group: string): Decimal {
  const billed = totals.tax_breakdown.find(
    ({ tax_category_code: id, tax_percentage: percent }) => groupOf({ id, ...(percent && { percent }) }) === group,
  )
  return billed?.tax_amount ?? noMoney
}

/**
 * The rules allow the VAT of a group to differ by two cents from its rate. It could differ more
 * only after earlier credit notes were rejected.
 */
function nearTo(tax: Decimal, byRate: Decimal): Decimal {
  const distance = tax.minus(byRate)
  if (distance.abs().compare(toleranceByRule) <= 0) return tax.rescaled(2)
  return distance.sign > 0 ? byRate.plus(toleranceByRule) : byRate.minus(toleranceByRule)
}

const toleranceByRule = Decimal.of(2, 2)

import { Decimal } from '@selfbill/schematron/decimal'
import { vatCategories } from '../../codelists/codelists.ts'
import type { AnsweredLine, TaxBreakdown } from '../answer.ts'
import type { DocumentCharge } from '../objects/charge.ts'
import { isUntaxed, type TaxCategory, type VatCategory } from '../objects/tax-category.ts'
import { noMoney } from './line.ts'
import { percentOf, standardPercent, vatOf } from './percent.ts'

/**
 * The VAT breakdown (IBG-23). S and N have one group per rate; E, O, Z and AE have one each. Only S
 * groups carry VAT. Sorted by category and rate, so that the order of the lines does not matter.
 * Source: docs/contract.md#calculation.
 */
export function breakDown(parts: TaxedParts, vat: VatByGroup = none): readonly TaxBreakdown[] {
  const groups = new Map<string, Group>()
  // Lines come first, because the percentage of the AE group is that of its first line.
  for (const line of parts.lines) addTo(groups, line.classified_tax_category, line.net_amount, true)
  for (const charge of parts.charges) addTo(groups, charge.tax_category, charge.amount, false)
  for (const allowance of parts.allowances) addTo(groups, allowance.tax_category, allowance.amount.negated(), false)
  return [...groups.values()].sort(byCategoryAndRate).map((group) => breakdownOf(group, vat))
}

/** The group of a VAT category: `S 5`, `N 7.5`, `E`. */
export function groupOf(category: Pick<TaxCategory, 'id' | 'percent'>): string {
  const percent = percentOf(category)
  return hasRates(category) && percent !== undefined ? `${category.id} ${percent.key}` : category.id
}

/**
 * Fixed VAT amounts of S groups, by `groupOf`: the VAT that a credit note by reference gives back.
 */
export type VatByGroup = ReadonlyMap<string, Decimal>

const none: VatByGroup = new Map()

export interface TaxedParts {
  readonly lines: readonly AnsweredLine[]
  readonly charges: readonly DocumentCharge[]
  readonly allowances: readonly DocumentCharge[]
}

interface Group {
  readonly category: VatCategory
  /** S and N groups: their rate. Other groups: the rate of their first line, if they have lines. */
  readonly percent: Decimal | undefined
  taxable: Decimal
  readonly reason: SharedReason
}

/** The exemption reason of a group, as long as all its members give the same one. */
interface SharedReason {
  code: string | undefined
  text: string | undefined
  isAgreed: boolean
}

function addTo(groups: Map<string, Group>, category: TaxCategory, amount: Decimal, isLine: boolean): void {
  const percent = percentOf(category)
  const key = groupOf(category)
  const group = groups.get(key)
  if (group === undefined) {
    const { tax_exemption_reason_code: code, tax_exemption_reason: text } = category
    const reason = { code, text, isAgreed: true }
    groups.set(key, {
      category: category.id,
      percent: hasRates(category) || isLine ? percent : undefined,
      taxable: amount,
      reason,
    })
    return
  }
  group.taxable = group.taxable.plus(amount)
  agree(group.reason, category)
}

function hasRates({ id }: Pick<TaxCategory, 'id'>): boolean {
  return id === 'S' || id === 'N'
}

/**
 * With equal codes, the text may be missing or differ in letter case. Without codes, the texts must
 * be equal.
 */
function agree(
  reason: SharedReason,
  { tax_exemption_reason_code: code, tax_exemption_reason: text }: TaxCategory,
): void {
  const isSameText = code !== undefined || text === reason.text
  reason.isAgreed &&= code === reason.code && isSameText
  reason.text ??= text
}

function breakdownOf({ category, percent, taxable, reason }: Group, vat: VatByGroup): TaxBreakdown {
  const groupPercent = groupPercentOf(category, percent)
  const { code, text, isAgreed } = reason
  return {
    tax_category_code: category,
    ...(groupPercent !== undefined && { tax_percentage: groupPercent }),
    taxable_amount: taxable.rescaled(2),
    tax_amount:
      category === 'S' && groupPercent !== undefined
        ? (vat.get(groupOf({ id: category, percent: groupPercent })) ?? vatOf(taxable, groupPercent))
        : noMoney,
    ...(isAgreed && code !== undefined && { tax_exemption_reason_code: code }),
    ...(isAgreed && text !== undefined && { tax_exemption_reason: text }),
  }
}

function groupPercentOf(category: VatCategory, percent: Decimal | undefined): Decimal | undefined {
  if (isUntaxed(category)) return undefined
  if (category === 'Z') return Decimal.zero
  return (percent ?? standardPercent).normalized()
}

function byCategoryAndRate(left: Group, right: Group): number {
  const rank = vatCategories.indexOf(left.category) - vatCategories.indexOf(right.category)
  return rank === 0 ? (left.percent ?? Decimal.zero).compare(right.percent ?? Decimal.zero) : rank
}

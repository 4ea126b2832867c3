import { type Decimal, sum } from '@selfbill/schematron/decimal'
import type { AnsweredLine, TaxBreakdown, Totals } from '../answer.ts'
import type { DocumentCharge } from '../objects/charge.ts'
import { isUntaxed } from '../objects/tax-category.ts'
import { aedRateOf, type InSomeCurrency, inAed } from './aed.ts'
import { breakDown, type VatByGroup } from './breakdown.ts'
import { areWithinLimit, noMoney, sumOfAmounts } from './line.ts'

/**
 * The totals of a document, from its computed lines. VAT comes from the breakdown groups, never
 * from the rounded VAT of the lines. Undefined when an amount would be 10^12 or more. Source:
 * docs/contract.md#calculation; ibr-co-10 to 16.
 */
export function computeTotals(
  document: Totalled,
  lines: readonly AnsweredLine[],
  vat?: VatByGroup,
): Totals | undefined {
  const { charges = [], allowances = [] } = document
  const rate = aedRateOf(document)
  const tax_breakdown = [...breakDown({ lines, charges, allowances }, vat)]
  const line_extension_amount = total(lines.map((line) => line.net_amount))
  const allowance_total_amount = sumOfAmounts(allowances)
  const charge_total_amount = sumOfAmounts(charges)
  const tax_exclusive_amount = line_extension_amount.plus(charge_total_amount).minus(allowance_total_amount)
  const tax_amount = total(tax_breakdown.map((group) => group.tax_amount))
  const tax_inclusive_amount = tax_exclusive_amount.plus(tax_amount)
  const prepaid_amount = (document.prepaid_amount ?? noMoney).rescaled(2)
  const payable_rounding_amount = (document.payable_rounding_amount ?? noMoney).rescaled(2)
  const payable_amount = tax_inclusive_amount.minus(prepaid_amount).plus(payable_rounding_amount)
  const amounts = {
    line_extension_amount,
    allowance_total_amount,
    charge_total_amount,
    tax_exclusive_amount,
    tax_amount,
    tax_amount_in_aed: inAed(tax_amount, rate),
    tax_inclusive_amount,
    prepaid_amount,
    payable_rounding_amount,
    payable_amount,
    payable_amount_in_aed: inAed(payable_amount, rate),
    total_item_allowances: total(lines.map((line) => sumOfAmounts(line.allowances ?? []))),
    total_item_charges: total(lines.map((line) => sumOfAmounts(line.charges ?? []))),
    ...byTaxability(tax_breakdown),
  }
  // The total with VAT in AED is not among the totals, but UBL states it (BTAE-20).
  const others = [inAed(tax_inclusive_amount, rate), ...tax_breakdown.map((group) => group.taxable_amount)]
  return areWithinLimit([...Object.values(amounts), ...others]) ? { ...amounts, tax_breakdown } : undefined
}

/** The members that the totals need in addition to the lines. */
export interface Totalled extends InSomeCurrency {
  readonly charges?: DocumentCharge[]
  readonly allowances?: DocumentCharge[]
  readonly prepaid_amount?: Decimal
  readonly payable_rounding_amount?: Decimal
}

function byTaxability(
  groups: readonly TaxBreakdown[],
): Pick<Totals, 'total_taxable_amount' | 'total_non_taxable_amount'> {
  const isTaxable = ({ tax_category_code: code }: TaxBreakdown) => !isUntaxed(code)
  const taxable = groups.filter(isTaxable).map((group) => group.taxable_amount)
  const nonTaxable = groups.filter((group) => !isTaxable(group)).map((group) => group.taxable_amount)
  return { total_taxable_amount: total(taxable), total_non_taxable_amount: total(nonTaxable) }
}

function total(amounts: readonly Decimal[]): Decimal {
  return sum(amounts).rescaled(2)
}

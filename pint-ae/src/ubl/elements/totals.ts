import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { DocumentContent, TaxBreakdown, Totals } from '../../document/answer.ts'
import { cac, cbc } from '../names.ts'
import type { Currencies } from './currency.ts'
import { moneyLeaf, numberLeaf, textLeaf } from './leaves.ts'
import { taxScheme } from './tax-category.ts'

/**
 * The VAT of the document (IBT-110) with its breakdown (IBG-23), then the VAT in AED (IBT-111) if
 * the currency differs. The order matters: ibr-co-15 reads the first.
 */
export function taxTotals(totals: Totals, currencies: Currencies): readonly (Element | undefined)[] {
  return [
    branch(cac.TaxTotal, [
      moneyLeaf(cbc.TaxAmount, totals.tax_amount, currencies.document),
      ...totals.tax_breakdown.map((group) => subtotal(group, currencies)),
    ]),
    currencies.isForeign
      ? branch(cac.TaxTotal, [moneyLeaf(cbc.TaxAmount, totals.tax_amount_in_aed, currencies.dirham)])
      : undefined,
  ]
}

/**
 * The totals of the document (IBG-22). Parts that were not sent have no total: without allowances
 * there is no AllowanceTotalAmount.
 */
export function monetaryTotal(content: DocumentContent, { document: currency }: Currencies): Element | undefined {
  const { totals, allowances, charges, prepaid_amount: prepaid, payable_rounding_amount: rounding } = content
  return branch(cac.LegalMonetaryTotal, [
    moneyLeaf(cbc.LineExtensionAmount, totals.line_extension_amount, currency),
    moneyLeaf(cbc.TaxExclusiveAmount, totals.tax_exclusive_amount, currency),
    moneyLeaf(cbc.TaxInclusiveAmount, totals.tax_inclusive_amount, currency),
    moneyLeaf(cbc.AllowanceTotalAmount, allowances && totals.allowance_total_amount, currency, 'allowances'),
    moneyLeaf(cbc.ChargeTotalAmount, charges && totals.charge_total_amount, currency, 'charges'),
    moneyLeaf(cbc.PrepaidAmount, prepaid, currency, 'prepaid_amount'),
    moneyLeaf(cbc.PayableRoundingAmount, rounding, currency, 'payable_rounding_amount'),
    moneyLeaf(cbc.PayableAmount, totals.payable_amount, currency),
  ])
}

function subtotal(group: TaxBreakdown, { document: currency }: Currencies): Element | undefined {
  return branch(cac.TaxSubtotal, [
    moneyLeaf(cbc.TaxableAmount, group.taxable_amount, currency),
    moneyLeaf(cbc.TaxAmount, group.tax_amount, currency),
    branch(cac.TaxCategory, [
      leaf(cbc.ID, group.tax_category_code),
      numberLeaf(cbc.Percent, group.tax_percentage),
      textLeaf(cbc.TaxExemptionReasonCode, group.tax_exemption_reason_code),
      textLeaf(cbc.TaxExemptionReason, group.tax_exemption_reason),
      taxScheme(),
    ]),
  ])
}

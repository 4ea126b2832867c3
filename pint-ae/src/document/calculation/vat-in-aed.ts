import { Decimal } from '@selfbill/schematron/decimal'
import { inAed } from './aed.ts'

/**
 * Net and VAT of each VAT category in AED, as one short text: `S 1000.00 50.00;Z 20.00 0.00`. What
 * a VAT return adds up.
 */
export function vatInAedOf(groups: readonly VatGroup[], rate: Decimal | undefined): string {
  const byCategory = Map.groupBy(groups, ({ tax_category_code: code }) => code)
  return [...byCategory]
    .map(([code, own]) => {
      const net = own.reduce((sum, group) => sum.plus(group.taxable_amount), Decimal.zero)
      const vat = own.reduce((sum, group) => sum.plus(group.tax_amount), Decimal.zero)
      return `${code} ${inAed(net, rate).rescaled(2)} ${inAed(vat, rate).rescaled(2)}`
    })
    .join(';')
}

interface VatGroup {
  readonly tax_category_code: string
  readonly taxable_amount: Decimal
  readonly tax_amount: Decimal
}

import { Decimal } from '@selfbill/schematron/decimal'
import { inAed } from './aed.ts'

/**
 * Net and VAT of each VAT category in AED, as one short text: `S 1000.00 50.00;Z 20.00 0.00`. What
 * a VAT return adds up.
 */
export function vatInAedOf(groups: readonly VatGroup[], rate: Decimal | undefined): string {
  const sums = new Map<string, { readonly net: Decimal; readonly vat: Decimal }>()
  for (const { tax_category_code: code, taxable_amount, tax_amount } of groups) {
    const { net, vat } = sums.get(code) ?? { net: Decimal.zero, vat: Decimal.zero }
    sums.set(code, { net: net.plus(taxable_amount), vat: vat.plus(tax_amount) })
  }
  return [...sums]
    .map(([code, { net, vat }]) => `${code} ${inAed(net, rate).rescaled(2)} ${inAed(vat, rate).rescaled(2)}`)
    .join(';')
}

interface VatGroup {
  readonly tax_category_code: string
  readonly taxable_amount: Decimal
  readonly tax_amount: Decimal
}

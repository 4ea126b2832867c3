import type { Decimal } from '../../decimal/decimal.ts'
import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { money } from './figures.ts'
import type { Block, Sum } from './page.ts'

/** The totals (IBG-22). For a document in another currency, VAT and amount due also in AED. */
export function sumsBlock(document: DocumentView, words: Words): Block {
  const currency = document.text('document_currency_code') ?? ''
  const totals = document.object('totals')
  const isForeign = currency !== 'AED'

  function sum(label: string, name: string, look: { readonly isStrong?: boolean; readonly aed?: string } = {}): Sum[] {
    const amount = totals?.decimal(name)
    if (amount === undefined) return []
    const aed = look.aed === undefined || !isForeign ? undefined : totals?.decimal(look.aed)
    return [
      {
        label,
        amount: money(amount, currency),
        inAed: aed === undefined ? null : money(aed, 'AED'),
        isStrong: look.isStrong === true,
      },
    ]
  }

  function sumUnlessZero(label: string, name: string): Sum[] {
    const amount: Decimal | undefined = totals?.decimal(name)
    return amount === undefined || amount.isZero ? [] : sum(label, name)
  }

  return {
    kind: 'sums',
    title: words.totals,
    sums: [
      ...sum(words.sum.lines, 'line_extension_amount'),
      ...sumUnlessZero(words.sum.allowances, 'allowance_total_amount'),
      ...sumUnlessZero(words.sum.charges, 'charge_total_amount'),
      ...sum(words.sum.exclusive, 'tax_exclusive_amount'),
      ...sum(words.sum.vat, 'tax_amount', { aed: 'tax_amount_in_aed' }),
      ...sum(words.sum.inclusive, 'tax_inclusive_amount', { isStrong: true }),
      ...sumUnlessZero(words.sum.prepaid, 'prepaid_amount'),
      ...sumUnlessZero(words.sum.rounding, 'payable_rounding_amount'),
      ...sum(words.sum.payable, 'payable_amount', { isStrong: true, aed: 'payable_amount_in_aed' }),
    ],
  }
}

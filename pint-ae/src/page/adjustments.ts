import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { amount, groupedMoney } from './figures.ts'
import { type Block, type Cell, phrase } from './page.ts'
import { cell, joined, piece } from './pieces.ts'
import { categoryName, rateText } from './vat.ts'
import { fill } from './words.ts'

/** Charges and allowances of the whole document; no block without any. */
export function documentAdjustments(document: DocumentView, words: Words): readonly Block[] {
  const rows = (['charges', 'allowances'] as const).flatMap((list) =>
    document.list(list).map((item) => rowOf(item, list, words)),
  )
  if (rows.length === 0) return []
  return [
    {
      kind: 'table',
      title: words.documentAdjustments,
      columns: [
        { title: words.kind, width: 'narrow' },
        { title: words.reason, width: 'wide' },
        { title: words.vat, width: 'figure' },
        { title: words.amount, width: 'figure' },
      ],
      rows,
    },
  ]
}

type AdjustmentList = 'charges' | 'allowances'

function rowOf(item: DocumentView, list: AdjustmentList, words: Words): readonly Cell[] {
  const share = adjustmentShare(item, words)
  const category = item.object('tax_category')
  return [
    cell(phrase(list === 'charges' ? words.charge : words.allowance)),
    cell(phrase(adjustmentReason(item, list, words) ?? ''), ...(share === undefined ? [] : [phrase(share)])),
    cell(piece(joined(' ', rateText(category), categoryName(category, words)) ?? '')),
    cell(amount(item.decimal('amount'))),
  ]
}

/** The reason as it was sent, or the name of its code, or the code if it has no name here. */
export function adjustmentReason(item: DocumentView, list: AdjustmentList, words: Words): string | undefined {
  const code = item.text('reason_code')
  const names: Readonly<Record<string, string>> = list === 'charges' ? words.chargeReasons : words.allowanceReasons
  const name = code !== undefined && Object.hasOwn(names, code) ? names[code] : undefined
  return item.text('reason') ?? name ?? code
}

/** `5 % of 1,000.00`, where the amount is a share of another. */
export function adjustmentShare(item: DocumentView, words: Words): string | undefined {
  const [percent, base] = [item.decimal('multiplier_factor_numeric'), item.decimal('base_amount')]
  if (percent === undefined || base === undefined) return undefined
  return fill(words.share, { percent: `${percent.normalized()} %`, amount: groupedMoney(base) })
}

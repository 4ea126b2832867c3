import type { Decimal } from '@selfbill/schematron/decimal'
import { vatCategories } from '../codelists/codelists.ts'
import { inAed } from '../document/calculation/aed.ts'
import { percentOf } from '../document/calculation/percent.ts'
import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { amount, money } from './figures.ts'
import { type Block, type Cell, figure, type Piece, phrase } from './page.ts'
import { cell } from './pieces.ts'
import { wordFor } from './words.ts'

/** The VAT groups (IBG-23). For a document in another currency, also in AED. */
export function breakdownTable(document: DocumentView, aedRate: Decimal | undefined, words: Words): Block {
  const both = (sum: Decimal | undefined): Cell => {
    const below: readonly Piece[] =
      sum === undefined || aedRate === undefined ? [] : [money(inAed(sum, aedRate), 'AED')]
    return cell(amount(sum), ...below)
  }
  return {
    kind: 'table',
    title: words.breakdown,
    columns: [
      { title: words.category, width: 'wide' },
      { title: words.vat, width: 'figure' },
      { title: words.taxable, width: 'figure' },
      { title: words.vatAmount, width: 'figure' },
    ],
    rows: document.list('totals', 'tax_breakdown').map((group) => {
      const code = group.text('tax_category_code') ?? ''
      const reason = exemptionOf(group, words)
      return [
        cell(phrase(wordFor(words.categories, code)), ...(reason === undefined ? [] : [phrase(reason)])),
        cell(figure(percentText(group.decimal('tax_percentage')) ?? '')),
        both(group.decimal('taxable_amount')),
        both(group.decimal('tax_amount')),
      ]
    }),
  }
}

/** The sentences that a tax invoice needs for reverse charge and the profit margin scheme. */
export function vatStatements(document: DocumentView, words: Words): readonly Block[] {
  const codes = new Set(document.list('totals', 'tax_breakdown').map((group) => group.text('tax_category_code')))
  const sentences = (['AE', 'N'] as const).filter((code) => codes.has(code)).map((code) => words.statements[code])
  return sentences.length === 0 ? [] : [{ kind: 'text', title: words.statement, text: sentences.join('\n') }]
}

/** The rate with the category below it. */
export function rateCell(category: DocumentView | undefined, words: Words): Cell {
  const name = categoryName(category, words)
  const rate = rateText(category)
  return cell(figure(rate ?? '–'), ...(name === undefined ? [] : [phrase(name)]))
}

/** What a rate alone does not say: nothing for the standard rate. */
export function categoryName(category: DocumentView | undefined, words: Words): string | undefined {
  const code = category?.text('id')
  return code === undefined || code === 'S' ? undefined : wordFor(words.categories, code)
}

/** The rate of a category, also where the document leaves it out. */
export function rateText(category: DocumentView | undefined): string | undefined {
  const id = vatCategories.find((code) => code === category?.text('id'))
  const percent = category?.decimal('percent')
  return percentText(id === undefined ? percent : percentOf({ id, ...(percent !== undefined && { percent }) }))
}

/** The exemption reason in the reader's language; its code where nothing else is known. */
export function exemptionOf(category: DocumentView | undefined, words: Words): string | undefined {
  const code = category?.text('tax_exemption_reason_code')
  const names: Readonly<Record<string, string>> = words.exemptions
  const name = code !== undefined && Object.hasOwn(names, code) ? names[code] : undefined
  return name ?? category?.text('tax_exemption_reason') ?? code
}

function percentText(percent: Decimal | undefined): string | undefined {
  return percent === undefined ? undefined : `${percent.normalized()} %`
}

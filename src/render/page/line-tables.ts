import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { amount, grouped } from './figures.ts'
import { type Block, type Cell, figure, type Piece, phrase } from './page.ts'
import { joined, piece } from './pieces.ts'
import { fill, wordFor } from './words.ts'

/**
 * All lines of the document. For a document in another currency, VAT and total in AED are shown
 * below.
 */
export function linesTable(document: DocumentView, words: Words): Block {
  return {
    kind: 'table',
    title: words.lines,
    columns: [
      { title: words.line, width: 'narrow' },
      { title: words.item, width: 'wide' },
      { title: words.quantity, width: 'figure' },
      { title: words.unitPrice, width: 'figure' },
      { title: words.net, width: 'figure' },
      { title: words.vat, width: 'figure' },
      { title: words.vatAmount, width: 'figure' },
      { title: words.lineTotal, width: 'figure' },
    ],
    rows: document.list('document_lines').map((line, index) => lineRow(line, index, words)),
  }
}

function lineRow(line: DocumentView, index: number, words: Words): readonly Cell[] {
  return [
    cell(figure(String(index + 1))),
    cell(phrase(line.text('name') ?? ''), ...itemDetails(line, words)),
    cell(amount(line.decimal('quantity')), figure(line.text('unit_code') ?? '')),
    cell(amount(line.decimal('price', 'price_amount')), ...priceDetails(line, words)),
    cell(amount(line.decimal('net_amount')), ...adjustments(line, words)),
    cell(
      figure(rateOf(line.text('classified_tax_category', 'percent'))),
      figure(line.text('classified_tax_category', 'id') ?? ''),
    ),
    cell(amount(line.decimal('tax_amount')), ...inAed(line, 'tax_amount_in_aed')),
    cell(amount(line.decimal('total_amount')), ...inAed(line, 'total_amount_in_aed')),
  ]
}

function itemDetails(line: DocumentView, words: Words): readonly Piece[] {
  const { name, description } = { name: line.text('name'), description: line.text('description') }
  const codes = [
    line.text('seller_item_identification', 'id'),
    line.text('buyer_item_identification', 'id'),
    line.text('standard_item_identification', 'id'),
    joined(
      ' ',
      line.text('commodity_classification', 'item_classification_list_id'),
      line.text('commodity_classification', 'item_classification_code'),
    ),
    ...line.list('additional_item_identification').map((item) => joined(' ', item.text('scheme_id'), item.text('id'))),
    line.text('lot_number_id'),
  ]
  const known = joined(' · ', ...codes)
  const note = line.text('note')
  const reason = line.text('classified_tax_category', 'tax_exemption_reason')
  return [
    ...(description === undefined || description === name ? [] : [phrase(description)]),
    ...(known === undefined ? [] : [piece(known)]),
    ...line
      .list('additional_item_property')
      .map((item) => phrase(`${item.text('name') ?? ''}: ${item.text('value') ?? ''}`)),
    ...(reason === undefined ? [] : [phrase(reason)]),
    ...(note === undefined ? [] : [phrase(`${words.note}: ${note}`)]),
  ]
}

function priceDetails(line: DocumentView, words: Words): readonly Piece[] {
  const base = line.decimal('price', 'base_quantity')
  const discount = line.decimal('price', 'allowance', 'amount')
  return [
    ...(base === undefined || base.toString() === '1'
      ? []
      : [phrase(fill(words.perQuantity, { quantity: grouped(base) }))]),
    ...(discount === undefined || discount.isZero
      ? []
      : [phrase(fill(words.priceDiscount, { amount: grouped(discount) }))]),
  ]
}

/** The charges and allowances of a line, which lead from quantity times price to the net amount. */
function adjustments(line: DocumentView, words: Words): readonly Piece[] {
  const phrases = (list: string, word: string, sign: string) =>
    line.list(list).map((item) => {
      const sum = item.decimal('amount')
      return phrase(`${word} ${sign}${sum === undefined ? '' : grouped(sum)}`)
    })
  return [...phrases('charges', words.charge, '+'), ...phrases('allowances', words.allowance, '−')]
}

function inAed(line: DocumentView, name: string): readonly Piece[] {
  const sum = line.decimal(name)
  return sum === undefined ? [] : [figure(`${grouped(sum)} AED`)]
}

/** Charges and allowances of the whole document; no block without any. */
export function documentAdjustments(document: DocumentView, words: Words): readonly Block[] {
  const row = (item: DocumentView, kind: string): readonly Cell[] => [
    cell(phrase(kind)),
    cell(phrase(joined(' · ', item.text('reason'), item.text('reason_code')) ?? '')),
    cell(figure(joined(' ', item.text('tax_category', 'id'), rateOf(item.text('tax_category', 'percent'))) ?? '')),
    cell(amount(item.decimal('amount'))),
  ]
  const rows = [
    ...document.list('charges').map((item) => row(item, words.charge)),
    ...document.list('allowances').map((item) => row(item, words.allowance)),
  ]
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

/** The VAT groups (IBG-23). */
export function breakdownTable(document: DocumentView, words: Words): Block {
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
      const reason = joined(' · ', group.text('tax_exemption_reason'), group.text('tax_exemption_reason_code'))
      return [
        cell(phrase(`${wordFor(words.categories, code)} (${code})`), ...(reason === undefined ? [] : [phrase(reason)])),
        cell(figure(rateOf(group.text('tax_percentage')))),
        cell(amount(group.decimal('taxable_amount'))),
        cell(amount(group.decimal('tax_amount'))),
      ]
    }),
  }
}

function cell(main: Piece, ...below: readonly Piece[]): Cell {
  return { main, below }
}

function rateOf(percent: string | undefined): string {
  return percent === undefined ? '' : `${percent} %`
}

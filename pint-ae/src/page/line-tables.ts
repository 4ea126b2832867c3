import type { Decimal } from '@selfbill/schematron/decimal'
import { unitName } from '../codelists/units.ts'
import { adjustmentReason, adjustmentShare } from './adjustments.ts'
import type { DocumentView } from './document-view.ts'
import type { Words } from './english.ts'
import { amount, grouped, groupedMoney, money, price } from './figures.ts'
import { type Block, type Cell, figure, type Piece, phrase } from './page.ts'
import { cell, joined, periodOf, piece } from './pieces.ts'
import { exemptionOf, rateCell } from './vat.ts'
import { fill, wordFor } from './words.ts'

/**
 * All lines of the document. For a document in another currency, VAT and total in AED are shown
 * below.
 */
export function linesTable(document: DocumentView, words: Words): Block {
  const currency = document.text('document_currency_code') ?? ''
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
    rows: document.list('document_lines').map((line, index) => lineRow(line, index, currency, words)),
  }
}

function lineRow(line: DocumentView, index: number, currency: string, words: Words): readonly Cell[] {
  return [
    cell(figure(String(index + 1))),
    cell(phrase(line.text('name') ?? ''), ...itemDetails(line, words)),
    cell(amountSent(line.decimal('quantity')), piece(unitName(line.text('unit_code') ?? '', words.language))),
    priceCell(line, currency, words),
    cell(amount(line.decimal('net_amount'))),
    rateCell(line.object('classified_tax_category'), words),
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
  const reason = exemptionOf(line.object('classified_tax_category'), words)
  const nature = line.text('commodity_classification', 'nature_code')
  const period = periodOf(line.object('invoice_period'))
  return [
    ...(description === undefined || description === name ? [] : [phrase(description)]),
    ...(known === undefined ? [] : [piece(known)]),
    ...line
      .list('additional_item_property')
      .map((item) => phrase(`${item.text('name') ?? ''}: ${item.text('value') ?? ''}`)),
    ...(period === undefined ? [] : [phrase(fill(`${words.period}: {period}`, { period }))]),
    ...(nature === undefined ? [] : [phrase(wordFor(words.natures, nature))]),
    ...(reason === undefined ? [] : [phrase(reason)]),
    ...adjustments(line, words),
    ...(note === undefined ? [] : [phrase(`${words.note}: ${note}`)]),
  ]
}

function priceCell(line: DocumentView, currency: string, words: Words): Cell {
  const net = line.decimal('price', 'price_amount')
  const base = line.decimal('price', 'base_quantity')
  const discount = line.decimal('price', 'allowance', 'amount')
  return cell(
    figure(net === undefined ? '' : price(net, currency)),
    ...(base === undefined || base.toString() === '1'
      ? []
      : [phrase(fill(words.perQuantity, { quantity: grouped(base) }))]),
    ...(discount === undefined || discount.isZero
      ? []
      : [phrase(fill(words.priceDiscount, { amount: price(discount, currency) }))]),
  )
}

/** The charges and allowances of a line, which lead from quantity times price to the net amount. */
function adjustments(line: DocumentView, words: Words): readonly Piece[] {
  return (['charges', 'allowances'] as const).flatMap((list) =>
    line.list(list).map((item) => {
      const sum = item.decimal('amount')
      const signed = sum === undefined ? '' : `${list === 'charges' ? '+' : '−'}${groupedMoney(sum)}`
      const why = joined(' · ', adjustmentReason(item, list, words), adjustmentShare(item, words))
      const what = fill(`${list === 'charges' ? words.charge : words.allowance} {signed}`, { signed })
      return phrase(why === undefined ? what : `${what} · ${why}`)
    }),
  )
}

function amountSent(number: Decimal | undefined): Piece {
  return figure(number === undefined ? '' : grouped(number))
}

function inAed(line: DocumentView, name: string): readonly Piece[] {
  const sum = line.decimal(name)
  return sum === undefined ? [] : [money(sum, 'AED')]
}

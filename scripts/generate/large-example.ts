import { readFileSync } from 'node:fs'
import type { GeneratedFile } from './generated-file.ts'

/**
 * examples/large-1000-lines.json: the supplier and the payment of the plain example, and a thousand
 * lines that differ in item, quantity, price and charges. Each document line is one line of the
 * file.
 */
export function largeExample(): GeneratedFile {
  const folder = new URL('../../examples/', import.meta.url)
  const {
    document_lines: _,
    order_reference: __,
    ...plain
  } = JSON.parse(readFileSync(new URL('purchase-invoice.json', folder), 'utf8'))
  const frame = JSON.stringify({ ...plain, document_lines: [] }, undefined, 2)
  const lines = Array.from({ length: linesCount }, (_, at) => `    ${JSON.stringify(lineAt(at))}`)
  const text = frame.replace('"document_lines": []', `"document_lines": [\n${lines.join(',\n')}\n  ]`)
  return { path: 'examples/large-1000-lines.json', text: `${text}\n` }
}

const linesCount = 1000

const metals = [
  ['Bright copper wire, 8 mm', '74081100', 31.75],
  ['Copper tube', '74111000', 28.4],
  ['Aluminium profiles, 6063', '76042900', 7.9],
  ['Aluminium alloy ingots', '76012000', 6.35],
  ['Brass rods', '74072100', 19.05],
  ['Stainless steel bars 304', '72222000', 4.6],
  ['Lead sheet', '78041900', 5.15],
] as const

function lineAt(at: number): object {
  const [name, code, price] = metals[at % metals.length] ?? metals[0]
  // Primes keep quantities and prices from repeating together.
  const quantity = (((at + 1) * 7919) % 90_007) / 100 + 0.1
  const discount = at % 10 === 9 ? { allowance: { amount: 0.25 } } : {}
  const allowance = at % 25 === 24 ? { allowances: [{ reason: 'Moisture', reason_code: '95', amount: 12.5 }] } : {}
  const charge = at % 40 === 39 ? { charges: [{ reason: 'Sorting', reason_code: 'ADR', amount: 18.75 }] } : {}
  return {
    name,
    description: `${name}, load ${at + 1} of ${linesCount}`,
    quantity: Number(quantity.toFixed(1)),
    unit_code: 'KGM',
    price: { base_amount: price, base_quantity: 1, ...discount },
    classified_tax_category: { id: 'S', percent: 5, tax_scheme: 'VAT' },
    ...charge,
    ...allowance,
    commodity_classification: {
      commodity_code: 'G',
      item_classification_code: code,
      item_classification_list_id: 'HS',
    },
    line_object_identifier: `ticket-${20_000 + at}`,
  }
}

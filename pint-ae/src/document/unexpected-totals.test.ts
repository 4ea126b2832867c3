import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import { byField, inEnglish } from '../messages/text-of.ts'
import { calculate } from './calculation/calculate.ts'
import type { ExpectedTotals } from './objects/expected-totals.ts'
import { unexpectedTotals } from './unexpected-totals.ts'

const number = (text: string) => Decimal.from(text)
const line = (price: string) => ({
  name: 'Copper wire',
  description: 'Copper wire',
  unit_code: 'C62',
  quantity: number('1'),
  price: { base_amount: number(price), base_quantity: number('1') },
  classified_tax_category: { id: 'S' as const, percent: number('5') },
})

/** Three lines of 0.30: the VAT of each is 0.02, that of the document 0.05. */
function computed() {
  const document_lines = [line('0.30'), line('0.30'), line('0.30')]
  const calculated = calculate({ document_currency_code: 'AED', document_lines })
  assert('totals' in calculated)
  return { document_currency_code: 'AED', document_lines: calculated.lines, totals: calculated.totals }
}

const differences = (expected: ExpectedTotals) => byField(unexpectedTotals(expected, computed()), inEnglish)

test('equal amounts are no difference, however many decimals they have', () => {
  const lines = Array.from({ length: 3 }, () => ({ net_amount: number('0.3'), tax_amount: number('0.02') }))
  assert.deepEqual(differences({ payable_amount: number('0.95'), tax_amount: number('0.050'), lines }), {})
  assert.deepEqual(differences({ lines: [{}, {}, {}] }), {})
  assert.deepEqual(differences({}), {})
})

test('a difference shows both figures and how ours is computed', () => {
  const expected = { payable_amount: number('0.96'), tax_amount: number('0.06') }
  assert.deepEqual(differences(expected), {
    'expected_totals.payable_amount':
      'Payable amount is 0.95 AED, and 0.96 was expected. ' +
      'It is 0.90 without VAT + 0.05 VAT − 0.00 prepaid + 0.00 rounding',
    'expected_totals.tax_amount':
      'VAT is 0.05 AED, and 0.06 was expected. ' +
      'VAT is computed and rounded once for each VAT category, never for each line: S 5 %: 0.05 on 0.90',
  })
})

test('a difference of a line names the line', () => {
  const [, , third] = [{}, {}, { net_amount: number('0.31'), tax_amount: number('0.01') }]
  assert.deepEqual(differences({ lines: [{}, {}, { ...third }] }), {
    'expected_totals.lines[2].net_amount':
      'Net amount of line 3 is 0.30 AED, and 0.31 was expected. ' +
      'It is quantity × price ÷ base quantity, plus charges, minus allowances',
    'expected_totals.lines[2].tax_amount':
      'VAT of line 3 is 0.02 AED, and 0.01 was expected. ' +
      'It is the net amount 0.30 × the rate of the line, rounded to two decimals',
  })
})

test('another number of lines is one difference', () => {
  assert.deepEqual(differences({ lines: [{}, { tax_amount: number('9') }] }), {
    'expected_totals.lines': 'The document has 3 lines, and 2 were expected',
  })
})

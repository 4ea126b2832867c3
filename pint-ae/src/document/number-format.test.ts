import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberFormatProblem, numberText, usualNumberFormat } from './number-format.ts'

test('a number follows its format', () => {
  assert.equal(numberText(usualNumberFormat, 'purchase-invoices', 7), 'PINV-000007')
  assert.equal(numberText(usualNumberFormat, 'sales-credit-notes', 1_234_567), 'SCN-1234567')
  assert.equal(numberText('SB/{prefix}/{sequence:8}', 'purchase-credit-notes', 12), 'SB/PCN/00000012')
  assert.equal(numberText('{sequence}.{prefix}.{prefix}', 'sales-invoices', 12), '12.SINV.SINV')
})

test('a format contains the sequence once, and no character that numbers must not have', () => {
  for (const format of [usualNumberFormat, '{sequence}', 'A_b-1./{sequence:12}'])
    assert.equal(numberFormatProblem(format, 'number_format'), undefined)
  const wrong = [
    '',
    '{prefix}',
    '{sequence}{sequence}',
    '{sequence:0}',
    '{sequence:13}',
    '{Sequence}',
    '{sequence} ',
    '<{sequence}>',
    '{year}-{sequence}',
  ]
  for (const format of [...wrong, `${'x'.repeat(95)}{sequence}`])
    assert.ok(numberFormatProblem(format, 'number_format'), format)
})

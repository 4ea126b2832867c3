import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readingsOf, typedNumber } from './typed-number.ts'

test('a number means what its form says', () => {
  const meant = {
    '1500': '1500',
    '-3': '-3',
    '1.500': '1.500',
    '1,5': '1.5',
    '0,500': '0.500',
    '12,25': '12.25',
    '1500,250': '1500.250',
    '1,500.25': '1500.25',
    '1,500,000': '1500000',
    '1.500,25': '1500.25',
    '1 500': '1500',
    '1\u00a0500,5': '1500.5',
    '١٫٥': '1.5',
    '١٬٥٠٠': '1500',
    '١٬٥٠٠٫٢٥': '1500.25',
    '۱۲٫۵': '12.5',
    '١،٥': '1.5',
  }
  for (const [text, value] of Object.entries(meant)) assert.equal(String(typedNumber(text)), value, text)
})

test('what may be thousands or decimals is ambiguous, and other text is no number', () => {
  for (const text of ['1,500', '-12,345', '١,٥٠٠', '١،٥٠٠']) {
    assert.equal(typedNumber(text), 'ambiguous', text)
  }
  assert.deepEqual(readingsOf('١،٥٠٠'), { thousands: '1500', decimals: '1.500' })
  for (const text of ['', 'two', '1,50,000', '1,5,5', '1,,5', ',5', '5,', '1.500.000', '1 5', "1'500", '1-2', '--1']) {
    assert.equal(typedNumber(text), undefined, text)
  }
})

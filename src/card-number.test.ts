import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { findsCardNumber, masksCardNumber } from './card-number.ts'

test('a card number keeps its last four digits, however it is written', () => {
  for (const written of [
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111.1111.1111.1111',
    '4111\u20111111\u00a01111 1111',
    '٤١١١١١١١١١١١١١١١',
    '４１１１１１１１１１１１１１１１',
  ]) {
    assert.equal(masksCardNumber(written), '************1111', written)
    assert(findsCardNumber(`Paid with ${written}, thanks`), written)
  }
})

test('12 to 19 digits that pass Luhn, nothing else', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9][0-9]{9,19}$/), (digits) => {
      const full = digits + checkDigit(digits)
      const isCard = full.length >= 12 && full.length <= 19
      assert.equal(findsCardNumber(full), isCard, full)
      assert.equal(masksCardNumber(full), isCard ? '*'.repeat(full.length - 4) + full.slice(-4) : full)
      const wrong = digits + ((checkDigit(digits) + 1) % 10)
      assert.equal(findsCardNumber(wrong), false, wrong)
      assert.equal(masksCardNumber(wrong), wrong)
    }),
  )
})

test('a card number is found among other numbers', () => {
  for (const text of [
    '2026-07-15 4111 1111 1111 1111',
    '4111 1111 1111 1111 12/28 123',
    'a4111111111111111b',
    '1 2 3 4111111111111111',
  ])
    assert(findsCardNumber(text), text)
})

test('a TRN, an IBAN and short numbers are none', () => {
  for (const text of [
    '100234567800003',
    'AE070331234567890123456',
    '4111 1111',
    '',
    'no digits at all',
    '**** **** **** 1111',
  ]) {
    assert.equal(findsCardNumber(text), false, text)
  }
})

/** The digit that makes Luhn's sum a multiple of ten. */
function checkDigit(digits: string): number {
  const doubled = [...digits].reverse().map((digit, at) => (at % 2 === 0 ? Number(digit) * 2 : Number(digit)))
  const total = doubled.reduce((sum, digit) => sum + (digit > 9 ? digit - 9 : digit), 0)
  return (10 - (total % 10)) % 10
}

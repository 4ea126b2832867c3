import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { withLuhnDigit } from '../../../test/support/text/written-cards.ts'
import { maskCardNumber } from './mask-card-number.ts'

test('a card number keeps its last four digits, however it is written', () => {
  for (const written of [
    '4111111111111111',
    '4111 1111 1111 1111',
    '4111-1111-1111-1111',
    '4111.1111.1111.1111',
    '4111\u20111111\u00a01111 1111',
    '٤١١١١١١١١١١١١١١١',
    '４１１１１１１１１１１１１１１１',
  ])
    assert.equal(maskCardNumber(written), '************1111', written)
})

test('12 to 19 digits that pass Luhn are masked, nothing else', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[2-9][0-9]{9,19}$/), (body) => {
      const full = withLuhnDigit(body)
      const isCard = full.length >= 12 && full.length <= 19
      assert.equal(maskCardNumber(full), isCard ? '*'.repeat(full.length - 4) + full.slice(-4) : full)
      const wrong = body + ((Number(full.at(-1)) + 1) % 10)
      assert.equal(maskCardNumber(wrong), wrong)
    }),
  )
})

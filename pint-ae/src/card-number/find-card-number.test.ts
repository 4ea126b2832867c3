import assert from 'node:assert/strict'
import { test } from 'node:test'
import { times } from '../../../test/support/effort.ts'
import { Random } from '../../../test/support/random.ts'
import { businessNumbers, digits, gtinOf } from '../../../test/support/text/business-numbers.ts'
import { networkNames, withLuhnDigit, writtenCard } from '../../../test/support/text/written-cards.ts'
import { findsCardNumber } from './find-card-number.ts'

// Measures false positives in business text and missed card numbers over seeded samples.

const samples = times({ quick: 1_000, full: 20_000, long: 1_000_000 })

for (const [kind, sample] of Object.entries(businessNumbers)) {
  test(`fewer than one in 10,000 counts as a card number: ${kind}`, () => {
    const random = new Random(20260715)
    const found: string[] = []
    for (let at = 0; at < samples; at += 1) {
      const text = sample(random)
      if (findsCardNumber(text)) found.push(text)
    }
    assert.ok(found.length * 10_000 < samples, `${found.length} of ${samples}: ${found.slice(0, 5).join(' | ')}`)
  })
}

for (const network of networkNames) {
  test(`every written card is found: ${network}`, () => {
    const random = new Random(20260716)
    const missed: string[] = []
    let ambiguous = 0
    for (let at = 0; at < samples; at += 1) {
      const card = writtenCard(random, network)
      const isGtin = card.isPlain && card.digits.length <= 14 && gtinOf(card.digits.slice(0, -1)) === card.digits
      // A plain number of 13 or 14 digits that is also a valid GTIN is a card only if the text says
      // so.
      const isCard = !isGtin || /card:|card |بطاقة/.test(card.text)
      if (!isCard) ambiguous += 1
      if (findsCardNumber(card.text) !== isCard) missed.push(card.text)
    }
    assert.deepEqual(missed.slice(0, 5), [])
    assert.ok(ambiguous < samples * 0.1, `${ambiguous} of ${samples} are right GTINs`)
  })
}

test('texts that were once refused by mistake, and texts with a card number', () => {
  const months = Array.from({ length: 36 }, (_, at) => {
    const last = new Date(Date.UTC(2024, at + 1, 0))
    const [year, month, day] = last.toISOString().slice(0, 10).split('-')
    return `Services 01.${month}.${year}-${day}.${month}.${year}`
  })
  for (const text of [
    ...months,
    'PO 4556683251 2026-05-16',
    '+971 59 505 4513',
    'AE07 0331 2345 6789 0123 456',
    'AE07 033 4111111111111111',
    '100234567800003',
    '4111 1111',
    '',
    'no digits at all',
    '**** **** **** 1111',
    // Other prefixes, wrong check digits, two separators, parts of longer numbers.
    '9111 1111 1111 1118',
    '4111 1111 1111 1112',
    '4111 1111-1111 1111',
    '4111 1111 1111 1111 1111',
    '41111111111111110000',
    'rate 0.4111111111111111',
    '41 1111 1111 1111 11',
    '4111, 1111, 1111, 1111',
  ])
    assert.equal(findsCardNumber(text), false, text)
  for (const text of [
    '2026-07-15 4111 1111 1111 1111',
    '2026 4111 1111 1111 1111',
    '4111 1111 1111 1111 12/28 123',
    'a4111111111111111b',
    '1 2 3 4111111111111111',
    'no4111 1111 1111 1111',
    'IBAN 4111 1111 1111 1111',
    'card 4222222222222',
    '3782 822463 10005',
    '𝟒𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏 𝟏𝟏𝟏𝟏',
  ])
    assert.equal(findsCardNumber(text), true, text)
})

test('the words before 13 or 14 digits decide what they are; otherwise a valid GTIN is a GTIN', () => {
  const random = new Random(20260717)
  for (let at = 0; at < samples; at += 1) {
    const number = withLuhnDigit(`4${digits(random, 11)}`)
    const isGtin = gtinOf(number.slice(0, -1)) === number
    assert.equal(findsCardNumber(number), !isGtin, number)
    assert.equal(findsCardNumber(`Visa ${number}`), true, number)
    assert.equal(findsCardNumber(`Cardboard, clean, ${number}`), !isGtin, number)
    assert.equal(findsCardNumber(`EAN ${number}`), false, number)
    assert.equal(findsCardNumber(`Tel. no. ${number}`), false, number)
    assert.equal(findsCardNumber(`+${number}`), false, number)
  }
})

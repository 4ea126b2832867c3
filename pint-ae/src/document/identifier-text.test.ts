import assert from 'node:assert/strict'
import { test } from 'node:test'
import { numberKey, unclearPlaceIn } from './identifier-text.ts'

test('numbers that read the same have the same key', () => {
  const same = [
    ['A B', 'A\tB', 'A  B', 'A\u00a0B', 'A \u2003B', 'A\nB', 'A\u200b B', '\u00a0A B', 'A\u202e B\u202c', 'A B\ufeff'],
    ['Caf\u00e9-1', 'Cafe\u0301-1'],
    ['\u0627\u0622', '\u0627\u0627\u0653', '\u200f\u0627\u0622'],
  ]
  for (const numbers of same) assert.equal(new Set(numbers.map(numberKey)).size, 1, JSON.stringify(numbers))
  const different = ['A B', 'AB', 'a B', 'A-B', 'А B', 'A １', 'A 1', 'A/1', '\u0663', '3']
  assert.equal(new Set(different.map(numberKey)).size, different.length)
})

test('every blank but the space is hidden', () => {
  for (let code = 0; code <= 0xffff; code += 1) {
    const character = String.fromCodePoint(code)
    if (/(?! )\p{White_Space}/u.test(character)) {
      assert.equal(typeof unclearPlaceIn(`a${character}b`), 'object', code.toString(16))
      assert.equal(numberKey(`a${character} b`), 'a b', code.toString(16))
    }
  }
})

test('a key is its own key, and a clear number that is composed is its key', () => {
  for (const number of ['PINV-000001', 'A  B', '\u00a0', 'Cafe\u0301', 'عقد ١٢', '\u200b', ' \u2800 A'])
    assert.equal(numberKey(numberKey(number)), numberKey(number))
  for (const number of ['PINV-000001', 'A B', 'Caf\u00e9', 'عقد ١٢', '\u0605٣', '発注 12', '\u{1f4c4} 7']) {
    assert.equal(numberKey(number), number)
    assert.equal(unclearPlaceIn(number), undefined)
  }
})

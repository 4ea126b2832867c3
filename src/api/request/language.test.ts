import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findingsIn, languageOf } from './language.ts'

test('answers in Arabic if it is preferred, otherwise in English', () => {
  const headers: readonly (readonly [string | undefined, string])[] = [
    [undefined, 'en'],
    ['', 'en'],
    ['*', 'en'],
    ['ar', 'ar'],
    ['AR-ae', 'ar'],
    ['ar-Arab-AE', 'ar'],
    ['en', 'en'],
    ['fr', 'en'],
    ['fr, ar;q=0.5', 'ar'],
    ['ar-AE,ar;q=0.9,en;q=0.8', 'ar'],
    ['en-US,en;q=0.9,ar;q=0.8', 'en'],
    ['en;q=0.2, ar;q=0.3', 'ar'],
    ['ar, en', 'ar'],
    ['en, ar', 'en'],
    ['ar;q=0', 'en'],
    ['en;q=0, ar;q=0.001', 'ar'],
    ['ar ; q=1.000', 'ar'],
    ['ar;q=2', 'en'],
    ['ar;q=x', 'en'],
    ['arabic', 'en'],
    [',;,', 'en'],
  ]
  for (const [header, language] of headers) assert.equal(languageOf(header), language, header)
})

test('translates stored English findings into Arabic', () => {
  const stored = JSON.stringify([{ reasonCode: 'IBR-002', text: 'A document must have a number.', field: null }])
  assert.equal(findingsIn('en', stored), stored)
  assert.equal(findingsIn('ar', '[]'), '[]')
  assert.deepEqual(JSON.parse(findingsIn('ar', stored)), [
    { reasonCode: 'IBR-002', text: 'المستند يجب أن يكون له رقم.', field: null },
  ])
})

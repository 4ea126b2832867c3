import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Excess } from '../document/declaration/excess.ts'
import { readJson } from '../json/read.ts'
import { keptRequest } from './kept-request.ts'

test('everything that was sent is kept, digit for digit', () => {
  const text = '{"a":[1.10,{"b":null,"__proto__":true}],"c":"x\\ny","d":12345678901234567890.123}'
  assert.equal(keptRequest(readJson(text)), text)
})

test('a card number is masked and a file is its digest', () => {
  const content = Buffer.from('%PDF-1.7').toString('base64')
  const text = JSON.stringify({
    payment_means: [{ card_account: { primary_account_number_id: '4111 1111 1111 1111' } }],
    attachments: [{ file_name: 'a.pdf', file_content: content }],
  })
  const digest = createHash('sha256').update('%PDF-1.7').digest('hex')
  const kept = keptRequest(readJson(text))
  assert.ok(!kept.includes('4111'.repeat(2)) && kept.includes('************1111'))
  assert.ok(kept.includes(`"file_content":"sha256:${digest}"`))
})

test('a party that nobody checks brings no card number in', () => {
  const ignored = { note: 'pay 4111 1111 1111 1111', means: [{ payment_id: ['4111111111111111'], holder_name: 'A' }] }
  const kept = keptRequest(readJson(JSON.stringify({ accounting_customer_party: ignored, note: 'of 2026' })))
  assert.deepEqual(JSON.parse(kept), {
    accounting_customer_party: {
      note: '(a card number)',
      means: [{ payment_id: ['(a card number)'], holder_name: 'A' }],
    },
    note: 'of 2026',
  })
})

test('of members in excess every text, name and number is looked at, and a long text is its digest', () => {
  const long = '1 '.repeat(5_000)
  const members = {
    a: ['4111 1111 1111 1111', 4111111111111111, 7],
    'b 4111111111111111': { c: long, d: null, e: true },
  }
  const sent = readJson(JSON.stringify({ known: '4111 1111 1111 1111', ...members }))
  assert.ok(sent instanceof Map)
  const excess = new Excess()
  for (const [name, value] of sent) {
    if (name !== 'known') excess.add(sent, { path: name, name, value, isOfAnswer: false })
  }
  const digest = createHash('sha256').update(long).digest('hex')
  assert.deepEqual(JSON.parse(keptRequest(sent, excess)), {
    known: '4111 1111 1111 1111',
    a: ['(a card number)', '(a card number)', 7],
    '(a card number)': { c: `sha256:${digest}`, d: null, e: true },
  })
})

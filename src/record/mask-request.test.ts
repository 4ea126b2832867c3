import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { test } from 'node:test'
import { Excess, keptMembers } from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import { readJsonText } from '../../pint-ae/src/json/read.ts'
import { maskRequest } from './mask-request.ts'

test('every sent member stays, digit for digit', () => {
  const text = '{"a":[1.10,{"b":null,"__proto__":true}],"c":"x\\ny","d":12345678901234567890.123}'
  assert.equal(maskRequest(readJson(text)), text)
})

test('the members that are kept otherwise come from their declarations', () => {
  const known = {
    note: 'without card numbers',
    payment_id: 'without card numbers',
    holder_name: 'without card numbers',
    primary_account_number_id: 'without card numbers',
    file_content: 'as a digest',
  }
  for (const [member, kept] of Object.entries(known)) assert.equal(keptMembers.get(member), kept, member)
})

test('a card number is masked and a file becomes its digest', () => {
  const content = Buffer.from('%PDF-1.7').toString('base64')
  const text = JSON.stringify({
    payment_means: [{ card_account: { primary_account_number_id: '4111 1111 1111 1111' } }],
    attachments: [{ file_name: 'a.pdf', file_content: content }],
  })
  const digest = createHash('sha256').update('%PDF-1.7').digest('hex')
  const masked = maskRequest(readJson(text))
  assert.ok(!masked.includes('4111'.repeat(2)) && masked.includes('************1111'))
  assert.ok(masked.includes(`"file_content":"sha256:${digest}"`))
})

test('the text of the caller serves as it is, unless something in it is masked or unknown', () => {
  const plain = '{"note":"of 2026","payment_means":[{"payment_id":"7"}]}'
  const { value, rewritten } = readJsonText(plain)
  assert.equal(maskRequest(value, undefined, rewritten), plain)
  assert.equal(maskRequest(value, undefined, 'the text'), 'the text', 'and is not written again')
  for (const masked of [
    '{"note":"4111 1111 1111 1111"}',
    '{"file_content":""}',
    '[{"holder_name":["4111111111111111"]}]',
  ]) {
    const read = readJsonText(masked)
    assert.equal(maskRequest(read.value, undefined, read.rewritten), maskRequest(read.value))
    assert.notEqual(maskRequest(read.value, undefined, read.rewritten), masked)
  }
  const unknown = readJsonText('{"a":"4111 1111 1111 1111"}')
  assert.ok(unknown.value instanceof Map)
  const excess = new Excess()
  excess.add(unknown.value, { path: 'a', name: 'a', value: 'x', isOfAnswer: false })
  assert.equal(maskRequest(unknown.value, excess, unknown.rewritten), '{"a":"(a card number)"}')
})

test('an unchecked party cannot bring in a card number', () => {
  const ignored = { note: 'pay 4111 1111 1111 1111', means: [{ payment_id: ['4111111111111111'], holder_name: 'A' }] }
  const masked = maskRequest(readJson(JSON.stringify({ accounting_customer_party: ignored, note: 'of 2026' })))
  assert.deepEqual(JSON.parse(masked), {
    accounting_customer_party: {
      note: '(a card number)',
      means: [{ payment_id: ['(a card number)'], holder_name: 'A' }],
    },
    note: 'of 2026',
  })
})

test('in unknown members every text, name and number is checked, and a long text becomes its digest', () => {
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
  assert.deepEqual(JSON.parse(maskRequest(sent, excess)), {
    known: '4111 1111 1111 1111',
    a: ['(a card number)', '(a card number)', 7],
    '(a card number)': { c: `sha256:${digest}`, d: null, e: true },
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { systemIds } from '@selfbill/pint-ae/draft'
import { stringOf, type Text } from '@selfbill/pint-ae/text'
import { aDraft } from '../../test/support/requests/issued.ts'
import { aPurchaseInvoice, jsonOf } from '../../test/support/requests/requests.ts'
import { openRulebook } from '../rules/open-rulebook.ts'
import { withJoinedTexts } from './joined-texts.ts'
import { makeRecord } from './make-record.ts'

test('the texts of a small record move in one buffer, in every script', async () => {
  const rulebook = await openRulebook({ gaps: true })
  const order = {
    ...aDraft(),
    text: jsonOf(aPurchaseInvoice({ note: 'فاتورة ضريبية 😀' })),
  } as const
  const made = makeRecord(order, rulebook, systemIds)
  assert.ok('record' in made)
  const { record, memory } = withJoinedTexts(made.record)
  const moved = structuredClone(record, { transfer: [memory] })
  assert.equal(memory.byteLength, 0)
  for (const name of ['request', 'answer', 'ubl', 'taxData'] as const) {
    assert.ok(moved[name] instanceof Uint8Array, name)
    assert.equal(stringOf(moved[name]), made.record[name], name)
  }
  const after: Text = moved.answered.after
  assert.ok(after instanceof Uint8Array)
  assert.equal(stringOf(after), made.record.answered.after)
  assert.equal(moved.findings, made.record.findings)
})

import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { Confirmations, idempotencyKey } from './confirmations.ts'

describe('confirmations of writes', () => {
  const write = { path: '/api/purchase-invoices/BP-1', body: '{"note":"a"}' }

  test('a code is valid for a quarter of an hour, for one text at one path', () => {
    let now = 1_780_000_000_000
    const confirmations = new Confirmations(() => now)
    const code = confirmations.codeFor(write)
    assert.equal(confirmations.check(code, write), 'valid')
    assert.equal(confirmations.check(code, { ...write, body: '{"note":"b"}' }), 'of_another_document')
    assert.equal(confirmations.check(code, { ...write, path: '/api/purchase-invoices/BP-2' }), 'of_another_document')
    now += 15 * 60_000
    assert.equal(confirmations.check(code, write), 'valid')
    now += 1_000
    assert.equal(confirmations.check(code, write), 'expired')
    const [, signature] = code.split('-')
    const later = `${(now / 1000 + 60).toString(36)}-${signature}`
    assert.equal(confirmations.check(later, write), 'of_another_document', 'an end cannot be moved')
    for (const wrong of ['', '-', code.toUpperCase(), `${code}0`])
      assert.equal(confirmations.check(wrong, write), 'of_another_document', wrong)
    assert.equal(new Confirmations(() => now).check(confirmations.codeFor(write), write), 'of_another_document')
  })

  test('a key is that of the document alone, and fits the header', () => {
    const key = idempotencyKey(write, 1)
    assert.equal(idempotencyKey({ ...write }, 1), key)
    assert.notEqual(idempotencyKey({ ...write, body: '{"note":"b"}' }, 1), key)
    assert.notEqual(idempotencyKey(write, 2), key)
    assert.match(key, /^[\x21-\x7e]{20,255}$/)
  })
})

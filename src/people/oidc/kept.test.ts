import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readKept, writeKept } from './kept.ts'

// A cookie that we did not write, or that lacks something, is not read.

const kept = { state: 's', nonce: 'n', verifier: 'v', returnTo: '/console', until: 1 }
const written = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url')

test('what was written is read again', () => {
  assert.deepEqual(readKept(writeKept(kept)), kept)
})

test('a member that is missing, or of another type, makes it unreadable', () => {
  for (const name of Object.keys(kept)) {
    const { [name as keyof typeof kept]: _, ...others } = kept
    assert.equal(readKept(written(others)), undefined, `without ${name}`)
    assert.equal(readKept(written({ ...kept, [name]: [] })), undefined, `${name} of another type`)
  }
  for (const value of [null, 'text', 1, []]) assert.equal(readKept(written(value)), undefined, JSON.stringify(value))
  assert.equal(readKept('no JSON'), undefined)
})

test('it leads to a path of this service only, and a long one is not read', () => {
  for (const returnTo of ['//elsewhere.example', '/\\elsewhere.example', 'https://elsewhere.example', '/a b', ''])
    assert.equal(readKept(writeKept({ ...kept, returnTo })), undefined, returnTo)
  assert.equal(readKept(writeKept({ ...kept, state: 's'.repeat(5_000) })), undefined)
})

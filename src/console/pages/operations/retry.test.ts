import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SelfbillClient } from '../../../../client/src/client.ts'
import { retryCause } from './retry.ts'

/** The API with this many stalled legs; a call retries 200. */
function apiWith(stalled: number, perCall = 200): { readonly api: SelfbillClient; readonly calls: () => number } {
  let left = stalled
  let calls = 0
  const api = new SelfbillClient({
    baseUrl: 'http://localhost',
    credentials: { token: () => Promise.resolve('t') },
    fetch: () => {
      const retried = Array.from({ length: Math.min(left, perCall) }, () => 'id')
      left -= retried.length
      calls += 1
      return Promise.resolve(Response.json({ retried, left: { count: left, is_capped: false } }))
    },
  })
  return { api, calls: () => calls }
}

test('a cause is retried until none of its legs is left', async () => {
  const { api, calls } = apiWith(450)
  assert.deepEqual(await retryCause(api, { cause: 'x' }), { count: 450, left: 0 })
  assert.equal(calls(), 3)
})

test('one press ends, and says how many are left', async () => {
  const { api, calls } = apiWith(5_000)
  assert.deepEqual(await retryCause(api, { cause: 'x' }), { count: 2_000, left: 3_000 })
  assert.equal(calls(), 10)
  const stuck = apiWith(7, 0)
  assert.deepEqual(await retryCause(stuck.api, { cause: 'x' }), { count: 0, left: 7 })
  assert.equal(stuck.calls(), 1)
})

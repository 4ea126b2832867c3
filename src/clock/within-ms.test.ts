import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDoneWithinMs } from './within-ms.ts'

test('work succeeds in time, fails in time, or is too slow', async () => {
  assert.equal(await isDoneWithinMs(Promise.resolve(), 10_000), true)
  assert.equal(await isDoneWithinMs(Promise.reject(new Error('away')), 10_000), false)
  assert.equal(await isDoneWithinMs(new Promise(() => undefined), 5), false)
})

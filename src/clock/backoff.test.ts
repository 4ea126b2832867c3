import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backoffMs, spreadMs } from './backoff.ts'

test('the wait doubles up to the longest one, also after many failures', () => {
  const backoff = { firstMs: 100, lastMs: 1_000, spread: 1 / 2 }
  const waits = (random: number) => [0, 1, 2, 3, 4, 10_000].map((failures) => backoffMs(backoff, failures, random))
  assert.deepEqual(waits(1), [100, 200, 400, 800, 1_000, 1_000])
  assert.deepEqual(waits(0), [50, 100, 200, 400, 500, 500])
})

test('chance shortens a wait by no more than its share', () => {
  assert.deepEqual(
    [0, 0.5, 1].map((random) => spreadMs(1_000, 1 / 10, random)),
    [900, 950, 1_000],
  )
  assert.equal(spreadMs(1_000, 0, 0), 1_000)
})

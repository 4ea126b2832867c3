import assert from 'node:assert/strict'
import { test } from 'node:test'
import { v7 } from 'uuid'
import { ManualClock } from '../../../test/support/delivery/manual-clock.ts'
import { eventually } from '../../../test/support/eventually.ts'
import type { AnsweredRequest } from '../../api/observer.ts'
import { RequestRecord } from './request-record.ts'

const aRequest = (): AnsweredRequest => ({
  orgId: 'o',
  id: v7(),
  at: 1,
  account: 'a',
  operation: 'healthz',
  method: 'GET',
  status: 200,
  durationMs: 1,
  errorCode: undefined,
  documentId: undefined,
})

function aRecord(write: (requests: readonly AnsweredRequest[]) => Promise<void>) {
  const clock = new ManualClock(0)
  const seen = { dropped: 0, gaps: [] as number[] }
  const record = new RequestRecord({
    clock,
    write,
    onDropped: (count) => {
      seen.dropped += count
    },
    onGap: (count) => seen.gaps.push(count),
    onTrouble: (error) => assert.fail(String(error)),
  })
  const add = (count: number) => {
    for (let at = 0; at < count; at += 1) record.add(aRequest())
  }
  return { clock, record, add, seen }
}

test('requests are written together every second, or as soon as there are 50', async () => {
  const batches: number[] = []
  const { clock, record, add } = aRecord(async (requests) => {
    batches.push(requests.length)
  })
  record.start()
  await eventually(async () => clock.sleepers === 1)
  add(3)
  assert.deepEqual(batches, [], 'the caller does not wait for a write')
  clock.pass(1_000)
  await eventually(async () => batches.length === 1)
  await eventually(async () => clock.sleepers === 1)
  add(125)
  await eventually(async () => batches.length === 3)
  assert.deepEqual(batches, [3, 50, 50])
  await record.stop()
  assert.deepEqual(batches, [3, 50, 50, 25])
})

test('without a database requests are dropped and counted, and the gap is reported when it is over', async () => {
  let isAway = true
  let written = 0
  const { clock, record, add, seen } = aRecord(async (requests) => {
    if (isAway) throw new Error('away')
    written += requests.length
  })
  record.start()
  await eventually(async () => clock.sleepers === 1)
  add(5)
  clock.pass(1_000)
  await eventually(async () => seen.dropped === 5)
  assert.deepEqual(seen.gaps, [])
  isAway = false
  await eventually(async () => clock.sleepers === 1)
  add(2)
  clock.pass(1_000)
  await eventually(async () => written === 2)
  await record.stop()
  assert.deepEqual(seen, { dropped: 5, gaps: [5] })
})

test('the memory is bounded while the database does not answer', async () => {
  const { promise: answer, resolve } = Promise.withResolvers<void>()
  let written = 0
  const { clock, record, add, seen } = aRecord(async (requests) => {
    await answer
    written += requests.length
  })
  record.start()
  await eventually(async () => clock.sleepers === 1)
  add(10_000)
  await eventually(async () => seen.dropped > 0)
  assert.ok(10_000 - seen.dropped <= 4_050)
  resolve()
  await record.stop()
  assert.equal(written + seen.dropped, 10_000)
})

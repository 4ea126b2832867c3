import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { Fault } from '../faults.ts'
import { Gate, lightBytesMax } from './gate.ts'
import { Pass } from './pass.ts'

const mebibyte = 1024 * 1024
const memoryBytes = 64 * mebibyte
const share = memoryBytes / 4
const isShareExceeded = (error: unknown) => error instanceof Fault && error.code === 'share_exceeded'
const isUnavailable = (error: unknown) => error instanceof Fault && error.code === 'unavailable'
const nothing = { arriving: 0, light: 0, heavy: 0 }

test('a payer takes up to its share, all payers together up to the whole', async () => {
  const gate = new Gate({ memoryBytes, waitMs: 1 })
  const first = await gate.take('one', share)
  await assert.rejects(gate.take('one', 2 * mebibyte), isShareExceeded)
  for (const payer of ['two', 'three', 'four']) await gate.take(payer, share)
  await assert.rejects(gate.take('five', 2 * mebibyte), isUnavailable)
  first()
  first()
  await gate.take('five', 2 * mebibyte)
})

test('work that is larger than a share runs alone', async () => {
  const gate = new Gate({ memoryBytes, waitMs: 1 })
  const release = await gate.take('one', 100 * memoryBytes)
  await assert.rejects(gate.take('one', 2 * mebibyte), isShareExceeded)
  release()
  assert.deepEqual(gate.held, nothing)
})

test('heavy work waits for memory, payers take turns, and light work does not wait', async () => {
  const gate = new Gate({ memoryBytes, waitMs: 60_000 })
  const releases = await Promise.all(['a', 'b', 'c', 'd'].map((payer) => gate.take(payer, share)))
  const order: string[] = []
  const waiting = ['a', 'a', 'b', 'e'].map(async (payer, at) => {
    const release = await gate.take(payer, share)
    order.push(`${payer}${at}`)
    await setImmediate()
    release()
  })
  const light = await gate.take('a', lightBytesMax)
  light()
  for (const release of releases) release()
  await Promise.all(waiting)
  assert.deepEqual(order, ['a0', 'b2', 'e3', 'a1'])
  assert.deepEqual(gate.held, nothing)
})

test('too much waiting work of one payer is refused at once', async () => {
  const gate = new Gate({ memoryBytes, waitMs: 60_000, waitingMax: 2 })
  const first = await gate.take('one', share)
  const waiting = [gate.take('one', share), gate.take('one', share)]
  await assert.rejects(gate.take('one', share), isShareExceeded)
  first()
  for (const one of waiting) (await one)()
})

test('bodies count as they arrive, and more when they arrive byte by byte', () => {
  const gate = new Gate({ memoryBytes })
  const passes = Array.from({ length: 64 }, () => new Pass(gate, 'one', 1))
  assert.throws(() => {
    for (const pass of passes) pass.receive(mebibyte)
  }, isShareExceeded)
  assert.ok(gate.held.arriving <= memoryBytes / 8)
  const drops = new Pass(gate, 'two', 1)
  for (let at = 0; at < 1_000; at += 1) drops.receive(1)
  assert.ok(gate.held.arriving > memoryBytes / 8 - mebibyte + 100_000)
  for (const pass of [...passes, drops]) pass.leave()
  assert.deepEqual(gate.held, nothing)
})

test('work of a caller who has disconnected stays counted until it ends', async () => {
  const gate = new Gate({ memoryBytes })
  const pass = new Pass(gate, 'one', 2)
  const { promise, resolve } = Promise.withResolvers<void>()
  const work = pass.work(async () => {
    await pass.take(mebibyte)
    await promise
  })
  await setImmediate()
  pass.leave()
  assert.equal(gate.held.heavy, 2 * mebibyte)
  resolve()
  await work
  assert.deepEqual(gate.held, nothing)
})

test('all memory is released, in any order of events', { skip: inFullRunOnly }, async () => {
  const step = fc.record({
    payer: fc.constantFrom('a', 'b', 'c'),
    body: fc.integer({ min: 0, max: 4 * mebibyte }),
    bytes: fc.integer({ min: 1, max: 20 * mebibyte }),
    isFailing: fc.boolean(),
    leavesEarly: fc.boolean(),
    isAnswered: fc.boolean(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const gate = new Gate({ memoryBytes, waitMs: 5 })
      const requests = steps.map(async ({ payer, body, bytes, isFailing, leavesEarly, isAnswered }) => {
        const pass = new Pass(gate, payer, 1)
        try {
          pass.receive(body)
          if (leavesEarly) pass.leave()
          await pass.work(async () => {
            await pass.takeMemory(bytes)
            await pass.during(2 * bytes, () => setImmediate())
            assert.ok(gate.held.arriving <= memoryBytes / 2)
            if (isFailing) throw new Fault('internal')
          })
          if (isAnswered) await pass.keepAnswer(3 * bytes, { isRefusable: leavesEarly })
        } catch (error) {
          if (!(error instanceof Fault)) throw error
        } finally {
          if (!leavesEarly) pass.leave()
        }
      })
      await Promise.all(requests)
      assert.deepEqual(gate.held, nothing)
    }),
    { numRuns: 200 },
  )
})

import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { ManualClock } from '../../test/support/delivery/manual-clock.ts'
import { eventually } from '../../test/support/eventually.ts'
import { Loop, type LoopParts } from './loop.ts'

suite('Loop', () => {
  test('takes a turn immediately, and the next one after the nap that the turn returned', async () => {
    const { clock, loop, turns, turned } = counted({ nextMs: 500 })
    loop.start()
    await turned(1)
    clock.pass(499)
    await settled()
    assert.equal(turns(), 1)
    clock.pass(1)
    await turned(2)
    await loop.stop()
  })

  test('starts only once, after the given delay', async () => {
    const { clock, loop, turns, turned } = counted()
    loop.start(60_000)
    loop.start()
    clock.pass(59_999)
    await settled()
    assert.equal(turns(), 0)
    clock.pass(1)
    await turned(1)
    await loop.stop()
  })

  test('skips the nap while there is more to do', async () => {
    const naps = [0, 0, 0, 0]
    const { loop, turns, turned } = counted({ turn: async () => naps.pop() ?? everyMs })
    loop.start()
    await turned(5)
    await settled()
    assert.equal(turns(), 5)
    await loop.stop()
  })

  test('a wake ends the nap', async () => {
    const { loop, turns, turned } = counted()
    loop.start()
    await turned(1)
    await settled()
    loop.wake()
    await turned(2)
    await settled()
    assert.equal(turns(), 2)
    await loop.stop()
  })

  test('a wake during a turn skips one nap', async () => {
    const held = Promise.withResolvers<void>()
    const { loop, turns, turned } = counted({ turn: () => held.promise.then(() => 1_000) })
    loop.start()
    await turned(1)
    loop.wake()
    loop.wake()
    held.resolve()
    await turned(2)
    await settled()
    assert.equal(turns(), 2)
    await loop.stop()
  })

  test('a wake while it waits to be ready is answered by the next turn', async () => {
    const room = Promise.withResolvers<void>()
    const { loop, turns, turned } = counted({ ready: () => room.promise })
    loop.start()
    await settled()
    assert.equal(turns(), 0)
    loop.wake()
    room.resolve()
    await turned(1)
    await settled()
    assert.equal(turns(), 1)
    await loop.stop()
  })

  test('pauses between two turns even if it is woken', async () => {
    const { clock, loop, turns, turned } = counted({ pauseMs: 50 })
    loop.start()
    await turned(1)
    loop.wake()
    clock.pass(49)
    await settled()
    assert.equal(turns(), 1)
    clock.pass(1)
    await turned(2)
    await loop.stop()
  })

  test('does not pause while there is more to do', async () => {
    const naps = [0, 0]
    const { loop, turned } = counted({ pauseMs: 50, turn: async () => naps.pop() ?? everyMs })
    loop.start()
    await turned(3)
    await loop.stop()
  })

  test('reports a turn that throws and takes the next one after the usual pause', async () => {
    const troubles: unknown[] = []
    const broken = new Error('the database is away')
    const { clock, loop, turned } = counted({
      turn: () => Promise.reject(broken),
      onTrouble: (error) => troubles.push(error),
    })
    loop.start()
    await turned(1)
    await settled()
    assert.deepEqual(troubles, [broken])
    clock.pass(everyMs)
    await turned(2)
    await loop.stop()
    assert.deepEqual(troubles, [broken, broken])
  })

  test('a turn that throws before its first await is reported too', async () => {
    const troubles: unknown[] = []
    const turn = () => {
      throw new Error('at once')
    }
    const { loop, turned } = counted({ turn, onTrouble: (error) => troubles.push(error) })
    loop.start()
    await turned(1)
    await loop.stop()
    assert.equal(troubles.length, 1)
  })

  test('a stop ends the nap, waits for the running turn, and no turn follows', async () => {
    const held = Promise.withResolvers<void>()
    const { clock, loop, turns, turned } = counted({ turn: () => held.promise.then(() => 0) })
    loop.start()
    await turned(1)
    let isStopped = false
    const stopped = loop.stop().then(() => {
      isStopped = true
    })
    assert.ok(loop.stopping.aborted)
    await settled()
    assert.equal(isStopped, false)
    held.resolve()
    await stopped
    clock.pass(everyMs)
    await settled()
    assert.equal(turns(), 1)
  })

  test('after a stop before the first turn or before the start, no turn runs', async () => {
    const { clock, loop, turns } = counted()
    loop.start(1_000)
    await loop.stop()
    const unstarted = counted()
    await unstarted.loop.stop()
    unstarted.loop.start()
    clock.pass(1_000)
    await settled()
    assert.equal(turns() + unstarted.turns(), 0)
  })

  test('a stop gives running work its time, then interrupts it and waits for its end', async () => {
    const work = Promise.withResolvers<void>()
    const { clock, loop, turned } = counted({ underway: () => work.promise, drainMs: 200 })
    loop.start()
    await turned(1)
    const stopped = loop.stop()
    clock.pass(199)
    await settled()
    assert.equal(loop.breakOff.aborted, false)
    clock.pass(1)
    await settled()
    assert.equal(loop.breakOff.aborted, true)
    work.resolve()
    await stopped
  })

  test('work that ends in time is not interrupted', async () => {
    const { clock, loop, turned } = counted({ underway: () => Promise.resolve(), drainMs: 200 })
    loop.start()
    await turned(1)
    await loop.stop()
    clock.pass(200)
    await settled()
    assert.equal(loop.breakOff.aborted, false)
  })
})

const everyMs = 1_000

/** A loop on its own clock, with its turns counted. */
function counted({ nextMs = everyMs, ...parts }: Partial<LoopParts> & { readonly nextMs?: number } = {}) {
  const clock = new ManualClock(0)
  let turns = 0
  const turn = parts.turn ?? (async () => nextMs)
  const loop = new Loop({
    clock,
    everyMs,
    onTrouble: (error) => {
      throw error
    },
    ...parts,
    turn: () => {
      turns += 1
      return turn()
    },
  })
  const turned = (count: number) => eventually(async () => turns >= count)
  return { clock, loop, turned, turns: () => turns }
}

/** Lets everything happen that needs no time to pass. */
async function settled(): Promise<void> {
  for (let round = 0; round < 5; round += 1) await new Promise((resolve) => setImmediate(resolve))
}

import { strict as assert } from 'node:assert'
import { describe, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { systemClock } from '../clock/clock.ts'
import { DatabaseAway } from '../store/database/database.ts'
import { Batches } from './batches.ts'

describe('Batches', () => {
  test('gathers items while a batch runs, and answers each item with its own result', async () => {
    const { batches, sizes } = recording()
    const first = batches.add('a')
    await setImmediate()
    await setImmediate()
    const others = ['b', 'c', 'd'].map((item) => batches.add(item))
    assert.deepEqual(await Promise.all([first, ...others]), ['A', 'B', 'C', 'D'])
    assert.deepEqual(sizes, [1, 3])
  })

  test('items that come soon after a batch wait for each other, unless they are many', async (t) => {
    t.mock.timers.enable({ apis: ['setTimeout'] })
    const { batches, sizes } = recording({ gatherMs: 50 })
    await batches.add('alone')
    const soon = [batches.add('a')]
    for (let round = 0; round < 10; round += 1) await setImmediate()
    soon.push(batches.add('b'))
    assert.deepEqual(sizes, [1])
    t.mock.timers.tick(50)
    assert.deepEqual(await Promise.all(soon), ['A', 'B'])
    await Promise.all(Array.from({ length: 32 }, (_, at) => batches.add(String(at))))
    assert.deepEqual(sizes, [1, 2, 32])
    t.mock.timers.tick(50)
    await batches.add('alone again')
  })

  test('items with the same key follow each other in their order', async () => {
    const seen: string[][] = []
    const batches = new Batches<string, string>({
      clock: systemClock,
      keyOf: (item) => item.slice(0, 1),
      async work(items) {
        seen.push([...items])
        return items
      },
    })
    await Promise.all(['a1', 'b1', 'a2', 'a3', 'b2'].map((item) => batches.add(item)))
    assert.deepEqual(seen, [['a1', 'b1'], ['a2', 'b2'], ['a3']])
  })

  test('a failed batch is tried item by item, and only the item at fault fails', async () => {
    const { batches, sizes } = recording({
      check: (items) => {
        if (items.includes('bad')) throw new Error('cannot do bad')
      },
    })
    const results = await Promise.allSettled(['a', 'bad', 'c'].map((item) => batches.add(item)))
    assert.deepEqual(
      results.map((result) => (result.status === 'fulfilled' ? result.value : String(result.reason))),
      ['A', 'Error: cannot do bad', 'C'],
    )
    assert.deepEqual(sizes, [3, 1, 1, 1])
    assert.equal(await batches.add('d'), 'D')
  })

  test('a lost database fails the whole batch at once', async () => {
    const { batches, sizes } = recording({
      check: () => {
        throw new DatabaseAway('gone')
      },
    })
    const results = await Promise.allSettled(['a', 'b'].map((item) => batches.add(item)))
    assert.ok(results.every(({ status }) => status === 'rejected'))
    assert.deepEqual(sizes, [2])
  })

  test('a group that waits for the database delays no other, and a few run at once', async () => {
    const { promise: isBack, resolve: comeBack } = Promise.withResolvers<void>()
    let running = 0
    let runningMax = 0
    const batches = new Batches<string, string>({
      clock: systemClock,
      groupOf: (item) => item.slice(0, 2),
      keyOf: (item) => item,
      async work(items) {
        running += 1
        runningMax = Math.max(runningMax, running)
        if (items[0]?.startsWith('00')) await isBack
        else await setImmediate()
        running -= 1
        return items
      },
    })
    const stuck = ['00 a', '00 b'].map((item) => batches.add(item))
    const others = Array.from({ length: 40 }, (_, at) => `${10 + (at % 20)} ${at}`)
    assert.deepEqual(await Promise.all(others.map((item) => batches.add(item))), others)
    comeBack()
    assert.deepEqual(await Promise.all(stuck), ['00 a', '00 b'])
    assert.equal(runningMax, 6)
  })
})

interface Recording {
  readonly check?: (items: readonly string[]) => void
  readonly gatherMs?: number
}

function recording({ check, gatherMs }: Recording = {}) {
  const sizes: number[] = []
  const batches = new Batches<string, string>({
    clock: systemClock,
    gatherMs,
    keyOf: (item) => item,
    async work(items) {
      sizes.push(items.length)
      check?.(items)
      for (let round = 0; round < 3; round += 1) await setImmediate()
      return items.map((item) => item.toUpperCase())
    },
  })
  return { batches, sizes }
}

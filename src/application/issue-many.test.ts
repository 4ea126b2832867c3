import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { systemClock } from '../clock/clock.ts'
import { issueMany } from './issue-many.ts'

test('large items are issued one after the other, small ones beside them, and the order stays', async () => {
  const { issue, underWay, largest } = issuing()
  const items = ['A', 'a', 'b', 'c', 'B', 'C', 'd', 'D']
  const results: string[] = []
  for await (const result of issueMany(items, issue, { ...limits, sizeAtOnceMax: 9 })) results.push(result)
  assert.deepEqual(results, items)
  assert.deepEqual(underWay, new Set())
  assert.deepEqual(largest, { large: 1, all: 4, size: 8 })
})

test('a reader who stops reading stops the issuing', async () => {
  const { issue, begun } = issuing()
  for await (const result of issueMany('abcdefgh', issue, { ...limits, sizeAtOnceMax: 3 })) if (result === 'b') break
  await nextRound()
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
})

test('one that is larger than all may be together is issued alone', async () => {
  const { issue, largest } = issuing()
  const results: string[] = []
  for await (const result of issueMany(['a', 'B', 'c'], issue, { ...limits, sizeAtOnceMax: 4 })) results.push(result)
  assert.deepEqual(results, ['a', 'B', 'c'])
  assert.deepEqual(largest, { large: 1, all: 1, size: 5 })
})

test('small ones are issued by the dozen, and leave turns to the work of others', async () => {
  const enough = Promise.withResolvers<void>()
  const startedByTurn: number[] = []
  const turns = { count: 0, areOver: false }
  const others = (async () => {
    for (; !turns.areOver; turns.count += 1) await nextRound()
  })()
  let underWay = 0
  const issue = async () => {
    startedByTurn[turns.count] = (startedByTurn[turns.count] ?? 0) + 1
    underWay += 1
    if (underWay === 32) enough.resolve()
    await enough.promise
  }
  for await (const _ of issueMany('a'.repeat(40), issue, { ...limits, sizeAtOnceMax: 1_000 })) underWay -= 1
  turns.areOver = true
  await others
  assert.equal(underWay, 0)
  assert.ok(Math.max(...startedByTurn.filter(Number.isInteger)) <= 4, startedByTurn.join(' '))
})

const sizeOf = (item: string) => (isLarge(item) ? 5 : 1)
const limits = { clock: systemClock, sizeOf, largeSize: 4 }

function isLarge(item: string): boolean {
  return item === item.toUpperCase()
}

/** Issues an item in three rounds of the event loop, a large one in nine. */
function issuing() {
  const begun: string[] = []
  const underWay = new Set<string>()
  const largest = { large: 0, all: 0, size: 0 }
  return {
    begun,
    underWay,
    largest,
    async issue(item: string) {
      begun.push(item)
      underWay.add(item)
      largest.all = Math.max(largest.all, underWay.size)
      largest.large = Math.max(largest.large, [...underWay].filter(isLarge).length)
      const size = [...underWay].reduce((sum, one) => sum + sizeOf(one), 0)
      largest.size = Math.max(largest.size, size)
      for (let round = 0; round < (isLarge(item) ? 9 : 3); round += 1) await nextRound()
      underWay.delete(item)
      return item
    },
  }
}

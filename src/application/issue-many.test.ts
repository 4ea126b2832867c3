import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate as nextRound } from 'node:timers/promises'
import { issueMany } from './issue-many.ts'

test('large items are issued one after the other, small ones beside them, and the order stays', async () => {
  const { issue, underWay, largest } = issuing()
  const items = ['A', 'a', 'b', 'c', 'B', 'C', 'd', 'D']
  const results: string[] = []
  for await (const result of issueMany(items, issue, { atOnceMax: 4, isLarge })) results.push(result)
  assert.deepEqual(results, items)
  assert.deepEqual(underWay, new Set())
  assert.deepEqual(largest, { large: 1, all: 4 })
})

test('a reader who stops reading stops the issuing', async () => {
  const { issue, begun } = issuing()
  for await (const result of issueMany('abcdefgh', issue, { atOnceMax: 3, isLarge })) if (result === 'b') break
  await nextRound()
  assert.deepEqual(begun, ['a', 'b', 'c', 'd'])
})

function isLarge(item: string): boolean {
  return item === item.toUpperCase()
}

/** Issues an item in three rounds of the event loop, a large one in nine. */
function issuing() {
  const begun: string[] = []
  const underWay = new Set<string>()
  const largest = { large: 0, all: 0 }
  return {
    begun,
    underWay,
    largest,
    async issue(item: string) {
      begun.push(item)
      underWay.add(item)
      largest.all = Math.max(largest.all, underWay.size)
      largest.large = Math.max(largest.large, [...underWay].filter(isLarge).length)
      for (let round = 0; round < (isLarge(item) ? 9 : 3); round += 1) await nextRound()
      underWay.delete(item)
      return item
    },
  }
}

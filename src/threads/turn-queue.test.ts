import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TurnQueue } from './turn-queue.ts'

test('organisations take turns, each in its own order', () => {
  const queue = new TurnQueue<{ orgId: string; name: string }>()
  for (const name of ['a1', 'a2', 'a3', 'b1', 'c1', 'c2']) queue.add({ orgId: name.slice(0, 1), name })
  assert.deepEqual([queue.length, queue.waitingOf('a'), queue.waitingOf('d')], [6, 3, 0])
  const taken = [queue.take(), queue.take()]
  queue.add({ orgId: 'd', name: 'd1' })
  while (queue.length > 0) taken.push(queue.take())
  assert.deepEqual(
    taken.map((job) => job?.name),
    ['a1', 'b1', 'c1', 'a2', 'd1', 'c2', 'a3'],
  )
  assert.equal(queue.take(), undefined)
})

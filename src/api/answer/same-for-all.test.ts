import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sameForAll } from './same-for-all.ts'

// Only the identity of the parts counts.
const parts = {}

test('many who ask at once get one answer, and so does everyone after them', async () => {
  let made = 0
  const answerOf = sameForAll(async () => ({ at: ++made }))
  const [first, second] = await Promise.all([answerOf(parts), answerOf(parts)])
  assert.equal(first, second)
  assert.equal(await answerOf(parts), first)
  assert.equal(made, 1)
})

test('a failure goes to those who wait for it, and the next request tries again', async () => {
  let made = 0
  const answerOf = sameForAll(async () => {
    made += 1
    if (made === 1) throw new Error('not yet')
    return made
  })
  const waiting = await Promise.allSettled([answerOf(parts), answerOf(parts)])
  assert.deepEqual(
    waiting.map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  assert.equal(await answerOf(parts), 2)
})

test('each service has its own answer', async () => {
  let made = 0
  const answerOf = sameForAll(async () => ++made)
  assert.notEqual(await answerOf({}), await answerOf({}))
})

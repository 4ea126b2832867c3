import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inFullRunOnly } from '../../test/support/effort.ts'
import { Readiness } from './readiness.ts'

test('writes at most once a second, and all callers share the answer', async () => {
  let time = 0
  let writes = 0
  let isFull = false
  const readiness = new Readiness(
    async () => {
      writes += 1
      if (isFull) throw new Error('the disk is full')
    },
    () => time,
  )
  const askMany = () => Promise.all(Array.from({ length: 50 }, () => readiness.isReady()))
  assert.deepEqual(new Set(await askMany()), new Set([true]))
  time = 999
  isFull = true
  assert.deepEqual(new Set(await askMany()), new Set([true]))
  assert.equal(writes, 1)
  time = 1_000
  assert.deepEqual(new Set(await askMany()), new Set([false]))
  isFull = false
  time = 1_999
  assert.deepEqual(new Set(await askMany()), new Set([false]))
  assert.equal(writes, 2)
  time = 2_000
  assert.equal(await readiness.isReady(), true)
  assert.equal(writes, 3)
})

test('a silent database is not ready, is asked once, and is ready when it answers', {
  skip: inFullRunOnly,
}, async () => {
  let writes = 0
  const word = Promise.withResolvers<void>()
  const readiness = new Readiness(
    () => {
      writes += 1
      return word.promise
    },
    () => writes * 5_000,
  )
  assert.deepEqual(await Promise.all([readiness.isReady(), readiness.isReady()]), [false, false])
  const waiting = readiness.isReady()
  word.resolve()
  assert.equal(await waiting, true)
  assert.equal(writes, 1)
})

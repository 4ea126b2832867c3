import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { FigureWatch } from './figure-watch.ts'

test('callers within a few seconds get the same figures, read once', async () => {
  let now = 0
  let reads = 0
  const watch = new FigureWatch(
    async () => {
      reads += 1
      return reads
    },
    () => now,
  )
  const all = await Promise.all([watch.newest(), watch.newest(), watch.newest()])
  assert.deepEqual(all, [1, 1, 1])
  now = 4_999
  assert.deepEqual(await watch.newest(), 1)
  now = 5_000
  assert.deepEqual(await watch.newest(), 2)
  assert.equal(reads, 2)
})

test('a database that fails or hangs gives no figures instead of old ones, and is asked again', {
  skip: inFullRunOnly,
}, async () => {
  let now = 0
  const answers: (() => Promise<number>)[] = [
    async () => 1,
    () => Promise.reject(new Error('gone')),
    () => new Promise(() => undefined),
  ]
  const watch = new FigureWatch(
    () => answers.shift()?.() ?? Promise.reject(new Error('asked too often')),
    () => now,
  )
  assert.deepEqual(await watch.newest(), 1)
  now = 6_000
  assert.equal(await watch.newest(), undefined)
  assert.equal(await watch.newest(), undefined)
  assert.equal(answers.length, 0)
})

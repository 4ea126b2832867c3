import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import type { QueueFigures } from '../../store/queue-figures.ts'
import { QueueWatch } from './queue-watch.ts'

test('callers within a few seconds get the same figures, read once', async () => {
  let now = 0
  let reads = 0
  const watch = new QueueWatch(
    async () => {
      reads += 1
      return figuresOf(reads)
    },
    () => now,
  )
  const all = await Promise.all([watch.figures(), watch.figures(), watch.figures()])
  assert.deepEqual(all, [figuresOf(1), figuresOf(1), figuresOf(1)])
  now = 4_999
  assert.deepEqual(await watch.figures(), figuresOf(1))
  now = 5_000
  assert.deepEqual(await watch.figures(), figuresOf(2))
  assert.equal(reads, 2)
})

test('a database that fails or hangs gives no figures instead of old ones, and is asked again', {
  skip: inFullRunOnly,
}, async () => {
  let now = 0
  const answers: (() => Promise<QueueFigures>)[] = [
    async () => figuresOf(1),
    () => Promise.reject(new Error('gone')),
    () => new Promise(() => undefined),
  ]
  const watch = new QueueWatch(
    () => answers.shift()?.() ?? Promise.reject(new Error('asked too often')),
    () => now,
  )
  assert.deepEqual(await watch.figures(), figuresOf(1))
  now = 6_000
  assert.equal(await watch.figures(), undefined)
  assert.equal(await watch.figures(), undefined)
  assert.equal(answers.length, 0)
})

function figuresOf(legs: number): QueueFigures {
  return { legs: [{ corner: 'C3', state: 'due', legs, at: null }], webhooks: { due: 0, waiting: 0, dueAt: null } }
}

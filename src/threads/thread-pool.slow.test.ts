import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { eventually } from '../../test/support/eventually.ts'
import type { OddJob } from '../../test/support/threads/odd-jobs.ts'
import { ThreadPool } from './thread-pool.ts'

const limits = {
  jobMs: 60_000,
  heap: { maxOldGenerationSizeMb: 64 },
  idleMs: 60_000,
  waitingMax: 1_000,
  waitingOfOneMax: 1_000,
  doneMax: 100_000,
}
const pools: ThreadPool<OddJob, number>[] = []
after(() => Promise.all(pools.map((pool) => pool.close())))

function aPool(threads: number, idleMs = 60_000) {
  const script = new URL('../../test/support/threads/odd-jobs.ts', import.meta.url)
  const pool = new ThreadPool<OddJob, number>(script, undefined, { ...limits, threads, idleMs })
  pools.push(pool)
  const run = (order: OddJob, isSmall = true, orgId = 'a') => {
    return pool.run({ orgId, size: 1, isSmall, begin: () => ({ order }) })
  }
  return { pool, run }
}

test('jobs of one queue are done by several threads, which start as jobs wait', async () => {
  const { run } = aPool(3)
  const ids = await Promise.all(Array.from({ length: 6 }, () => run('answer', false)))
  assert.equal(new Set(ids).size, 3)
})

test('small jobs wait for a thread that is ready, and a warm pool is swift until it ends', async () => {
  const { pool, run } = aPool(2, 3_000)
  assert.equal(pool.isPrompt, false)
  pool.warmUp()
  await eventually(async () => pool.isPrompt)
  const ids = await Promise.all(Array.from({ length: 40 }, () => run('answer')))
  assert.equal(ids.length, 40)
  await eventually(async () => !pool.isPrompt)
  assert.ok((await run('answer')) > 0, 'a thread starts again')
})

test('a small job that fails or ends its thread is the only one lost of those sent with it', async () => {
  const { pool, run } = aPool(1)
  pool.warmUp()
  await eventually(async () => pool.isPrompt)
  for (const bad of ['fail', 'end'] as const) {
    // The first is sent alone, the others together.
    const jobs = [run('answer'), ...['answer', bad, 'answer'].map((job) => run(job === bad ? bad : 'answer'))]
    const outcomes = (await Promise.allSettled(jobs)).map(({ status }) => status)
    assert.deepEqual(outcomes, ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'], bad)
  }
})

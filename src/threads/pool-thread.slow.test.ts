import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { after, test } from 'node:test'
import { setTimeout as later } from 'node:timers/promises'
import { eventually } from '../../test/support/eventually.ts'
import type { OddJob } from '../../test/support/threads/odd-jobs.ts'
import { JobExceeded, ShareExceeded, ThreadBusy } from './job.ts'
import { type PoolLimits, ThreadPool } from './thread-pool.ts'

const usual: PoolLimits = {
  jobMs: 60_000,
  heap: { maxOldGenerationSizeMb: 64 },
  idleMs: 60_000,
  waitingMax: 100,
  waitingOfOneMax: 100,
  doneMax: 1_000,
}
const threads: ThreadPool<OddJob, number>[] = []
after(() => Promise.all(threads.map((thread) => thread.close())))

function aThread(limits: Partial<PoolLimits> = {}) {
  const script = new URL('../../test/support/threads/odd-jobs.ts', import.meta.url)
  const thread = new ThreadPool<OddJob, number>(script, undefined, { ...usual, ...limits })
  threads.push(thread)
  return (job: OddJob = 'answer', orgId = 'a', size = 1) => thread.run({ orgId, size, begin: () => ({ order: job }) })
}

test('organisations take turns', async () => {
  const run = aThread()
  const ended: string[] = []
  await Promise.all([...'aaaabc'].map((orgId) => run('answer', orgId).then(() => ended.push(orgId))))
  assert.equal(ended.join(''), 'aabcaa')
})

test('a job that exceeds a limit, fails or ends its thread does not harm other jobs', async () => {
  const lost: readonly (readonly [OddJob, (error: unknown) => boolean])[] = [
    ['never', (error) => error instanceof JobExceeded && error.limit === 'time'],
    ['fill', (error) => error instanceof JobExceeded && error.limit === 'memory'],
    ['fail', (error) => error instanceof Error && error.message.includes('it failed')],
    ['end', (error) => error instanceof Error && error.message === 'the thread has ended'],
  ]
  for (const [job, expected] of lost) {
    const run = aThread(job === 'never' ? { jobMs: 3_000 } : {})
    const first = await run()
    const [bad, next, last] = [run(job), run(), run('answer', 'b')]
    await assert.rejects(bad, expected, job)
    assert.equal(await next, await last)
    assert.notEqual(await next, first, `a new thread after ${job}`)
  }
})

test('a thread that did much work or none for a while is replaced without losing a job', async () => {
  const busy = aThread({ doneMax: 0 })
  const ids = await Promise.all(Array.from({ length: 4 }, () => busy()))
  assert.equal(new Set(ids).size, 4)
  const idle = aThread({ idleMs: 1 })
  const first = await idle()
  await eventually(async () => (await idle()) !== first)
})

test('the queue is limited by number and size, for one organisation and for all', async () => {
  const counted = aThread({ waitingMax: 3, waitingOfOneMax: 2 })
  // The first runs and does not wait.
  const accepted = [counted(), counted(), counted()]
  await assert.rejects(counted(), (error) => error instanceof ShareExceeded && error.waitingMax === 2)
  accepted.push(counted('answer', 'b'))
  await assert.rejects(counted('answer', 'c'), ThreadBusy)
  await Promise.all(accepted)
  const sized = aThread({ sizeMax: 30, sizeOfOneMax: 20, doneMax: 10_000 })
  const held = [sized('answer', 'a', 15)]
  await assert.rejects(sized('answer', 'a', 10), ShareExceeded)
  held.push(sized('answer', 'b', 15))
  await assert.rejects(sized('answer', 'c', 1), ThreadBusy)
  await Promise.all(held)
  assert.ok((await sized('answer', 'c', 1_000)) > 0, 'a single job is accepted whatever its size')
})

test('a close rejects waiting and running jobs; a finish does them first', async () => {
  const script = new URL('../../test/support/threads/odd-jobs.ts', import.meta.url)
  const job = (order: OddJob) => ({ orgId: 'a', size: 1, begin: () => ({ order }) })
  const closed = new ThreadPool<OddJob, number>(script, undefined, usual)
  const jobs = Promise.allSettled([closed.run(job('never')), closed.run(job('answer'))])
  await closed.close()
  assert.deepEqual(
    (await jobs).map(({ status }) => status),
    ['rejected', 'rejected'],
  )
  await assert.rejects(closed.run(job('answer')), ThreadBusy)
  const finished = new ThreadPool<OddJob, number>(script, undefined, usual)
  const done = [finished.run(job('answer')), finished.run(job('answer'))]
  await finished.finish()
  assert.equal((await Promise.all(done)).length, 2)
})

test('a thread that is closed at any moment of its start does not end the process', async () => {
  const script = new URL('../../test/support/threads/slow-start.ts', import.meta.url)
  for (let waitMs = 0; waitMs <= 500; waitMs += 20) {
    const thread = new ThreadPool<string, string>(script, undefined, usual)
    const job = Promise.allSettled([thread.run({ orgId: 'a', size: 1, begin: () => ({ order: 'done' }) })])
    // The moments are what is tested.
    await later(waitMs)
    await thread.close()
    const [end] = await job
    assert.ok(end.status === 'fulfilled' || end.reason instanceof ThreadBusy, String(end))
  }
})

test('a process that ends at any moment of a start ends well', () => {
  const script = new URL('../../test/support/threads/early-end.ts', import.meta.url)
  for (let waitMs = 0; waitMs <= 500; waitMs += 50) {
    const { status, signal, stderr } = spawnSync(process.execPath, [script.pathname, String(waitMs)], {
      encoding: 'utf8',
    })
    assert.deepEqual({ status, signal }, { status: 0, signal: null }, stderr)
  }
})

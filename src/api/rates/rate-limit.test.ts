import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { MemoryWindows, RateLimit } from './rate-limit.ts'

suite('rate limit', () => {
  test('counts a key until it exceeds its limit, and again in the next window', async () => {
    const { limit, counted, time } = start()
    const states = await hits(limit, 10)
    assert.deepEqual(
      states.map(({ remaining, isExceeded }) => [remaining, isExceeded]),
      [[1, false], [0, false], ...Array.from({ length: 8 }, () => [0, true])],
    )
    assert.equal(counted.length, 3)
    assert.equal((await limit.hit('other account', 'list')).isExceeded, false)
    assert.equal((await limit.hit('account', 'other operation')).isExceeded, false)
    time.now += 60_000
    assert.deepEqual(
      (await hits(limit, 3)).map(({ isExceeded }) => isExceeded),
      [false, false, true],
    )
  })

  test('a count that arrives after its window refuses nothing in the next one', async () => {
    const { limit, time, hold } = start()
    await hits(limit, 2)
    const release = hold()
    const late = limit.hit('account', 'list')
    time.now += 60_000
    const next = limit.hit('account', 'list')
    release()
    assert.equal((await late).isExceeded, true)
    assert.equal((await next).isExceeded, false)
    assert.equal((await limit.hit('account', 'list')).isExceeded, false)
  })

  test('says when the window ends', async () => {
    const { limit } = start()
    const { limit: requests, resetAt, retryAfter } = await limit.hit('account', 'list')
    assert.deepEqual({ requests, resetAt, retryAfter }, { requests: 2, resetAt: 180, retryAfter: 55 })
  })
})

/** A limit of two requests, five seconds after a window began. */
function start() {
  const time = { now: 125_000 }
  const counted: string[] = []
  const memory = new MemoryWindows()
  let held: Promise<void> = Promise.resolve()
  const windows = {
    hit: async (key: string, startsAt: number) => {
      counted.push(key)
      const used = memory.hit(key, startsAt)
      await held
      return used
    },
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    held = promise
    return resolve
  }
  return {
    limit: new RateLimit(windows, { usual: 2, profiles: 2, tokens: 2, public: 2 }, () => time.now),
    counted,
    time,
    hold,
  }
}

async function hits(limit: RateLimit, count: number) {
  const states = []
  for (let at = 0; at < count; at += 1) states.push(await limit.hit('account', 'list'))
  return states
}

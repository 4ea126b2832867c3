import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { RateLimit } from './rate-limit.ts'
import { RateWindows } from './rate-windows.ts'

suite('rate limit', () => {
  test('counts each account and operation, and starts again in the next window', () => {
    const { limit, time } = start()
    assert.deepEqual(
      Array.from({ length: 4 }, () => limit.hit('account', 'list')).map(({ remaining, isExceeded }) => [
        remaining,
        isExceeded,
      ]),
      [
        [1, false],
        [0, false],
        [0, true],
        [0, true],
      ],
    )
    assert.equal(limit.hit('other account', 'list').isExceeded, false)
    assert.equal(limit.hit('account', 'other operation').isExceeded, false)
    time.now += 60_000
    assert.equal(limit.hit('account', 'list').isExceeded, false)
  })

  test('says when the window ends', () => {
    const { limit: requests, resetAt, retryAfter } = start().limit.hit('account', 'list')
    assert.deepEqual({ requests, resetAt, retryAfter }, { requests: 2, resetAt: 180, retryAfter: 55 })
  })
})

/** A limit of two requests, five seconds after a window began. */
function start() {
  const time = { now: 125_000 }
  const limits = { usual: 2, profiles: 2, tokens: 2, public: 2 }
  return { limit: new RateLimit(new RateWindows(), limits, () => time.now), time }
}

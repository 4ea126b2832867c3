import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { Silence } from './silence.ts'

const limits = { afterMs: 3_000, askMs: 5_000, lookMs: 1_000 }

function aSilence(t: TestContext, answers: () => boolean) {
  let now = 0
  t.mock.timers.enable({ apis: ['setInterval', 'setTimeout'] })
  t.mock.method(performance, 'now', () => now)
  const seen = { asked: 0, silences: 0 }
  const silence = new Silence(
    {
      ask: async () => {
        seen.asked += 1
        return answers()
      },
      onSilence() {
        seen.silences += 1
      },
    },
    limits,
  )
  /** One look at a time, with what follows from it. */
  const pass = async (ms: number) => {
    for (const end = now + ms; now < end; ) {
      now += limits.lookMs
      t.mock.timers.tick(limits.lookMs)
      for (let turn = 0; turn < 10; turn += 1) await Promise.resolve()
    }
  }
  return { silence, seen, pass }
}

test('calls without any answer make it ask; without an answer it refuses, until one comes', async (t) => {
  let isAnswering = false
  const { silence, seen, pass } = aSilence(t, () => isAnswering)
  const ended = silence.began()
  const waiting = assert.rejects(silence.unlessSilent(new Promise(() => undefined)), { name: 'DatabaseAway' })
  await pass(2_000)
  assert.equal(seen.asked, 0)
  silence.refuse()
  await pass(2_000)
  await waiting
  assert.throws(() => silence.refuse(), { name: 'DatabaseAway' })
  await assert.rejects(silence.unlessSilent(Promise.resolve()), { name: 'DatabaseAway' })
  // It asks on although no call waits.
  ended(false)
  await pass(5_000)
  assert.throws(() => silence.refuse(), { name: 'DatabaseAway' })
  isAnswering = true
  await pass(2_000)
  silence.refuse()
  assert.equal(await silence.unlessSilent(Promise.resolve(1)), 1)
  assert.equal(seen.silences, 1)
  silence.close()
})

test('a long statement is no silence, and answers to others leave nothing to ask', async (t) => {
  const { silence, seen, pass } = aSilence(t, () => true)
  const long = silence.began()
  for (let answer = 0; answer < 10; answer += 1) {
    await pass(1_000)
    silence.began()(true)
  }
  assert.equal(seen.asked, 0)
  await pass(10_000)
  assert.ok(seen.asked > 0)
  silence.refuse()
  long(true)
  const { asked } = seen
  await pass(10_000)
  assert.equal(seen.asked, asked, 'nothing waits, so nothing is asked')
  silence.close()
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { systemClock } from './clock.ts'

test('a sleep until a moment that has passed ends soon, without a warning of Node', async (t) => {
  const warnings: Error[] = []
  const note = (warning: Error) => warnings.push(warning)
  process.on('warning', note)
  t.after(() => process.off('warning', note))
  await systemClock.sleep(-25)
  // Node emits warnings a tick later.
  await setImmediate()
  assert.deepEqual(warnings, [])
})

test('an aborted signal ends a sleep', async () => {
  await systemClock.sleep(60_000, AbortSignal.abort())
  const nap = new AbortController()
  const sleeping = systemClock.sleep(60_000, nap.signal)
  nap.abort()
  await sleeping
})

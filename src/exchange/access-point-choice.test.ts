import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AccessPointChoice } from './access-point-choice.ts'
import type { BreakerState } from './worker/breaker.ts'

/** Access points in the given states, which the test may change. */
function aChoice(...kinds: readonly BreakerState['kind'][]) {
  const states = [...kinds]
  const clock = { now: 1_000_000 }
  const candidates = kinds.map((_, at) => ({
    name: `point-${at}`,
    state: () => ({ kind: states[at] ?? 'closed', since: 0 }),
    wantsProbe: () => states[at] === 'half-open',
  }))
  const choice = new AccessPointChoice(candidates, () => clock.now)
  const next = (count: number) => Array.from({ length: count }, () => choice.next()).join(' ')
  return { next, states, clock }
}

test('access points take turns', () => {
  assert.equal(aChoice('closed', 'closed', 'closed').next(4), 'point-0 point-1 point-2 point-0')
  assert.equal(aChoice('closed').next(2), 'point-0 point-0')
})

test('one that is away is passed over, and takes its turns again when it is back', () => {
  const { next, states } = aChoice('closed', 'open', 'closed')
  assert.equal(next(4), 'point-0 point-2 point-0 point-2')
  states[1] = 'closed'
  assert.equal(next(3), 'point-0 point-1 point-2')
})

test('one that may be back gets a single document now and then', () => {
  const { next, clock } = aChoice('half-open', 'closed')
  assert.equal(next(4), 'point-0 point-1 point-1 point-1')
  clock.now += 4_999
  assert.equal(next(2), 'point-1 point-1')
  clock.now += 1
  assert.equal(next(3), 'point-0 point-1 point-1')
})

test('when all are away, they take turns', () => {
  assert.equal(aChoice('open', 'open').next(3), 'point-0 point-1 point-0')
})

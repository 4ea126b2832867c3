import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { type Decision, transition } from '../../src/exchange/legs/leg.ts'
import { exploreLeg } from './leg-states.ts'

suite('every state of a leg', () => {
  test('no order of events sends it twice, forgets it or changes its end', () => {
    const { broken, states, statuses } = exploreLeg(transition)
    assert.deepEqual(broken.slice(0, 3), [])
    assert.ok(states > 100, `${states} states`)
    assert.deepEqual([...statuses].sort(), [
      'APPROVED',
      'FAILED',
      'PENDING',
      'REJECTED',
      'RETRYING',
      'SENDING',
      'STALLED',
      'SUBMITTED',
    ])
  })

  const faults: readonly [string, RegExp, (decision: Decision) => Decision][] = [
    ['without doubt after an attempt', /it is due without doubt|sent twice/, changed(() => ({ inDoubt: false }))],
    ['that is never due again', /it is forgotten/, changed(() => ({ nextAttemptAt: undefined }))],
    ['that keeps its lease', /a leased leg is due/, changed(() => ({ endsLease: false }))],
  ]
  for (const [name, rule, plant] of faults) {
    test(`a leg ${name} breaks a rule`, () => {
      const { broken } = exploreLeg((...happening) => plant(transition(...happening)))
      assert.match(broken.join('\n'), rule)
    })
  }
})

function changed(change: () => object): (decision: Decision) => Decision {
  return (decision) =>
    decision.kind === 'change' ? { ...decision, change: { ...decision.change, ...change() } } : decision
}

import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import { bareResponse } from '../gateway.ts'
import { causeOf } from './cause.ts'

test('what differs from leg to leg is left out', () => {
  const cases: Readonly<Record<string, string>> = {
    'Connect to 10.0.0.7:8443 failed': 'Connect to (address) failed',
    'No answer within 30012 ms': 'No answer within (time)',
    'HTTP 503 from the access point': 'HTTP 503 from the access point',
    'EBMS:0004 for 01890a5d-ac96-774b-bcce-b302099a8057': 'EBMS:0004 for (id)',
    'Receiver 0235:1987654321 is unknown': 'Receiver (participant) is unknown',
    'Expired on 2026-07-15T10:00:00.000Z\n today': 'Expired on (time) today',
    'Job 123456789 is lost': 'Job (number) is lost',
  }
  for (const [error, cause] of Object.entries(cases)) assert.equal(causeOf(bareResponse('x', error)), cause)
})

test('the code of the receiver comes first, and a failure without a word has a cause too', () => {
  const response = {
    ...bareResponse('x', 'Refused'),
    transmissionErrors: [{ code: 'EBMS:0004', description: 'Other' }],
  }
  assert.equal(causeOf(response), 'EBMS:0004 Refused')
  assert.equal(causeOf({ ...response, transmissionError: null }), 'EBMS:0004 Other')
  assert.equal(causeOf(bareResponse('x', null)), 'No answer')
})

test('a cause is short, and never ends within a character', () => {
  const cause = causeOf(bareResponse('x', '😀'.repeat(1000)))
  assert.equal([...cause].length, 200)
  assert.equal(cause, '😀'.repeat(200))
})

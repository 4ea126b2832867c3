import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import * as fc from 'fast-check'
import type { LegState, LegStatus } from '../store/legs.ts'
import { legStatuses } from '../store/legs.ts'
import type { Verdict } from './gateway.ts'
import { bareResponse } from './gateway.ts'
import type { Happening, RetryPolicy } from './leg.ts'
import { transition } from './leg.ts'

const policy: RetryPolicy = { attemptsMax: 3, backoffFirstMs: 100, backoffLastMs: 1_000, submitTimeoutMs: 500 }
const moment = { now: 10_000, random: 0 }

const columns = ['receipt', 'transient', 'permanent', 'unknown', 'accepted', 'rejected', 'retry'] as const

type Column = (typeof columns)[number]

/** Every state × everything that can happen; `=` the same status with new facts, `+` an entry in the log only, `.` nothing. */
const expected: Readonly<Record<LegStatus, string>> = {
  //         receipt   transient permanent unknown   accepted  rejected  retry
  PENDING: '.         .         .         .         +         +         .',
  SENDING: 'SUBMITTED RETRYING  FAILED    RETRYING  APPROVED  REJECTED  .',
  RETRYING: '.         .         .         .         APPROVED  REJECTED  .',
  SUBMITTED: '.         .         .         .         APPROVED  REJECTED  .',
  APPROVED: '=         =         =         =         +         +         .',
  REJECTED: '=         =         =         =         +         +         .',
  FAILED: '.         .         .         .         +         +         .',
  STALLED: '.         .         .         .         APPROVED  REJECTED  RETRYING',
  NOT_REQUIRED: '.         .         .         .         +         +         .',
}

test('every state meets everything that can happen', () => {
  for (const status of legStatuses) {
    const cells = expected[status].split(/ +/)
    for (const [at, column] of columns.entries()) {
      assert.equal(outcomeOf(aLeg({ status }), happening(column)), cells[at], `${status} × ${column}`)
    }
  }
})

test('a retry of a stalled leg is due at once, and asks before it sends', () => {
  const decision = transition(aLeg({ status: 'STALLED', inDoubt: false }), { kind: 'retry' }, policy, moment)
  assert.ok(decision.kind === 'change')
  assert.equal(decision.change.nextAttemptAt, moment.now)
  assert.equal(decision.change.inDoubt, true)
  assert.deepEqual(
    decision.change.entries.map(({ event }) => event),
    ['TRANSMISSION_RETRY_C3'],
  )
})

test('a leg out of attempts is stalled, and stays in doubt when its last outcome is unknown', () => {
  for (const [column, inDoubt] of [
    ['transient', false],
    ['unknown', true],
  ] as const) {
    const decision = transition(aLeg({ status: 'SENDING', attempts: 3 }), happening(column), policy, moment)
    assert.ok(decision.kind === 'change')
    assert.equal(decision.change.status, 'STALLED')
    assert.equal(decision.change.nextAttemptAt, null)
    assert.equal(decision.change.inDoubt, inDoubt)
    assert.equal(decision.change.entries[0]?.event, 'TRANSMISSION_FAILED_C3')
  }
})

test('an unknown outcome is asked for no sooner than a submit can last', () => {
  const decision = transition(aLeg({ status: 'SENDING' }), happening('unknown'), policy, moment)
  assert.ok(decision.kind === 'change' && decision.change.inDoubt)
  assert.equal(decision.change.nextAttemptAt, moment.now + policy.submitTimeoutMs)
})

test('what is written says what happened', () => {
  const receipt = transition(aLeg({ status: 'SENDING', corner: 'C5' }), happening('receipt'), policy, moment)
  assert.ok(receipt.kind === 'change')
  assert.equal(receipt.change.submittedAt, moment.now)
  assert.equal(receipt.change.endsLease, true)
  assert.deepEqual(receipt.change.entries, [
    { event: 'RECEIPT_FROM_C5', message: 'The tax authority confirmed receipt' },
  ])
  const verdict = transition(aLeg({ status: 'SENDING' }), happening('rejected'), policy, moment)
  assert.ok(verdict.kind === 'change')
  assert.equal(verdict.change.endsLease, false)
  assert.equal(verdict.change.entries[0]?.event, 'MLS_RECEIVED_FROM_C3')
  assert.deepEqual(JSON.parse(verdict.change.mlsResponse ?? ''), aVerdict('RE'))
})

test('whatever happens in whatever order: an end is final, one verdict counts, and doubt is never forgotten', () => {
  const steps = fc.array(fc.constantFrom<Column | 'taken'>('taken', 'taken', ...columns), { maxLength: 40 })
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 0.999, noNaN: true }), (sequence, random) => {
      let leg = aLeg({ status: 'PENDING', attempts: 0 })
      let verdicts = 0
      let mayHaveLeft = false
      let retries = 0
      for (const step of sequence) {
        const before = leg
        if (step === 'taken') {
          if (leg.status === 'PENDING' || leg.status === 'RETRYING') {
            assert.equal(leg.inDoubt, mayHaveLeft && leg.status === 'RETRYING')
            leg = { ...leg, status: 'SENDING', attempts: leg.attempts + 1 }
          }
          continue
        }
        const decision = transition(leg, happening(step), policy, { now: 0, random })
        if (decision.kind !== 'change') continue
        const { change } = decision
        assert.ok(!ends.has(before.status) || change.status === before.status, `${before.status} → ${change.status}`)
        if (change.mlsResponse !== null) verdicts++
        assert.equal(change.nextAttemptAt !== null, change.status === 'RETRYING')
        if (before.status === 'SENDING') mayHaveLeft = step === 'unknown'
        if (step === 'retry') {
          mayHaveLeft = true
          retries++
        }
        leg = { ...leg, status: change.status, inDoubt: change.inDoubt }
      }
      assert.ok(verdicts <= 1)
      assert.ok(leg.attempts <= policy.attemptsMax + retries)
      assert.equal(verdicts === 1, leg.status === 'APPROVED' || leg.status === 'REJECTED')
    }),
  )
})

test('backoff grows, is spread, and stays below its limit', () => {
  const patient = { ...policy, attemptsMax: 1_000 }
  const waitOf = (attempts: number, random: number) => {
    const decision = transition(aLeg({ status: 'SENDING', attempts }), happening('transient'), patient, {
      now: 0,
      random,
    })
    return decision.kind === 'change' ? decision.change.nextAttemptAt : undefined
  }
  assert.deepEqual(
    [1, 2, 3, 4, 5, 100].map((attempts) => waitOf(attempts, 0)),
    [50, 100, 200, 400, 500, 500],
  )
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.double({ min: 0, max: 0.999, noNaN: true }),
      (attempts, random) => {
        const ms = waitOf(attempts, random) ?? 0
        assert.ok(ms >= policy.backoffFirstMs / 2 && ms <= policy.backoffLastMs)
      },
    ),
  )
})

const ends: ReadonlySet<LegStatus> = new Set(['APPROVED', 'REJECTED', 'FAILED', 'NOT_REQUIRED'])

function outcomeOf(leg: LegState, what: Happening): string {
  const decision = transition(leg, what, policy, moment)
  if (decision.kind === 'nothing') return '.'
  if (decision.kind === 'note') return '+'
  return decision.change.status === leg.status ? '=' : decision.change.status
}

function happening(column: Column): Happening {
  if (column === 'accepted') return { kind: 'verdict', verdict: aVerdict('AB'), isVerified: true }
  if (column === 'rejected') return { kind: 'verdict', verdict: aVerdict('RE'), isVerified: true }
  if (column === 'retry') return { kind: 'retry' }
  return { kind: column, response: bareResponse('ANY', 'a reason') }
}

function aVerdict(responseCode: Verdict['responseCode']): Verdict {
  return {
    id: 'mls-1',
    responseCode,
    issuedAt: '2026-07-15T10:00:00.000Z',
    senderId: '0242:990002',
    receiverId: '0242:990001',
    referenceId: 'uuid-1',
    description: responseCode === 'RE' ? 'no' : null,
    issues: [],
  }
}

function aLeg(overrides: Partial<LegState>): LegState {
  return {
    orgId: 'org-1',
    documentId: 'document-1',
    transmissionUuid: 'uuid-1',
    revision: 1,
    corner: 'C3',
    status: 'PENDING',
    attempts: 1,
    inDoubt: false,
    leaseOwner: null,
    submittedAt: null,
    leaseUntil: null,
    receiverProviderId: null,
    mark: 'mark-1',
    ...overrides,
  }
}

import { strict as assert } from 'node:assert'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { troubleWords } from '../../../test/support/trouble-words.ts'
import type { LegState, LegStatus } from '../../store/legs/legs.ts'
import { legStatuses } from '../../store/legs/legs.ts'
import type { Verdict } from '../gateway.ts'
import { bareResponse } from '../gateway.ts'
import type { Happening } from './leg.ts'
import { transition } from './leg.ts'
import type { RetryPolicy } from './try-again.ts'

const policy: RetryPolicy = {
  attemptsMax: 3,
  backoffFirstMs: 100,
  backoffLastMs: 1_000,
  submitTimeoutMs: 500,
  absenceMs: 5_000,
  patienceMs: 60_000,
}
const moment = { now: 10_000, random: 0 }

const columns = [
  'receipt',
  'transient',
  'permanent',
  'unknown',
  'underway',
  'stuck',
  'outage',
  'unsent',
  'unconfirmed',
  'accepted',
  'rejected',
  'retry',
] as const

type Column = (typeof columns)[number]

/**
 * Every status × every happening. `=`: same status with new facts; `+`: only a log entry; `.`:
 * nothing.
 */
const expected: Readonly<Record<LegStatus, string>> = {
  //         receipt   transient permanent unknown   underway  stuck     outage    unsent
  //   unconfirmed accepted  rejected  retry
  PENDING:
    '.         .         .         .         .         .         .         .         .         APPROVED  REJECTED  .',
  SENDING:
    'SUBMITTED RETRYING  FAILED    RETRYING  RETRYING  STALLED   RETRYING  RETRYING  RETRYING  APPROVED  REJECTED  .',
  RETRYING:
    '.         .         .         .         .         .         .         .         .         APPROVED  REJECTED  .',
  SUBMITTED:
    '.         .         .         .         .         .         .         .         .         APPROVED  REJECTED  .',
  APPROVED:
    '=         =         =         =         =         =         =         =         =         +         +         .',
  REJECTED:
    '=         =         =         =         =         =         =         =         =         +         +         .',
  FAILED:
    '.         .         .         .         .         .         .         .         .         +         +         .',
  STALLED:
    '.         .         .         .         .         .         .         .         .         APPROVED  REJECTED  RETRYING',
  NOT_REQUIRED:
    '.         .         .         .         .         .         .         .         .         +         +         .',
}

test('every status handles every happening as the table says', () => {
  for (const status of legStatuses) {
    const cells = expected[status].split(/ +/)
    for (const [at, column] of columns.entries()) {
      assert.equal(outcomeOf(aLeg({ status }), happening(column)), cells[at], `${status} × ${column}`)
    }
  }
})

test('a retried leg is due immediately, asks before it sends, and has all attempts again', () => {
  const decision = transition(
    aLeg({ status: 'STALLED', inDoubt: false, attempts: 3 }),
    { kind: 'retry' },
    policy,
    moment,
  )
  assert.ok(decision.kind === 'change')
  assert.equal(decision.change.nextAttemptAt, moment.now)
  assert.equal(decision.change.inDoubt, true)
  assert.equal(decision.change.uncounted, 3)
  assert.equal(decision.change.entry?.event, 'TRANSMISSION_RETRY_C3')
})

test('a leg without attempts left is stalled, and in doubt if its last outcome is unknown', () => {
  for (const [column, inDoubt] of [
    ['transient', false],
    ['unknown', true],
  ] as const) {
    const decision = transition(aLeg({ status: 'SENDING', attempts: 3 }), happening(column), policy, moment)
    assert.ok(decision.kind === 'change')
    assert.equal(decision.change.status, 'STALLED')
    assert.equal(decision.change.nextAttemptAt, undefined)
    assert.equal(decision.change.inDoubt, inDoubt)
    assert.equal(decision.change.entry?.event, 'TRANSMISSION_FAILED_C3')
  }
})

test('after an unknown outcome the leg waits at least the submit timeout', () => {
  const decision = transition(aLeg({ status: 'SENDING' }), happening('unknown'), policy, moment)
  assert.ok(decision.kind === 'change' && decision.change.inDoubt)
  assert.equal(decision.change.nextAttemptAt, moment.now + policy.submitTimeoutMs)
})

test('outages and unfinished work do not count as attempts until patience ends', () => {
  const leg = aLeg({ status: 'SENDING', attempts: 40, uncounted: 38 })
  const unbegun: Happening = { kind: 'unsent', isAttempt: false, response: bareResponse('NOT_SENT', 'no time') }
  for (const what of [happening('underway'), happening('outage'), unbegun]) {
    const decision = transition(leg, what, policy, moment)
    assert.ok(decision.kind === 'change')
    assert.equal(decision.change.status, 'RETRYING')
    assert.equal(decision.change.uncounted, 39)
    assert.match(decision.change.entry?.message ?? '', /not counted as an attempt$/)
    const late = { ...moment, now: leg.createdAt + policy.patienceMs }
    const counted = transition(leg, what, policy, late)
    assert.ok(counted.kind === 'change')
    assert.equal(counted.change.uncounted, undefined)
    assert.match(counted.change.entry?.message ?? '', /attempt 2 of 3, will retry/)
    const last = transition({ ...leg, uncounted: 37 }, what, policy, late)
    assert.equal(last.kind === 'change' && last.change.status, 'STALLED')
  }
})

test('an outage keeps existing doubt, and adds doubt if the message may have been sent', () => {
  for (const inDoubt of [false, true]) {
    for (const hasMaybeLeft of [false, true]) {
      const what: Happening = { kind: 'outage', hasMaybeLeft, response: bareResponse('ANY', 'away') }
      const decision = transition(aLeg({ status: 'SENDING', inDoubt }), what, policy, moment)
      assert.ok(decision.kind === 'change')
      assert.equal(decision.change.inDoubt, inDoubt || hasMaybeLeft)
      const waitMs = (decision.change.nextAttemptAt ?? 0) - moment.now
      assert.equal(waitMs, hasMaybeLeft ? policy.submitTimeoutMs : 50)
    }
  }
})

test('the first answered absence decides when the leg is asked again, and every other answer ends it', () => {
  const absentAt = 9_000
  const leg = aLeg({ status: 'SENDING', attempts: 5, uncounted: 1, inDoubt: true, absentAt })
  for (const [column, kept] of [
    ['unconfirmed', absentAt],
    ['outage', absentAt],
    ['unknown', absentAt],
    ['unsent', absentAt],
    ['underway', undefined],
    ['transient', undefined],
    ['receipt', undefined],
    ['stuck', undefined],
    ['rejected', undefined],
  ] as const) {
    const decision = transition({ ...leg, attempts: 3 }, happening(column), policy, moment)
    assert.ok(decision.kind === 'change')
    assert.equal(decision.change.absentAt, kept, column)
  }
  const waits = transition(leg, happening('unconfirmed'), policy, moment)
  assert.ok(waits.kind === 'change' && waits.change.inDoubt)
  assert.equal(waits.change.nextAttemptAt, absentAt + policy.absenceMs)
  assert.equal(waits.change.uncounted, 2)
  const retried = transition(aLeg({ status: 'STALLED', absentAt }), { kind: 'retry' }, policy, moment)
  assert.ok(retried.kind === 'change' && retried.change.absentAt === undefined)
})

test('a stuck leg waits for an operator immediately, and asks before it sends', () => {
  const decision = transition(aLeg({ status: 'SENDING' }), happening('stuck'), policy, moment)
  assert.ok(decision.kind === 'change')
  const { status, inDoubt, nextAttemptAt, entry } = decision.change
  assert.deepEqual([status, inDoubt, nextAttemptAt], ['STALLED', true, undefined])
  assert.deepEqual(entry, { event: 'TRANSMISSION_FAILED_C3', message: 'a reason; waiting for an operator' })
  // Its status may still arrive, and we know who may judge.
  const response = bareResponse('TRANSPORT_ERROR', 'a reason')
  const named: Happening = { kind: 'stuck', isForAll: false, response, receiverProviderId: '0242:000306' }
  const again = transition(aLeg({ status: 'SENDING' }), named, policy, moment)
  assert.ok(again.kind === 'change' && again.change.receiverProviderId === '0242:000306')
})

test('a gateway that is still working is asked again after its own next try', () => {
  const atWork = (triesAgainAt: number | null): Happening => ({
    kind: 'underway',
    triesAgainAt,
    response: bareResponse('FAILED', 'not yet'),
    receiverProviderId: '0242:000306',
  })
  for (const [triesAgainAt, waitMs] of [
    [null, 50],
    [moment.now - 5_000, 50],
    [moment.now + 700, 700],
    [moment.now + 1_000_000, policy.backoffLastMs],
  ] as const) {
    const decision = transition(aLeg({ status: 'SENDING' }), atWork(triesAgainAt), policy, moment)
    assert.ok(decision.kind === 'change' && decision.change.inDoubt)
    assert.equal(decision.change.nextAttemptAt, moment.now + waitMs)
    assert.equal(decision.change.receiverProviderId, '0242:000306')
  }
})

test('the change and its log entry describe the happening', () => {
  const receipt = transition(aLeg({ status: 'SENDING', corner: 'C5' }), happening('receipt'), policy, moment)
  assert.ok(receipt.kind === 'change')
  assert.equal(receipt.change.submittedAt, moment.now)
  assert.equal(receipt.change.endsLease, true)
  assert.deepEqual(receipt.change.entry, { event: 'RECEIPT_FROM_C5', message: 'The tax authority confirmed receipt' })
  const verdict = transition(aLeg({ status: 'SENDING' }), happening('rejected'), policy, moment)
  assert.ok(verdict.kind === 'change')
  assert.equal(verdict.change.endsLease, false)
  assert.equal(verdict.change.entry?.event, 'MLS_RECEIVED_FROM_C3')
  assert.deepEqual(JSON.parse(verdict.change.mlsResponse ?? ''), aVerdict('RE'))
})

test('the log leaves out the description of an acceptance, which may look like trouble', () => {
  for (const responseCode of ['AP', 'AB', 'RE'] as const) {
    const verdict = { ...aVerdict(responseCode), description: 'Checked, no ERROR was found' }
    const judged = { kind: 'verdict', verdict, isVerified: true, envelope: new Uint8Array() } as const
    for (const status of ['SUBMITTED', 'APPROVED'] as const) {
      const decision = transition(aLeg({ status }), judged, policy, moment)
      assert.ok(decision.kind !== 'nothing')
      const { entry } = decision.kind === 'note' ? decision : decision.change
      assert.equal(troubleWords.test(entry?.message ?? ''), responseCode === 'RE', entry?.message)
    }
    const decision = transition(aLeg({ status: 'SUBMITTED' }), judged, policy, moment)
    assert.ok(decision.kind === 'change')
    assert.deepEqual(JSON.parse(decision.change.mlsResponse ?? ''), verdict)
  }
})

test('in any order of happenings, an end is final, one verdict counts and doubt is never lost', () => {
  const steps = fc.array(fc.constantFrom<Column | 'taken'>('taken', 'taken', ...columns), { maxLength: 40 })
  fc.assert(
    fc.property(steps, fc.double({ min: 0, max: 0.999, noNaN: true }), (sequence, random) => {
      let leg = aLeg({ status: 'PENDING', attempts: 0 })
      let verdicts = 0
      let mayHaveLeft = false
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
        if (change.mlsResponse !== undefined) verdicts++
        assert.equal(change.nextAttemptAt !== undefined, change.status === 'RETRYING')
        if (before.status === 'SENDING' && !['outage', 'unsent'].includes(step)) mayHaveLeft = doubtful.has(step)
        if (step === 'retry') mayHaveLeft = true
        const uncounted: number = change.uncounted ?? leg.uncounted
        leg = { ...leg, status: change.status, inDoubt: change.inDoubt, uncounted }
      }
      assert.ok(verdicts <= 1)
      assert.ok(leg.uncounted <= leg.attempts && leg.attempts - leg.uncounted <= policy.attemptsMax)
      assert.equal(verdicts === 1, leg.status === 'APPROVED' || leg.status === 'REJECTED')
    }),
  )
})

test('backoff grows, is randomised and stays below its limit', () => {
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

const doubtful: ReadonlySet<string> = new Set(['unknown', 'underway', 'stuck', 'unconfirmed'])
const ends: ReadonlySet<LegStatus> = new Set(['APPROVED', 'REJECTED', 'FAILED', 'NOT_REQUIRED'])

function outcomeOf(leg: LegState, what: Happening): string {
  const decision = transition(leg, what, policy, moment)
  if (decision.kind === 'nothing') return '.'
  if (decision.kind === 'note') return '+'
  return decision.change.status === leg.status ? '=' : decision.change.status
}

function happening(column: Column): Happening {
  if (column === 'accepted')
    return { kind: 'verdict', verdict: aVerdict('AB'), isVerified: true, envelope: new Uint8Array() }
  if (column === 'rejected')
    return { kind: 'verdict', verdict: aVerdict('RE'), isVerified: true, envelope: new Uint8Array() }
  if (column === 'retry') return { kind: 'retry' }
  if (column === 'underway') return { kind: column, triesAgainAt: null, response: bareResponse('ANY', 'a reason') }
  if (column === 'stuck') return { kind: column, isForAll: false, response: bareResponse('ANY', 'a reason') }
  if (column === 'unsent') return { kind: column, isAttempt: true, response: bareResponse('NOT_SENT', 'a reason') }
  if (column === 'unconfirmed') return { kind: column, absentSince: 9_000, response: bareResponse('ABSENT', 'not yet') }
  if (column === 'outage') return { kind: column, hasMaybeLeft: false, response: bareResponse('ANY', 'away') }
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
    report: undefined,
    status: 'PENDING',
    attempts: 1,
    uncounted: 0,
    inDoubt: false,
    leaseOwner: undefined,
    submittedAt: undefined,
    leaseUntil: undefined,
    receiverProviderId: undefined,
    absentAt: undefined,
    createdAt: 0,
    mark: 'mark-1',
    ...overrides,
  }
}

import { backoffMs } from '../../clock/backoff.ts'
import type { LegChange, LegEntry, LegState } from '../../store/legs/legs.ts'
import type { Outcome } from '../gateway.ts'
import { causeOf } from './cause.ts'
import { legEntry } from './leg-entry.ts'

/**
 * The change after an attempt without a receipt. RETRYING, with the next due time, and in doubt if
 * the document may have been sent; STALLED when the attempts are used up.
 */
export function tryAgain(
  leg: LegState,
  outcome: Outcome,
  noChange: LegChange,
  policy: RetryPolicy,
  moment: Moment,
): LegChange {
  const isForgiven = isOutsideFault(outcome) && moment.now - leg.createdAt < policy.patienceMs
  const tries = leg.attempts - leg.uncounted
  const isStalled = !isForgiven && tries >= policy.attemptsMax
  return {
    ...noChange,
    status: isStalled ? 'STALLED' : 'RETRYING',
    inDoubt: isInDoubtAfter(leg, outcome),
    absentAt: absentAfter(leg, outcome),
    nextAttemptAt: isStalled ? undefined : moment.now + waitMs(leg, outcome, isForgiven, policy, moment),
    uncounted: isForgiven ? leg.uncounted + 1 : undefined,
    receiverProviderId: outcome.receiverProviderId,
    transmissionResponse: JSON.stringify(outcome.response),
    cause: causeOf(outcome.response),
    entry: retryEntry(leg, outcome, isStalled, isForgiven ? null : `attempt ${tries} of ${policy.attemptsMax}`),
  }
}

export interface RetryPolicy {
  /** After this many attempts a leg is STALLED and waits for an operator. */
  readonly attemptsMax: number
  readonly backoffFirstMs: number
  readonly backoffLastMs: number
  readonly submitTimeoutMs: number
  /**
   * After this time a second answer confirms that the gateway has no record of a leg in doubt.
   */
  readonly absenceMs: number
  /**
   * For this long after its creation, failures that are not the leg's own (the gateway is
   * unavailable, or still working) do not count as attempts. Later they do, so that no leg waits
   * unseen for ever.
   */
  readonly patienceMs: number
}

/** Time and randomness as values. */
export interface Moment {
  readonly now: number
  /** In [0, 1). */
  readonly random: number
}

/**
 * Not the fault of the document or its receiver: the gateway is unavailable or still working, or we
 * had no time to start.
 */
function isOutsideFault(outcome: Outcome): boolean {
  if (outcome.kind === 'unsent') return !outcome.isAttempt
  return ['outage', 'underway', 'unconfirmed'].includes(outcome.kind)
}

/** An outage may have kept us from asking, so it keeps existing doubt. So does a missed start. */
function isInDoubtAfter(leg: LegState, outcome: Outcome): boolean {
  if (outcome.kind === 'outage') return leg.inDoubt || outcome.hasMaybeLeft
  if (outcome.kind === 'unsent') return leg.inDoubt
  return ['unknown', 'underway', 'unconfirmed'].includes(outcome.kind)
}

/**
 * Questions without an answer leave the first one standing. A submit after it has already removed
 * it from the leg, and a record that appears ends it.
 */
function absentAfter(leg: LegState, outcome: Outcome): number | undefined {
  if (outcome.kind === 'unconfirmed') return outcome.absentSince
  return ['outage', 'unknown', 'unsent'].includes(outcome.kind) ? leg.absentAt : undefined
}

function waitMs(leg: LegState, outcome: Outcome, isForgiven: boolean, policy: RetryPolicy, moment: Moment): number {
  const { backoffLastMs, submitTimeoutMs } = policy
  // Back off by all attempts, counted or not, so that legs in repeated outages cannot starve the
  // others.
  const attempts = isForgiven ? leg.attempts : leg.attempts - leg.uncounted
  const lastMs = isForgiven ? Math.min(backoffLastMs, forgivenBackoffLastMs) : backoffLastMs
  const backoff = backoffMs({ firstMs: policy.backoffFirstMs, lastMs, spread: 1 / 2 }, attempts - 1, moment.random)
  if (outcome.kind === 'underway') {
    return Math.max(backoff, Math.min((outcome.triesAgainAt ?? 0) - moment.now, backoffLastMs))
  }
  if (outcome.kind === 'unconfirmed') return Math.max(backoff, outcome.absentSince + policy.absenceMs - moment.now)
  // Asked earlier than the submit timeout, the gateway may answer "absent" while the message is
  // still on its way in.
  const mayStillArrive = outcome.kind === 'unknown' || (outcome.kind === 'outage' && outcome.hasMaybeLeft)
  return mayStillArrive ? Math.max(backoff, submitTimeoutMs) : backoff
}

/** An outage ends for all legs at the same time, so none should wait an hour after it. */
const forgivenBackoffLastMs = 300_000

function retryEntry(leg: LegState, outcome: Outcome, isStalled: boolean, attempt: string | null): LegEntry {
  const why = outcome.response.transmissionError ?? 'no answer'
  if (isStalled) return legEntry('TRANSMISSION_FAILED', leg, `${why}; ${attempt} was the last, waiting for an operator`)
  if (attempt !== null) return legEntry('TRANSMISSION_RETRY', leg, `${why}; ${attempt}, will retry`)
  if (outcome.kind === 'unsent') return legEntry('TRANSMISSION_RETRY', leg, `${why}; not counted as an attempt`)
  if (outcome.kind === 'unconfirmed') return legEntry('TRANSMISSION_RETRY', leg, `${why}; not counted as an attempt`)
  const state = outcome.kind === 'underway' ? 'the access point keeps trying' : 'the access point is unavailable'
  return legEntry('TRANSMISSION_RETRY', leg, `${why}; ${state}, not counted as an attempt`)
}

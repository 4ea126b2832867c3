import type { LegChange, LegEntry, LegState } from '../../store/legs/legs.ts'
import type { Outcome } from '../gateway.ts'
import { legEntry } from './leg-entry.ts'

/**
 * What becomes of a leg that did not get through: RETRYING, due at a time, and in doubt when it may
 * have left all the same; or STALLED when its attempts are used up.
 */
export function tryAgain(
  leg: LegState,
  outcome: Outcome,
  unchanged: LegChange,
  policy: RetryPolicy,
  moment: Moment,
): LegChange {
  const isForgiven = isNobodysFault(outcome) && moment.now - leg.createdAt < policy.patienceMs
  const tries = leg.attempts - leg.uncounted
  const isStalled = !isForgiven && tries >= policy.attemptsMax
  return {
    ...unchanged,
    status: isStalled ? 'STALLED' : 'RETRYING',
    inDoubt: isInDoubtAfter(leg, outcome),
    nextAttemptAt: isStalled ? null : moment.now + waitMs(leg, outcome, isForgiven, policy, moment),
    uncounted: isForgiven ? leg.uncounted + 1 : null,
    receiverProviderId: outcome.receiverProviderId ?? null,
    transmissionResponse: JSON.stringify(outcome.response),
    entries: [retryEntry(leg, outcome, isStalled, isForgiven ? null : `attempt ${tries} of ${policy.attemptsMax}`)],
  }
}

export interface RetryPolicy {
  /** After so many attempts a leg is STALLED and waits for a person. */
  readonly attemptsMax: number
  readonly backoffFirstMs: number
  readonly backoffLastMs: number
  readonly submitTimeoutMs: number
  /**
   * For so long from its making, what is no failure of the leg's own (the gateway away, or still at
   * work) counts for no attempt; later it does, so that nothing waits for ever unseen.
   */
  readonly patienceMs: number
}

/** The clock and the dice, as values. */
export interface Moment {
  readonly now: number
  /** In [0, 1). */
  readonly random: number
}

/**
 * Neither the document's nor its receiver's: the gateway is away or still at work, or we had no
 * time to begin.
 */
function isNobodysFault(outcome: Outcome): boolean {
  if (outcome.kind === 'unsent') return !outcome.isAttempt
  return outcome.kind === 'outage' || outcome.kind === 'underway'
}

/** An outage leaves the doubt that there was: it may have kept us from asking. */
function isInDoubtAfter(leg: LegState, outcome: Outcome): boolean {
  if (outcome.kind === 'outage') return leg.inDoubt || outcome.hasMaybeLeft
  return outcome.kind === 'unknown' || outcome.kind === 'underway'
}

function waitMs(leg: LegState, outcome: Outcome, isForgiven: boolean, policy: RetryPolicy, moment: Moment): number {
  const { backoffLastMs, submitTimeoutMs } = policy
  // By all attempts, where they count for nothing: what meets one outage after the other must not
  // stand before the others for ever.
  const backoff = isForgiven
    ? backoffMs(leg.attempts, Math.min(backoffLastMs, forgivenBackoffLastMs), policy, moment.random)
    : backoffMs(leg.attempts - leg.uncounted, backoffLastMs, policy, moment.random)
  if (outcome.kind === 'underway') {
    return Math.max(backoff, Math.min((outcome.triesAgainAt ?? 0) - moment.now, backoffLastMs))
  }
  // Whoever asks sooner than a submit can last may hear "absent" about a message that is still on
  // its way in.
  const mayBeOnItsWay = outcome.kind === 'unknown' || (outcome.kind === 'outage' && outcome.hasMaybeLeft)
  return mayBeOnItsWay ? Math.max(backoff, submitTimeoutMs) : backoff
}

/**
 * Exponential, capped, and spread over half of itself, so that legs that failed together do not
 * come back together.
 */
function backoffMs(attempts: number, lastMs: number, policy: RetryPolicy, random: number): number {
  const whole = Math.min(lastMs, policy.backoffFirstMs * 2 ** Math.min(attempts - 1, 30))
  return Math.round(whole * (0.5 + random / 2))
}

/** An outage ends for all at once; a leg need not wait an hour after it. */
const forgivenBackoffLastMs = 300_000

function retryEntry(leg: LegState, outcome: Outcome, isStalled: boolean, attempt: string | null): LegEntry {
  const why = outcome.response.transmissionError ?? 'no answer'
  if (isStalled) return legEntry('TRANSMISSION_FAILED', leg, `${why}; ${attempt} was the last, waiting for an operator`)
  if (attempt !== null) return legEntry('TRANSMISSION_RETRY', leg, `${why}; ${attempt}, the next follows by itself`)
  if (outcome.kind === 'unsent') return legEntry('TRANSMISSION_RETRY', leg, `${why}; that counts for no attempt`)
  const whose = outcome.kind === 'underway' ? 'the access point goes on trying' : 'the access point is away'
  return legEntry('TRANSMISSION_RETRY', leg, `${why}; ${whose}, which counts for no attempt`)
}

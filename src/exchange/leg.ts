import type { LegChange, LegEntry, LegState, LegStatus } from '../store/legs.ts'
import type { Outcome, Verdict } from './gateway.ts'

/**
 * The life of a leg as a pure function: its state, and what happened, give what is to be written. Every
 * pair of status and happening stands in the table `transitions`.
 */
export function transition(leg: LegState, happening: Happening, policy: RetryPolicy, moment: Moment): Decision {
  const rule = transitions[leg.status][columnOf(happening)]
  const unchanged: LegChange = {
    status: leg.status,
    inDoubt: leg.inDoubt,
    nextAttemptAt: null,
    submittedAt: null,
    receiverProviderId: null,
    transmissionResponse: null,
    mlsResponse: null,
    endsLease: happening.kind !== 'verdict',
    entries: [],
  }
  if (happening.kind === 'verdict') return decideVerdict(leg, happening, unchanged, rule)
  if (rule === 'nothing') return { kind: 'nothing' }
  if (happening.kind === 'retry') return { kind: 'change', change: retried(leg, unchanged, moment) }
  if (rule === 'again') return { kind: 'change', change: again(leg, happening, unchanged, policy, moment) }
  return { kind: 'change', change: ended(leg, happening, unchanged, rule, moment) }
}

/** `note`: an entry in the document's log, and the leg stays as it is. */
export type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'note'; readonly entry: LegEntry }
  | { readonly kind: 'change'; readonly change: LegChange }

/** What can happen to a leg while it is worked on, or after. Claims and lost leases happen to many at once, in the store. */
export type Happening = Outcome | Judged | PersonsRetry

/** A person says that it is worth another try. */
export interface PersonsRetry {
  readonly kind: 'retry'
}

/** A status has come in; not verified when nothing is known of who answers for the receiver. */
export interface Judged {
  readonly kind: 'verdict'
  readonly verdict: Verdict
  readonly isVerified: boolean
}

export interface RetryPolicy {
  /** After so many attempts a leg is STALLED and waits for a person. */
  readonly attemptsMax: number
  readonly backoffFirstMs: number
  readonly backoffLastMs: number
  readonly submitTimeoutMs: number
}

/** The clock and the dice, as values. */
export interface Moment {
  readonly now: number
  /** In [0, 1). */
  readonly random: number
}

/**
 * The next status, or: `again` RETRYING, or STALLED when out of attempts; `keep` the status stays, the facts are stored;
 * `note` an entry in the document's log and nothing else; `nothing`.
 */
type Rule = LegStatus | 'again' | 'keep' | 'note' | 'nothing'

export type Column = 'receipt' | 'transient' | 'permanent' | 'unknown' | 'accepted' | 'rejected' | 'retry'

const unworked = {
  receipt: 'nothing',
  transient: 'nothing',
  permanent: 'nothing',
  unknown: 'nothing',
  retry: 'nothing',
} as const
const overtaken = { receipt: 'keep', transient: 'keep', permanent: 'keep', unknown: 'keep', retry: 'nothing' } as const
const verdictCounts = { accepted: 'APPROVED', rejected: 'REJECTED' } as const
const verdictNoted = { accepted: 'note', rejected: 'note' } as const

const transitions: Readonly<Record<LegStatus, Readonly<Record<Column, Rule>>>> = {
  // Nothing has left yet, so no verdict can be about it.
  PENDING: { ...unworked, ...verdictNoted },
  SENDING: {
    ...unworked,
    receipt: 'SUBMITTED',
    transient: 'again',
    permanent: 'FAILED',
    unknown: 'again',
    ...verdictCounts,
  },
  // A verdict proves a delivery that looked as if it had failed.
  RETRYING: { ...unworked, ...verdictCounts },
  SUBMITTED: { ...unworked, ...verdictCounts },
  STALLED: { ...unworked, retry: 'RETRYING', ...verdictCounts },
  // The verdict can be faster than the receipt: whoever still holds the lease adds what the attempt came to.
  APPROVED: { ...overtaken, ...verdictNoted },
  REJECTED: { ...overtaken, ...verdictNoted },
  FAILED: { ...unworked, ...verdictNoted },
  NOT_REQUIRED: { ...unworked, ...verdictNoted },
}

function columnOf(happening: Happening): Column {
  if (happening.kind !== 'verdict') return happening.kind
  return happening.verdict.responseCode === 'RE' ? 'rejected' : 'accepted'
}

/** Exponential, capped, and spread over half of itself, so that legs that failed together do not come back together. */
function backoffMs(attempts: number, policy: RetryPolicy, random: number): number {
  const whole = Math.min(policy.backoffLastMs, policy.backoffFirstMs * 2 ** Math.min(attempts - 1, 30))
  return Math.round(whole * (0.5 + random / 2))
}

function again(leg: LegState, outcome: Outcome, unchanged: LegChange, policy: RetryPolicy, moment: Moment): LegChange {
  const isStalled = leg.attempts >= policy.attemptsMax
  const backoff = backoffMs(leg.attempts, policy, moment.random)
  // Whoever asks sooner than a submit can last may hear "absent" about a message that is still on its way in.
  const waitMs = outcome.kind === 'unknown' ? Math.max(backoff, policy.submitTimeoutMs) : backoff
  const why = outcome.response.transmissionError ?? 'no answer'
  const attempt = `attempt ${leg.attempts} of ${policy.attemptsMax}`
  return {
    ...unchanged,
    status: isStalled ? 'STALLED' : 'RETRYING',
    inDoubt: outcome.kind === 'unknown',
    nextAttemptAt: isStalled ? null : moment.now + waitMs,
    transmissionResponse: JSON.stringify(outcome.response),
    entries: [
      isStalled
        ? entry('TRANSMISSION_FAILED', leg, `${why}; ${attempt} was the last, waiting for an operator`)
        : entry('TRANSMISSION_RETRY', leg, `${why}; ${attempt}, the next follows by itself`),
    ],
  }
}

/** Due at once, for one attempt more. What happened meanwhile nobody knows, so it is asked for first. */
function retried(leg: LegState, unchanged: LegChange, moment: Moment): LegChange {
  const message = `A person retries it after ${leg.attempts} attempts`
  const entries = [entry('TRANSMISSION_RETRY', leg, message)]
  return { ...unchanged, status: 'RETRYING', inDoubt: true, nextAttemptAt: moment.now, entries }
}

function ended(leg: LegState, outcome: Outcome, unchanged: LegChange, rule: Rule, moment: Moment): LegChange {
  const isReceipt = outcome.kind === 'receipt'
  const change = { ...unchanged, inDoubt: false, transmissionResponse: JSON.stringify(outcome.response) }
  if (rule === 'FAILED') {
    const why = outcome.response.transmissionError ?? 'Refused for good'
    return { ...change, status: 'FAILED', entries: [entry('TRANSMISSION_FAILED', leg, why)] }
  }
  return {
    ...change,
    status: rule === 'keep' ? leg.status : 'SUBMITTED',
    submittedAt: isReceipt ? moment.now : null,
    receiverProviderId: outcome.receiverProviderId ?? null,
    entries: isReceipt ? [entry('RECEIPT_FROM', leg, `${names[leg.corner]} confirmed receipt`)] : [],
  }
}

function decideVerdict(leg: LegState, { verdict, isVerified }: Judged, unchanged: LegChange, rule: Rule): Decision {
  const code = isVerified ? verdict.responseCode : `${verdict.responseCode}, UNVERIFIED from ${verdict.senderId}`
  const words = verdict.description === null ? code : `${code}: ${verdict.description.slice(0, wordsCharactersMax)}`
  const said = `${words} (MLS ${verdict.id})`
  if (rule !== 'APPROVED' && rule !== 'REJECTED') {
    const message = `${said}; it changes nothing, the leg is ${leg.status}`
    return { kind: 'note', entry: entry('MLS_RECEIVED_FROM', leg, message) }
  }
  const change = {
    ...unchanged,
    status: rule,
    inDoubt: false,
    mlsResponse: JSON.stringify(verdict),
    entries: [entry('MLS_RECEIVED_FROM', leg, said)],
  }
  return { kind: 'change', change }
}

function entry(event: LegEventStem, leg: LegState, message: string): LegEntry {
  return { event: `${event}_${leg.corner}`, message: message.slice(0, messageCharactersMax) }
}

type LegEventStem = 'RECEIPT_FROM' | 'TRANSMISSION_RETRY' | 'TRANSMISSION_FAILED' | 'MLS_RECEIVED_FROM'

/** Messages of other machines are shown, but not at any length. */
const messageCharactersMax = 1_000
const wordsCharactersMax = 500

const names = { C3: "The receiver's access point", C5: 'The tax authority' } as const

import type { LegChange, LegEntry, LegState, LegStatus } from '../../store/legs/legs.ts'
import type { Outcome, Verdict } from '../gateway.ts'

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
    uncounted: null,
    submittedAt: null,
    receiverProviderId: null,
    transmissionResponse: null,
    mlsResponse: null,
    statusEnvelope: null,
    endsLease: happening.kind !== 'verdict',
    entries: [],
  }
  if (happening.kind === 'verdict') return decideVerdict(leg, happening, unchanged, rule)
  if (rule === 'nothing') return { kind: 'nothing' }
  if (happening.kind === 'retry') return { kind: 'change', change: retried(leg, unchanged, moment) }
  if (rule === 'STALLED') return { kind: 'change', change: stuck(leg, happening, unchanged) }
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
  /** As it came, kept with the leg that it decides. */
  readonly envelope: Uint8Array
}

export interface RetryPolicy {
  /** After so many attempts a leg is STALLED and waits for a person. */
  readonly attemptsMax: number
  readonly backoffFirstMs: number
  readonly backoffLastMs: number
  readonly submitTimeoutMs: number
  /**
   * For so long from its making, what is no failure of the leg's own (the gateway away, or still at work) counts for no attempt;
   * later it does, so that nothing waits for ever unseen.
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
 * The next status, or: `again` RETRYING, or STALLED when out of attempts; `keep` the status stays, the facts are stored;
 * `note` an entry in the document's log and nothing else; `nothing`.
 */
type Rule = LegStatus | 'again' | 'keep' | 'note' | 'nothing'

export type Column =
  | 'receipt'
  | 'transient'
  | 'permanent'
  | 'unknown'
  | 'underway'
  | 'stuck'
  | 'outage'
  | 'accepted'
  | 'rejected'
  | 'retry'

const unworked = {
  receipt: 'nothing',
  transient: 'nothing',
  permanent: 'nothing',
  unknown: 'nothing',
  underway: 'nothing',
  stuck: 'nothing',
  outage: 'nothing',
  retry: 'nothing',
} as const
const overtaken = {
  receipt: 'keep',
  transient: 'keep',
  permanent: 'keep',
  unknown: 'keep',
  underway: 'keep',
  stuck: 'keep',
  outage: 'keep',
  retry: 'nothing',
} as const
const verdictCounts = { accepted: 'APPROVED', rejected: 'REJECTED' } as const
const verdictNoted = { accepted: 'note', rejected: 'note' } as const

const transitions: Readonly<Record<LegStatus, Readonly<Record<Column, Rule>>>> = {
  // A verdict proves that it has left, though this database does not know of it: it was restored from a backup.
  PENDING: { ...unworked, ...verdictCounts },
  SENDING: {
    ...unworked,
    receipt: 'SUBMITTED',
    transient: 'again',
    permanent: 'FAILED',
    unknown: 'again',
    underway: 'again',
    stuck: 'STALLED',
    outage: 'again',
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
function backoffMs(attempts: number, lastMs: number, policy: RetryPolicy, random: number): number {
  const whole = Math.min(lastMs, policy.backoffFirstMs * 2 ** Math.min(attempts - 1, 30))
  return Math.round(whole * (0.5 + random / 2))
}

function again(leg: LegState, outcome: Outcome, unchanged: LegChange, policy: RetryPolicy, moment: Moment): LegChange {
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

/** Neither the document's nor its receiver's: the gateway is away, or it is still at work. */
function isNobodysFault({ kind }: Outcome): boolean {
  return kind === 'outage' || kind === 'underway'
}

/** An outage leaves the doubt that there was: it may have kept us from asking. */
function isInDoubtAfter(leg: LegState, outcome: Outcome): boolean {
  if (outcome.kind === 'outage') return leg.inDoubt || outcome.hasMaybeLeft
  return outcome.kind === 'unknown' || outcome.kind === 'underway'
}

function waitMs(leg: LegState, outcome: Outcome, isForgiven: boolean, policy: RetryPolicy, moment: Moment): number {
  const { backoffLastMs, submitTimeoutMs } = policy
  // By all attempts, where they count for nothing: what meets one outage after the other must not stand before the others for ever.
  const backoff = isForgiven
    ? backoffMs(leg.attempts, Math.min(backoffLastMs, forgivenBackoffLastMs), policy, moment.random)
    : backoffMs(leg.attempts - leg.uncounted, backoffLastMs, policy, moment.random)
  if (outcome.kind === 'underway') {
    return Math.max(backoff, Math.min((outcome.triesAgainAt ?? 0) - moment.now, backoffLastMs))
  }
  // Whoever asks sooner than a submit can last may hear "absent" about a message that is still on its way in.
  const mayBeOnItsWay = outcome.kind === 'unknown' || (outcome.kind === 'outage' && outcome.hasMaybeLeft)
  return mayBeOnItsWay ? Math.max(backoff, submitTimeoutMs) : backoff
}

/** An outage ends for all at once; a leg need not wait an hour after it. */
const forgivenBackoffLastMs = 300_000

function retryEntry(leg: LegState, outcome: Outcome, isStalled: boolean, attempt: string | null): LegEntry {
  const why = outcome.response.transmissionError ?? 'no answer'
  if (isStalled) return entry('TRANSMISSION_FAILED', leg, `${why}; ${attempt} was the last, waiting for an operator`)
  if (attempt !== null) return entry('TRANSMISSION_RETRY', leg, `${why}; ${attempt}, the next follows by itself`)
  const whose = outcome.kind === 'underway' ? 'the access point goes on trying' : 'the access point is away'
  return entry('TRANSMISSION_RETRY', leg, `${why}; ${whose}, which counts for no attempt`)
}

/** Whoever looks at it decides what is next; until then nothing is known for certain. */
function stuck(leg: LegState, outcome: Outcome, unchanged: LegChange): LegChange {
  const message = `${outcome.response.transmissionError ?? 'no answer'}; waiting for an operator`
  return {
    ...unchanged,
    status: 'STALLED',
    inDoubt: true,
    receiverProviderId: outcome.receiverProviderId ?? null,
    transmissionResponse: JSON.stringify(outcome.response),
    entries: [entry('TRANSMISSION_FAILED', leg, message)],
  }
}

/** Due at once, with all attempts before it. What happened meanwhile nobody knows, so it is asked for first. */
function retried(leg: LegState, unchanged: LegChange, moment: Moment): LegChange {
  const message = `A person retries it after ${leg.attempts} attempts`
  const entries = [entry('TRANSMISSION_RETRY', leg, message)]
  const { attempts: uncounted } = leg
  return { ...unchanged, status: 'RETRYING', inDoubt: true, nextAttemptAt: moment.now, uncounted, entries }
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

function decideVerdict(
  leg: LegState,
  { verdict, isVerified, envelope }: Judged,
  unchanged: LegChange,
  rule: Rule,
): Decision {
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
    statusEnvelope: envelope,
    entries: [entry('MLS_RECEIVED_FROM', leg, said)],
  }
  return { kind: 'change', change }
}

function entry(event: LegEventStem, leg: LegState, message: string): LegEntry {
  const told = leg.report === null ? message : `Report ${leg.report}: ${message}`
  return { event: `${event}_${leg.corner}`, message: told.slice(0, messageCharactersMax) }
}

type LegEventStem = 'RECEIPT_FROM' | 'TRANSMISSION_RETRY' | 'TRANSMISSION_FAILED' | 'MLS_RECEIVED_FROM'

/** Messages of other machines are shown, but not at any length. */
const messageCharactersMax = 1_000
const wordsCharactersMax = 500

const names = { C3: "The receiver's access point", C5: 'The tax authority' } as const

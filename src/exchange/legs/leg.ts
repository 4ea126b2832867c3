import { type LegChange, type LegEntry, type LegState, type LegStatus, noNewFacts } from '../../store/legs/legs.ts'
import { cornerNames, successMessages } from '../../store/log/success-messages.ts'
import type { Outcome, Verdict } from '../gateway.ts'
import { legEntry } from './leg-entry.ts'
import { type Moment, type RetryPolicy, tryAgain } from './try-again.ts'

/**
 * The life of a leg as a pure function: its state, and what happened, give what is to be written.
 * Every pair of status and happening stands in the table `transitions`.
 */
export function transition(leg: LegState, happening: Happening, policy: RetryPolicy, moment: Moment): Decision {
  const rule = transitions[leg.status][columnOf(happening)]
  const unchanged: LegChange = {
    ...noNewFacts,
    status: leg.status,
    inDoubt: leg.inDoubt,
    nextAttemptAt: null,
    endsLease: happening.kind !== 'verdict',
    entries: [],
  }
  if (happening.kind === 'verdict') return decideVerdict(leg, happening, unchanged, rule)
  if (rule === 'nothing') return { kind: 'nothing' }
  if (happening.kind === 'retry') return { kind: 'change', change: retried(leg, unchanged, moment) }
  if (rule === 'STALLED') return { kind: 'change', change: stuck(leg, happening, unchanged) }
  if (rule === 'again') return { kind: 'change', change: tryAgain(leg, happening, unchanged, policy, moment) }
  return { kind: 'change', change: ended(leg, happening, unchanged, rule, moment) }
}

/** `note`: an entry in the document's log, and the leg stays as it is. */
export type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'note'; readonly entry: LegEntry }
  | { readonly kind: 'change'; readonly change: LegChange }

/**
 * What can happen to a leg while it is worked on, or after. Claims and lost leases happen to many
 * at once, in the store.
 */
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

/**
 * The next status, or: `again` RETRYING, or STALLED when out of attempts; `keep` the status stays,
 * the facts are stored; `note` an entry in the document's log and nothing else; `nothing`.
 */
type Rule = LegStatus | 'again' | 'keep' | 'note' | 'nothing'

export type Column = Outcome['kind'] | 'accepted' | 'rejected' | 'retry'

const unworked = {
  receipt: 'nothing',
  transient: 'nothing',
  permanent: 'nothing',
  unknown: 'nothing',
  underway: 'nothing',
  stuck: 'nothing',
  outage: 'nothing',
  unsent: 'nothing',
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
  unsent: 'keep',
  retry: 'nothing',
} as const
const verdictCounts = { accepted: 'APPROVED', rejected: 'REJECTED' } as const
const verdictNoted = { accepted: 'note', rejected: 'note' } as const

const transitions: Readonly<Record<LegStatus, Readonly<Record<Column, Rule>>>> = {
  // A verdict proves that it has left, though this database does not know of it: it was restored
  // from a backup.
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
    unsent: 'again',
    ...verdictCounts,
  },
  // A verdict proves a delivery that looked as if it had failed.
  RETRYING: { ...unworked, ...verdictCounts },
  SUBMITTED: { ...unworked, ...verdictCounts },
  STALLED: { ...unworked, retry: 'RETRYING', ...verdictCounts },
  // The verdict can be faster than the receipt: whoever still holds the lease adds what the attempt
  // came to.
  APPROVED: { ...overtaken, ...verdictNoted },
  REJECTED: { ...overtaken, ...verdictNoted },
  FAILED: { ...unworked, ...verdictNoted },
  NOT_REQUIRED: { ...unworked, ...verdictNoted },
}

function columnOf(happening: Happening): Column {
  if (happening.kind !== 'verdict') return happening.kind
  return happening.verdict.responseCode === 'RE' ? 'rejected' : 'accepted'
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
    entries: [legEntry('TRANSMISSION_FAILED', leg, message)],
  }
}

/**
 * Due at once, with all attempts before it. What happened meanwhile nobody knows, so it is asked
 * for first.
 */
function retried(leg: LegState, unchanged: LegChange, moment: Moment): LegChange {
  const message = `A person retries it after ${leg.attempts} attempts`
  const entries = [legEntry('TRANSMISSION_RETRY', leg, message)]
  const { attempts: uncounted } = leg
  return { ...unchanged, status: 'RETRYING', inDoubt: true, nextAttemptAt: moment.now, uncounted, entries }
}

function ended(leg: LegState, outcome: Outcome, unchanged: LegChange, rule: Rule, moment: Moment): LegChange {
  const isReceipt = outcome.kind === 'receipt'
  const change = { ...unchanged, inDoubt: false, transmissionResponse: JSON.stringify(outcome.response) }
  if (rule === 'FAILED') {
    const why = outcome.response.transmissionError ?? 'Refused for good'
    return { ...change, status: 'FAILED', entries: [legEntry('TRANSMISSION_FAILED', leg, why)] }
  }
  return {
    ...change,
    status: rule === 'keep' ? leg.status : 'SUBMITTED',
    submittedAt: isReceipt ? moment.now : null,
    receiverProviderId: outcome.receiverProviderId ?? null,
    entries: isReceipt ? [legEntry('RECEIPT_FROM', leg, successMessages.RECEIPT_FROM(cornerNames[leg.corner]))] : [],
  }
}

function decideVerdict(
  leg: LegState,
  { verdict, isVerified, envelope }: Judged,
  unchanged: LegChange,
  rule: Rule,
): Decision {
  const said = isVerified ? messageOf(verdict) : `${messageOf(verdict)}, UNVERIFIED from ${verdict.senderId}`
  if (rule !== 'APPROVED' && rule !== 'REJECTED') {
    const message = `${said}; it changes nothing, the leg is ${leg.status}`
    return { kind: 'note', entry: legEntry('MLS_RECEIVED_FROM', leg, message) }
  }
  const change = {
    ...unchanged,
    status: rule,
    inDoubt: false,
    mlsResponse: JSON.stringify(verdict),
    statusEnvelope: envelope,
    entries: [legEntry('MLS_RECEIVED_FROM', leg, said)],
  }
  return { kind: 'change', change }
}

/** Why a document is refused is said in the words of who refused it. */
function messageOf({ responseCode, description, id }: Verdict): string {
  if (responseCode !== 'RE') return successMessages.MLS_RECEIVED_FROM(responseCode, id)
  return description === null ? `RE (MLS ${id})` : `RE: ${description.slice(0, wordsCharactersMax)} (MLS ${id})`
}

/** What another machine says is shown, but not at any length. */
const wordsCharactersMax = 500

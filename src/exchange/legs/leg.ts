import type { LegChange, LegEntry, LegState, LegStatus } from '../../store/legs/legs.ts'
import { cornerNames, successMessages } from '../../store/log/success-messages.ts'
import type { Outcome, Verdict } from '../gateway.ts'
import { causeOf } from './cause.ts'
import { legEntry } from './leg-entry.ts'
import { type Moment, type RetryPolicy, tryAgain } from './try-again.ts'

/**
 * The life of a leg as a pure function: from its state and a happening to what must be written. The
 * table `transitions` has a cell for every pair of status and happening.
 */
export function transition(leg: LegState, happening: Happening, policy: RetryPolicy, moment: Moment): Decision {
  const rule = transitions[leg.status][columnOf(happening)]
  const noChange: LegChange = {
    status: leg.status,
    inDoubt: leg.inDoubt,
    nextAttemptAt: undefined,
    endsLease: happening.kind !== 'verdict',
    entry: undefined,
  }
  if (happening.kind === 'verdict') return decideVerdict(leg, happening, noChange, rule)
  if (rule === 'nothing') return { kind: 'nothing' }
  if (happening.kind === 'retry') return { kind: 'change', change: retryByOperator(leg, noChange, moment) }
  if (rule === 'STALLED') return { kind: 'change', change: stall(leg, happening, noChange) }
  if (rule === 'again') return { kind: 'change', change: tryAgain(leg, happening, noChange, policy, moment) }
  return { kind: 'change', change: conclude(leg, happening, noChange, rule, moment) }
}

/** `note`: only a log entry; the leg does not change. */
export type Decision =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'note'; readonly entry: LegEntry }
  | { readonly kind: 'change'; readonly change: LegChange }

/**
 * What can happen to a leg during or after an attempt. The store handles claims, many legs at a
 * time.
 */
export type Happening = Outcome | StatusReceived | OperatorRetry

/** An operator retries the leg. */
export interface OperatorRetry {
  readonly kind: 'retry'
}

/**
 * A status (MLS) was received. `isVerified` is false if we do not know which access point answers
 * for the receiver.
 */
export interface StatusReceived {
  readonly kind: 'verdict'
  readonly verdict: Verdict
  readonly isVerified: boolean
  /** The bytes as received, stored with the leg that the status settles. */
  readonly envelope: Uint8Array
}

/**
 * The next status, or: `again`: RETRYING, or STALLED when the attempts are used up; `keep`: same
 * status, new facts are stored; `note`: only a log entry; `nothing`.
 */
type Rule = LegStatus | 'again' | 'keep' | 'note' | 'nothing'

export type Column = Outcome['kind'] | 'accepted' | 'rejected' | 'retry'

const ignoresOutcomes = {
  receipt: 'nothing',
  transient: 'nothing',
  permanent: 'nothing',
  unknown: 'nothing',
  underway: 'nothing',
  stuck: 'nothing',
  outage: 'nothing',
  unsent: 'nothing',
  unconfirmed: 'nothing',
  retry: 'nothing',
} as const
const storesFacts = {
  receipt: 'keep',
  transient: 'keep',
  permanent: 'keep',
  unknown: 'keep',
  underway: 'keep',
  stuck: 'keep',
  outage: 'keep',
  unsent: 'keep',
  unconfirmed: 'keep',
  retry: 'nothing',
} as const
const verdictCounts = { accepted: 'APPROVED', rejected: 'REJECTED' } as const
const verdictNoted = { accepted: 'note', rejected: 'note' } as const

const transitions: Readonly<Record<LegStatus, Readonly<Record<Column, Rule>>>> = {
  // A verdict proves that the document was sent. The database was restored from a backup and does
  // not know.
  PENDING: { ...ignoresOutcomes, ...verdictCounts },
  SENDING: {
    ...ignoresOutcomes,
    receipt: 'SUBMITTED',
    transient: 'again',
    permanent: 'FAILED',
    unknown: 'again',
    underway: 'again',
    stuck: 'STALLED',
    outage: 'again',
    unsent: 'again',
    unconfirmed: 'again',
    ...verdictCounts,
  },
  // A verdict proves delivery, although the attempt seemed to fail.
  RETRYING: { ...ignoresOutcomes, ...verdictCounts },
  SUBMITTED: { ...ignoresOutcomes, ...verdictCounts },
  STALLED: { ...ignoresOutcomes, retry: 'RETRYING', ...verdictCounts },
  // A verdict can overtake the receipt. The worker that still holds the lease then adds the facts
  // of its attempt.
  APPROVED: { ...storesFacts, ...verdictNoted },
  REJECTED: { ...storesFacts, ...verdictNoted },
  FAILED: { ...ignoresOutcomes, ...verdictNoted },
  NOT_REQUIRED: { ...ignoresOutcomes, ...verdictNoted },
}

function columnOf(happening: Happening): Column {
  if (happening.kind !== 'verdict') return happening.kind
  return happening.verdict.responseCode === 'RE' ? 'rejected' : 'accepted'
}

/** An operator decides what happens next. Until then the leg is in doubt. */
function stall(leg: LegState, outcome: Outcome, noChange: LegChange): LegChange {
  const message = `${outcome.response.transmissionError ?? 'no answer'}; waiting for an operator`
  return {
    ...noChange,
    status: 'STALLED',
    inDoubt: true,
    receiverProviderId: outcome.receiverProviderId,
    transmissionResponse: JSON.stringify(outcome.response),
    cause: causeOf(outcome.response),
    entry: legEntry('TRANSMISSION_FAILED', leg, message),
  }
}

/**
 * Due immediately, with all attempts available again. The outcome so far is unknown, so the gateway
 * is asked first.
 */
function retryByOperator(leg: LegState, noChange: LegChange, moment: Moment): LegChange {
  const message = `Retried by an operator after ${leg.attempts} attempts`
  const entry = legEntry('TRANSMISSION_RETRY', leg, message)
  const { attempts: uncounted } = leg
  return { ...noChange, status: 'RETRYING', inDoubt: true, nextAttemptAt: moment.now, uncounted, entry }
}

function conclude(leg: LegState, outcome: Outcome, noChange: LegChange, rule: Rule, moment: Moment): LegChange {
  const isReceipt = outcome.kind === 'receipt'
  const change = { ...noChange, inDoubt: false, transmissionResponse: JSON.stringify(outcome.response) }
  if (rule === 'FAILED') {
    const why = outcome.response.transmissionError ?? 'Refused permanently'
    return { ...change, status: 'FAILED', entry: legEntry('TRANSMISSION_FAILED', leg, why) }
  }
  return {
    ...change,
    status: rule === 'keep' ? leg.status : 'SUBMITTED',
    submittedAt: isReceipt ? moment.now : undefined,
    receiverProviderId: outcome.receiverProviderId,
    entry: isReceipt ? legEntry('RECEIPT_FROM', leg, successMessages.RECEIPT_FROM(cornerNames[leg.corner])) : undefined,
  }
}

function decideVerdict(
  leg: LegState,
  { verdict, isVerified, envelope }: StatusReceived,
  noChange: LegChange,
  rule: Rule,
): Decision {
  const said = isVerified ? messageOf(verdict) : `${messageOf(verdict)}, UNVERIFIED from ${verdict.senderId}`
  if (rule !== 'APPROVED' && rule !== 'REJECTED') {
    const message = `${said}; no effect, the leg is ${leg.status}`
    return { kind: 'note', entry: legEntry('MLS_RECEIVED_FROM', leg, message) }
  }
  const change = {
    ...noChange,
    status: rule,
    inDoubt: false,
    mlsResponse: JSON.stringify(verdict),
    statusEnvelope: envelope,
    entry: legEntry('MLS_RECEIVED_FROM', leg, said),
  }
  return { kind: 'change', change }
}

/** A rejection quotes the words of the system that rejected the document. */
function messageOf({ responseCode, description, id }: Verdict): string {
  if (responseCode !== 'RE') return successMessages.MLS_RECEIVED_FROM(responseCode, id)
  return description === null ? `RE (MLS ${id})` : `RE: ${description.slice(0, descriptionCharactersMax)} (MLS ${id})`
}

/** Descriptions from other systems can be long. */
const descriptionCharactersMax = 500

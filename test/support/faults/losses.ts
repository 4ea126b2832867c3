import type { LegStatus } from '../../../src/store/legs/legs.ts'
import type { Created } from './calls/call.ts'
import type { Ends } from './network.ts'
import type { DocumentRecord, EntryRecord, LegRecord } from './records.ts'

/** Legs that have not reached their final status. Empty when the round can be judged. */
export function unfinished(
  documents: readonly DocumentRecord[],
  endsOf: (document: DocumentRecord) => Ends,
): readonly string[] {
  return documents.filter(isSent).flatMap((document) => {
    const ends = endsOf(document)
    const missing =
      document.legs.length < (ends.withdrawal.length > 0 ? 3 : 2) ? [`${describe(document)} has no withdrawal`] : []
    const waiting = document.legs.filter(
      (leg) =>
        !endsOfLeg(leg, ends).includes(leg.status) || leg.isLeased || (leg.status === 'SUBMITTED' && !leg.isOverdue),
    )
    return [
      ...missing,
      ...waiting.map((leg) => `${describe(document)} ${leg.corner} is ${leg.status}, to be ${endsOfLeg(leg, ends)}`),
    ]
  })
}

/** A document that failed its rules is not, until it is corrected. */
function isSent({ overall }: DocumentRecord): boolean {
  return overall !== 'VALIDATION_FAILED'
}

function endsOfLeg(leg: LegRecord, ends: Ends): readonly LegStatus[] {
  return leg.isWithdrawal ? ends.withdrawal : [ends[leg.corner]]
}

/**
 * Everything wrong after a round, one line each. Documents: every 201 is stored as answered, no
 * request was done twice, the numbers have no gap. Legs: each in its one right status, no lease
 * left. Logs: complete, in order, with every attempt.
 */
export function lossesIn(
  documents: readonly DocumentRecord[],
  created: readonly Created[],
  endsOf: (document: DocumentRecord) => Ends,
): readonly string[] {
  return [
    ...missing(documents, created),
    ...twice(documents),
    ...gaps(documents),
    ...documents.flatMap((document) => {
      const losses = isSent(document)
        ? [...legLosses(document, endsOf(document)), ...statusLosses(document), ...logLosses(document)]
        : unsentLosses(document)
      return losses.map((loss) => `${describe(document)}: ${loss}`)
    }),
  ]
}

function unsentLosses({ legs, entries, revisions }: DocumentRecord): readonly string[] {
  const story = [entries.map(({ event }) => event), legs.length, revisions].join(' ')
  return story === 'DOCUMENT_CREATED,VALIDATION_FAILED 0 1' ? [] : [`failed its rules, and has ${story}`]
}

function describe(document: DocumentRecord): string {
  return `${document.family} ${document.id} to ${document.legs[0]?.receiverId}`
}

function missing(documents: readonly DocumentRecord[], created: readonly Created[]): readonly string[] {
  return created
    .filter((answer) => !documents.some((document) => identityOf(document) === identityOf(answer)))
    .map(({ family, id }) => `${family} ${id} was answered with 201 and is not there as answered`)
}

function identityOf({ orgId, family, id, number, sequence, key }: Omit<Created, 'request'>): string {
  return [orgId, family, id, number, sequence, key].join(' ')
}

/** A request repeated under its key is done once. */
function twice(documents: readonly DocumentRecord[]): readonly string[] {
  const keys = new Set<string>()
  return documents.flatMap(({ key, id }) => {
    if (keys.has(key)) return [`${id} is a second document of the request ${key}`]
    keys.add(key)
    return []
  })
}

function gaps(documents: readonly DocumentRecord[]): readonly string[] {
  const counts = new Map<string, number>()
  return documents.flatMap(({ orgId, family, sequence }) => {
    const expected = (counts.get(`${orgId} ${family}`) ?? 0) + 1
    counts.set(`${orgId} ${family}`, sequence)
    return sequence === expected ? [] : [`the sequence of ${family} goes from ${expected - 1} to ${sequence}`]
  })
}

function legLosses(document: DocumentRecord, ends: Ends): readonly string[] {
  const corners = document.legs.map(({ corner, isWithdrawal }) => (isWithdrawal ? 'W' : corner)).join(' ')
  const due = ends.withdrawal.length > 0 ? 'C3 C5 W' : 'C3 C5'
  if (corners !== due) return [`has the legs ${corners}`]
  return document.legs.flatMap((leg) => [
    ...(endsOfLeg(leg, ends).includes(leg.status)
      ? []
      : [`${leg.corner} is ${leg.status}, not ${endsOfLeg(leg, ends)}`]),
    ...(leg.isLeased ? [`${leg.corner} is still leased`] : []),
    ...(leg.isWaiting ? [`${leg.corner} is ${leg.status} and still to be sent`] : []),
    ...(leg.status === 'SUBMITTED' && !leg.isSubmitted ? [`${leg.corner} does not say when it was submitted`] : []),
    ...(isJudged(leg) === (leg.code !== null) ? [] : [`${leg.corner} is ${leg.status} by a status ${leg.code}`]),
  ])
}

function isJudged({ status }: LegRecord): boolean {
  return status === 'APPROVED' || status === 'REJECTED'
}

/** The document's row agrees with its legs. */
function statusLosses(document: DocumentRecord): readonly string[] {
  const [c3, c5] = document.legs
  if (c3 === undefined || c5 === undefined) return []
  const isRefused = [c3, c5].some(({ status }) => status === 'REJECTED' || status === 'FAILED')
  const isTaken = c5.status === 'APPROVED' && (c3.status === 'APPROVED' || c3.status === 'NOT_REQUIRED')
  const overall = isRefused ? 'REJECTED' : isTaken ? 'APPROVED' : 'PENDING'
  const said = [document.overall, document.participant, document.authority].join(' ')
  const due = [overall, isJudged(c3) ? c3.status : null, isJudged(c5) ? c5.status : null].join(' ')
  return said === due ? [] : [`says ${said} and not ${due}`]
}

function logLosses(document: DocumentRecord): readonly string[] {
  const { entries, overall } = document
  const legs = document.legs.filter(({ isWithdrawal }) => !isWithdrawal)
  const ends = entries.filter(({ event }) => event === 'DOCUMENT_APPROVED' || event === 'DOCUMENT_REJECTED')
  const due = overall === 'PENDING' ? [] : [`DOCUMENT_${overall}`]
  const beginning = document.revisions === 1 ? firstEvents : correctedEvents
  const first = entries.slice(0, beginning.length).map(({ event }) => event)
  const others = entries
    .slice(beginning.length)
    .filter((entry) => entry.transmissionUuid === null && !ends.includes(entry))
  const losses = document.legs.flatMap((leg) => {
    const own = entriesOf(document, leg)
    return [
      ...(leg.isWithdrawal ? withdrawalLosses(leg, own) : legLogLosses(leg, own)),
      ...dateLosses([...entries.slice(0, beginning.length), ...own]),
    ]
  })
  if (first.join() !== beginning.join()) losses.push(`the log begins with ${first}`)
  if (others.length > 0) losses.push(`the log has ${others.map(({ event }) => event)}`)
  if (ends.map(({ event }) => event).join() !== due.join())
    losses.push(`the log ends with ${ends.map(({ event }) => event)}`)
  const [end] = ends
  const cause = legs.flatMap((leg) =>
    entriesOf(document, leg)
      .filter((entry) => endsLeg(entry))
      .slice(0, 1),
  )
  const isRefusal = overall === 'REJECTED'
  const moments = cause.map(({ id }) => id)
  const decided = isRefusal ? Math.min(...moments) : Math.max(...moments)
  if (end !== undefined && end.id < decided) losses.push('the document ends before its legs do')
  return losses
}

const firstEvents = ['DOCUMENT_CREATED', 'VALIDATION_SUCCESS']
const correctedEvents = ['DOCUMENT_CREATED', 'VALIDATION_FAILED', 'DOCUMENT_RESUBMITTED', 'VALIDATION_SUCCESS']

/**
 * Entries of one leg are dated in the order of their writing: each step is decided after the one
 * before was written. Entries of two legs may not be: the first to decide may wait longer for the
 * database.
 */
function dateLosses(entries: readonly EntryRecord[]): readonly string[] {
  return entries.flatMap((entry, at) => {
    const before = entries[at - 1]
    if (before === undefined || entry.at >= before.at - clocksApartMs) return []
    return [`${entry.event} is ${before.at - entry.at} ms earlier than ${before.event}, which was written before it`]
  })
}

function entriesOf(document: DocumentRecord, leg: LegRecord): readonly EntryRecord[] {
  return document.entries.filter(({ transmissionUuid }) => transmissionUuid === leg.transmissionUuid)
}

function endsLeg({ event }: EntryRecord): boolean {
  return event.startsWith('MLS_RECEIVED') || event.startsWith('TRANSMISSION_FAILED')
}

/** The withdrawal is requested first; then it is dropped, or sent like any leg. */
function withdrawalLosses(leg: LegRecord, entries: readonly EntryRecord[]): readonly string[] {
  const events = entries.map(({ event }) => event)
  if (leg.status === 'PENDING' && entries.length === 1) return []
  if (events[0] !== 'REPORT_WITHDRAWN_C5') return [`the log of the withdrawal begins with ${events[0]}`]
  if (leg.status !== 'NOT_REQUIRED') return legLogLosses(leg, entries.slice(1))
  return events.slice(1).join() === 'REPORT_WITHDRAWAL_DROPPED_C5'
    ? []
    : [`a withdrawal that was dropped has ${events}`]
}

/**
 * The story of a leg: handed over once, then every attempt with its outcome, one receipt, and its
 * own status before all later ones.
 */
function legLogLosses(leg: LegRecord, entries: readonly EntryRecord[]): readonly string[] {
  const count = (stem: string) => entries.filter(({ event }) => event === `${stem}_${leg.corner}`).length
  if (leg.status === 'NOT_REQUIRED') return entries.length === 0 ? [] : [`${leg.corner} has a log, and nothing to send`]
  const losses: string[] = []
  const wrong = (what: string) =>
    losses.push(
      `${leg.corner} (${leg.status}, ${leg.attempts} attempts): ${what}; ${entries.map(({ event }) => event)}`,
    )
  if (entries[0]?.event !== `SUBMITTED_TO_${leg.corner}` || count('SUBMITTED_TO') !== 1)
    wrong('handed over first, and once')
  // A verdict can come during the attempt, and the instance may die before it writes the receipt.
  if (count('RECEIPT_FROM') !== (leg.result === 'SUCCESS' ? 1 : 0)) wrong(`the report says ${leg.result}`)
  const retries = count('TRANSMISSION_RETRY')
  const isAccounted = leg.attempts === retries + 1 || (isJudged(leg) && leg.attempts === retries)
  if (!isAccounted) wrong('every attempt but the last has an entry')
  if (count('TRANSMISSION_FAILED') !== (leg.status === 'FAILED' || leg.status === 'STALLED' ? 1 : 0))
    wrong('failed once')
  const isEarly = ({ message }: EntryRecord) =>
    message.includes('was the last, waiting for an operator') && !/attempt (\d+) of \1 was the last/.test(message)
  if (entries.some(isEarly)) wrong('stalled with attempts left')
  // At most once a transmission, and always if no status comes.
  const overdue = count('MLS_OVERDUE')
  if (overdue > 1 || (leg.status === 'SUBMITTED' && overdue === 0)) wrong('the missing status has one entry')
  const statuses = entries.filter(({ event }) => event === `MLS_RECEIVED_FROM_${leg.corner}`)
  const settling = statuses.filter(({ message }) => !message.includes('no effect, the leg is'))
  if (settling.length !== (isJudged(leg) ? 1 : 0)) wrong('one status settles it')
  if (statuses[0] !== settling[0]) wrong('the first status settles it')
  return losses
}

/** How far the clocks of two instances may differ, since each estimates the database's time. */
const clocksApartMs = 1_000

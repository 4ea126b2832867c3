import type { Clock } from '../../clock/clock.ts'
import type { ClaimedLeg } from '../../store/legs/leg-queue.ts'
import type { LegEntry } from '../../store/legs/legs.ts'
import type { RecordedAgain } from '../../store/legs/submit-again.ts'
import { successMessages } from '../../store/log/success-messages.ts'
import type { Answer, Gateway, Outcome } from '../gateway.ts'
import { bareResponse, DocumentUnread } from '../gateway.ts'
import { legEntry } from '../legs/leg-entry.ts'
import type { DeliveryObserver } from '../observer.ts'
import type { LargeTurns } from './large-turns.ts'
import { outgoingDocument } from './outgoing-document.ts'

/**
 * One attempt at a claimed leg. For a leg in doubt it asks the gateway first, and sends only if a
 * second answer confirms that the gateway never had the document: the first may have come before
 * the gateway wrote its record. A large document waits for its turn, which may come too late.
 * Whatever the gateway does, each of the two calls ends within the submit timeout. Source:
 * docs/decisions/0109.
 */
export async function send(parts: SendParts, leg: ClaimedLeg, stop: AbortSignal): Promise<Outcome> {
  let again: LegEntry | undefined
  if (leg.inDoubt) {
    const askedAt = parts.clock.now()
    const ask = (signal: AbortSignal) => parts.gateway.ask(leg.transmissionUuid, signal)
    const answer = await within(parts, stop, ask, outageAfterTimeout)
    parts.observer.asked(leg.corner, answer.kind)
    if (answer.kind !== 'absent') return answer
    if (!answer.isFinal) {
      const absentSince = standingAbsence(parts, leg)
      if (absentSince === undefined || askedAt - absentSince < parts.absenceMs) {
        return unconfirmed(parts, absentSince ?? parts.clock.now())
      }
      again = legEntry('SUBMITTED_AGAIN_TO', leg, successMessages.SUBMITTED_AGAIN_TO(inWords(askedAt - absentSince)))
    }
  }
  const isLarge = leg.document.isLong
  const endTurn = isLarge ? await parts.turns.take(leg.orgId, timeLeftMs(parts, leg), stop) : () => undefined
  if (endTurn === undefined) return unsent(false, 'No time was left to start')
  try {
    // After a long delay the submit could outlast the lease. Do not start it: nothing was sent, so
    // there is no doubt.
    if (timeLeftMs(parts, leg) <= 0) return unsent(false, 'Too little of the lease was left to start')
    if (again !== undefined) {
      const missing = await recordAgain(parts, leg, again)
      if (missing !== undefined) return missing
    }
    return await submit(parts, leg, stop, endTurn)
  } finally {
    endTurn()
  }
}

export interface SendParts {
  readonly gateway: Gateway
  readonly clock: Clock
  readonly submitTimeoutMs: number
  /** See `RetryPolicy`. */
  readonly absenceMs: number
  /** Logs that the leg is submitted again; see `recordSubmitAgain`. */
  readonly recordAgain: (entry: LegEntry) => Promise<RecordedAgain>
  readonly observer: DeliveryObserver
  readonly turns: LargeTurns
}

/** How much later the submit may still start. */
function timeLeftMs({ clock, submitTimeoutMs }: SendParts, { leaseUntil }: ClaimedLeg): number {
  return (leaseUntil ?? 0) - submitTimeoutMs - clock.now()
}

/**
 * When the gateway first said that it has no record. Undefined too if a jump of the clock may have
 * shortened the time since then: the wait begins anew.
 */
function standingAbsence({ clock }: SendParts, { absentAt }: ClaimedLeg): number | undefined {
  return absentAt === undefined || absentAt < clock.steadySince() ? undefined : absentAt
}

function unconfirmed({ clock, absenceMs }: SendParts, absentSince: number): Outcome {
  const again = inWords(Math.max(0, absentSince + absenceMs - clock.now()))
  const why = `The access point has no record of it yet and is asked once more in ${again}, before it is sent again`
  return { kind: 'unconfirmed', absentSince, response: bareResponse('ABSENT', why) }
}

/**
 * Recorded before the submit, whatever happens to this process: the log shows it, and the absence
 * counts for no later submit. Returns an outcome if the leg must not be sent.
 */
async function recordAgain(parts: SendParts, leg: ClaimedLeg, entry: LegEntry): Promise<Outcome | undefined> {
  try {
    const recorded = await parts.recordAgain(entry)
    if (recorded === 'changed') return unsent(false, 'The leg changed before it was sent again')
    if (recorded === 'judged') return { kind: 'stuck', isForAll: false, response: bareResponse('ABSENT', sentBefore) }
  } catch (error) {
    return unsent(false, `It could not be recorded that it is sent again: ${reasonOf(error)}`)
  }
  if (timeLeftMs(parts, leg) <= 0) return unsent(false, 'Too little of the lease was left to start')
  parts.observer.submittedAgain(leg.corner)
  return undefined
}

const sentBefore = 'The access point has no record of it, but a status of it has come, so it was sent'

/** `10 minutes`, or seconds if it is less than two minutes. */
function inWords(ms: number): string {
  const minutes = Math.round(ms / 60_000)
  return minutes < 2 ? `${Math.round(ms / 1_000)} seconds` : `${minutes} minutes`
}

async function submit(parts: SendParts, leg: ClaimedLeg, stop: AbortSignal, onRead: () => void): Promise<Outcome> {
  const began = parts.clock.now()
  const last = parts.clock.steady() + parts.submitTimeoutMs
  const outcome = await within(
    parts,
    stop,
    async (signal): Promise<Outcome> => {
      // Check the time too: a suspended process gets here before its timers fire.
      const isTooLate = () => signal.aborted || parts.clock.steady() > last
      const document = outgoingDocument(leg.document, isTooLate, onRead)
      try {
        return await parts.gateway.submit({ ...leg, document }, signal)
      } catch (error) {
        if (error instanceof DocumentUnread) return unsent(true, error.message)
        throw error
      }
    },
    unknownAfter,
  )
  parts.observer.submitted(leg.corner, outcome.kind, Math.max(0, parts.clock.now() - began))
  return outcome
}

function unsent(isAttempt: boolean, why: string): Outcome {
  return { kind: 'unsent', isAttempt, response: bareResponse('NOT_SENT', why) }
}

type NoAnswer = Exclude<Answer, { readonly kind: 'absent' }>
type Fallback = (result: 'INTERRUPTED' | 'TIMEOUT' | 'GATEWAY_ERROR', why: string) => NoAnswer

/**
 * Runs `call` with a signal that aborts on the timeout or on `stop`, and does not rely on the
 * gateway to obey it.
 */
async function within<T>(
  parts: SendParts,
  stop: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  fallback: Fallback,
): Promise<T | NoAnswer> {
  const tooLate = Promise.withResolvers<NoAnswer>()
  const breakOff = new AbortController()
  const giveUp = () => {
    breakOff.abort()
    const why = stop.aborted ? 'Interrupted' : `No answer within ${parts.submitTimeoutMs} ms`
    tooLate.resolve(fallback(stop.aborted ? 'INTERRUPTED' : 'TIMEOUT', why))
  }
  // A steady timer: it ignores changes of the clock.
  const endTimer = parts.clock.timer(parts.submitTimeoutMs, giveUp)
  stop.addEventListener('abort', giveUp)
  if (stop.aborted) giveUp()
  // A failure does not say whether the message was already sent.
  const answered = (async () => await call(breakOff.signal))().catch((error: unknown) =>
    fallback('GATEWAY_ERROR', reasonOf(error)),
  )
  try {
    return await Promise.race([answered, tooLate.promise])
  } finally {
    endTimer()
    stop.removeEventListener('abort', giveUp)
  }
}

const unknownAfter: Fallback = (result, why) => ({ kind: 'unknown', response: bareResponse(result, why) })

/**
 * Asking reads the gateway's own records, so a timeout there is an outage. A submit waits for the
 * receiver.
 */
const outageAfterTimeout: Fallback = (result, why) =>
  result === 'TIMEOUT'
    ? { kind: 'outage', hasMaybeLeft: false, response: bareResponse(result, why) }
    : unknownAfter(result, why)

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

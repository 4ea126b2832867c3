import { type Clock, systemClock } from '../../clock/clock.ts'
import type { ClaimedLeg } from '../../store/legs/leg-queue.ts'
import type { Answer, Gateway, Outcome } from '../gateway.ts'
import { bareResponse, DocumentUnread } from '../gateway.ts'
import type { DeliveryObserver } from '../observer.ts'
import type { LargeTurns } from './large-turns.ts'
import { outgoingDocument } from './outgoing-document.ts'

/**
 * One attempt at a leg in hand. A leg in doubt is asked for before anything is sent, and only sent
 * when the gateway never had it. A large document waits for its turn, which it may not get in time.
 * Whatever the gateway does, an outcome comes within the submit timeout for each of the two calls.
 */
export async function send(parts: SendParts, leg: ClaimedLeg, stop: AbortSignal): Promise<Outcome> {
  if (leg.inDoubt) {
    const ask = (signal: AbortSignal) => parts.gateway.ask(leg.transmissionUuid, signal)
    const answer = await within(parts, stop, ask, unasked)
    parts.observer.asked(leg.corner, answer.kind)
    if (answer.kind !== 'absent') return answer
  }
  const isLarge = leg.document.whole === undefined
  const endTurn = isLarge ? await parts.turns.take(leg.orgId, timeLeftMs(parts, leg), stop) : () => undefined
  if (endTurn === undefined) return unsent(false, 'No time was left to begin')
  try {
    // Held up for so long that the submit could outlast the lease: better not begun. Nothing has
    // left, so no doubt arises.
    if (timeLeftMs(parts, leg) <= 0) return unsent(false, 'The lease was too short to begin')
    return await submit(parts, leg, stop, endTurn)
  } finally {
    endTurn()
  }
}

export interface SendParts {
  readonly gateway: Gateway
  readonly clock: Clock
  readonly submitTimeoutMs: number
  readonly observer: DeliveryObserver
  readonly turns: LargeTurns
}

/** How long the submit may still wait to be begun. */
function timeLeftMs({ clock, submitTimeoutMs }: SendParts, { leaseUntil }: ClaimedLeg): number {
  return (leaseUntil ?? 0) - submitTimeoutMs - clock.now()
}

async function submit(parts: SendParts, leg: ClaimedLeg, stop: AbortSignal, onRead: () => void): Promise<Outcome> {
  const began = parts.clock.now()
  const last = performance.now() + parts.submitTimeoutMs
  const outcome = await within(
    parts,
    stop,
    async (signal): Promise<Outcome> => {
      // By the time as well: a process that stood still comes to here before its timers.
      const isTooLate = () => signal.aborted || performance.now() > last
      const document = outgoingDocument(leg.document, isTooLate, onRead)
      try {
        return await parts.gateway.submit({ ...leg, document }, signal)
      } catch (error) {
        if (error instanceof DocumentUnread) return unsent(true, error.message)
        throw error
      }
    },
    unanswered,
  )
  parts.observer.submitted(leg.corner, outcome.kind, Math.max(0, parts.clock.now() - began))
  return outcome
}

function unsent(isAttempt: boolean, why: string): Outcome {
  return { kind: 'unsent', isAttempt, response: bareResponse('NOT_SENT', why) }
}

type Unanswered = Exclude<Answer, { readonly kind: 'absent' }>
type Otherwise = (result: 'INTERRUPTED' | 'TIMEOUT' | 'GATEWAY_ERROR', why: string) => Unanswered

/**
 * Runs `call` with a signal that ends with the timeout or with `stop`, and does not rely on the
 * gateway to heed it.
 */
async function within<T>(
  parts: SendParts,
  stop: AbortSignal,
  call: (signal: AbortSignal) => Promise<T>,
  otherwise: Otherwise,
): Promise<T | Unanswered> {
  const settled = new AbortController()
  const timeout = new AbortController()
  const signal = AbortSignal.any([timeout.signal, stop])
  // By the steady timer: a gateway is waited for, whatever happens to the clock meanwhile.
  const tooLate = systemClock.sleep(parts.submitTimeoutMs, AbortSignal.any([settled.signal, stop])).then(() => {
    timeout.abort()
    return otherwise(
      stop.aborted ? 'INTERRUPTED' : 'TIMEOUT',
      stop.aborted ? 'Interrupted' : `No answer within ${parts.submitTimeoutMs} ms`,
    )
  })
  // A failure says nothing about what has left before it.
  const answered = (async () => await call(signal))().catch((error: unknown) =>
    otherwise('GATEWAY_ERROR', reasonOf(error)),
  )
  try {
    return await Promise.race([answered, tooLate])
  } finally {
    settled.abort()
  }
}

const unanswered: Otherwise = (result, why) => ({ kind: 'unknown', response: bareResponse(result, why) })

/**
 * A submit waits for the receiver; an answer from the gateway's own records that does not come is
 * the gateway's trouble.
 */
const unasked: Otherwise = (result, why) =>
  result === 'TIMEOUT'
    ? { kind: 'outage', hasMaybeLeft: false, response: bareResponse(result, why) }
    : unanswered(result, why)

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

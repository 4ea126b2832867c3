import { message } from '@selfbill/pint-ae/messages'
import { idempotencyKey } from '../../application/idempotency-key.ts'
import { once, type StoreAnswer } from '../../application/once.ts'
import type { Idempotency, StoredAnswer } from '../../store/requests/idempotency.ts'
import type { IdempotencyKey, NewAnswer } from '../../store/requests/kept-answer.ts'
import type { Room } from '../../store/room.ts'
import type { Answer } from '../answer/answer.ts'
import { errorBody, errorLanguageHeaders, faultOf, isFailure } from '../answer/error-shape.ts'
import { Fault } from '../faults.ts'
import type { Account } from '../identity/authentication.ts'
import type { Language } from '../request/language.ts'
import { type Sealing, sealingWith, unsealed } from './sealed-answer.ts'

/**
 * Runs a request once per `Idempotency-Key`: the same request within a day gets the first answer.
 * An answer that may differ next time (a 5xx, a limit, a conflict) is not stored. Source:
 * docs/contract.md#idempotency-key.
 */
export async function answerOnce(request: OnceRequest, work: (keep: StoreAnswer) => Promise<Answer>): Promise<Answer> {
  const { store, now, room } = request
  const key = await keyOf(request)
  const sealing = request.isSecret ? sealingWith(request.key) : unsealed
  const answerOf = (answered: Answered) => {
    const answer = keepable(answered, request.language)
    return answer && sealing.seal(answer)
  }
  const outcome = await once<Answered>({ store, key, now, room, answerOf }, (keep) =>
    answered(() => work((kept) => keep(sealing.seal(kept)))),
  )
  if (outcome.kind === 'running') throw runningFault(outcome.waitMs)
  if (outcome.kind === 'other_content') throw new Fault('idempotency_key_reused')
  if (outcome.kind === 'answered') return replayed(outcome.answer, request, sealing)
  if ('fault' in outcome.result) throw outcome.result.fault
  return outcome.result.answer
}

/**
 * Most requests end soon. One that was cut off holds its key for a minute: a caller who repeats
 * four times after these pauses has outwaited it.
 */
function runningFault(waitMs: number): Fault {
  const seconds = Math.min(15, Math.max(1, Math.ceil(waitMs / 1000)))
  return new Fault('idempotency_running', {}, undefined, seconds)
}

/** The answer, or the Fault in its place. */
type Answered = { readonly answer: Answer } | { readonly fault: Fault }

async function answered(work: () => Promise<Answer>): Promise<Answered> {
  try {
    return { answer: await work() }
  } catch (error) {
    if (isFailure(error)) throw error
    return { fault: faultOf(error) }
  }
}

export interface OnceRequest {
  readonly store: Idempotency
  readonly account: Account
  /** Of the messages, if the request is refused. */
  readonly language: Language
  readonly method: string
  /** With the query: a dry run is a different request. */
  readonly url: string
  /** The header as sent. */
  readonly key: string
  /** The answer holds a secret. */
  readonly isSecret: boolean
  readonly body: Uint8Array
  /** Throws the Fault when the account may no longer call this. */
  readonly authorize: () => void
  readonly now: () => number
  /** Memory for the stored answer. */
  readonly room: Room
}

export const idempotencyHeader = 'idempotency-key'

function keyOf({ account, method, url, key, body }: OnceRequest): Promise<IdempotencyKey> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Fault('parameter_invalid', { reason: message('idempotency_key_invalid') })
  }
  return idempotencyKey({ orgId: account.orgId, accountId: account.id, action: [method, url], key, body })
}

function replayed(answer: StoredAnswer, { authorize }: OnceRequest, { open }: Sealing): Answer {
  authorize()
  const { status, type, headers, body } = answer
  const head = { status, type, headers: { ...headers, 'idempotency-replayed': 'true' } }
  // A long body is never sealed: a secret is short.
  return body.whole === undefined ? { ...head, body: '', stream: body.parts() } : { ...head, body: open(body.whole) }
}

function keepable(answered: Answered, language: Language): NewAnswer | undefined {
  if ('fault' in answered) return isFinal(answered.fault) ? refusal(answered.fault, language) : undefined
  const { status, type, headers = {}, body } = answered.answer
  return { status, type, headers, body }
}

function refusal(fault: Fault, language: Language): NewAnswer {
  const headers = errorLanguageHeaders(language)
  return { status: fault.status, type: 'application/json; charset=utf-8', headers, body: errorBody(fault, language) }
}

/** The same request would get the same refusal again. */
function isFinal({ status }: Fault): boolean {
  return status >= 400 && status < 500 && !temporary.has(status)
}

const temporary: ReadonlySet<number> = new Set([401, 403, 409, 413, 429])

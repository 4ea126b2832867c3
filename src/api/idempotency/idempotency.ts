import { createHash, subtle } from 'node:crypto'
import { Fault } from '../../faults.ts'
import { isLoss, type Statement } from '../../store/database/database.ts'
import {
  type Idempotency,
  type IdempotencyKey,
  isAnsweredAlready,
  type NewAnswer,
  type StoredAnswer,
  settling,
} from '../../store/requests/idempotency.ts'
import type { Room } from '../../store/room.ts'
import { errorBody } from '../answer/error-shape.ts'
import type { Account } from '../identity/authentication.ts'
import type { Answer } from '../operation.ts'
import { type Sealing, sealingWith, unsealed } from './sealed-answer.ts'

/**
 * Does a request once however often it is sent with its `Idempotency-Key`: the same again within a day is given the first
 * answer. `work` writes the answer with what it does, through the statements of `keep`; an answer that was not written so is
 * written afterwards. What may end otherwise another time (a 5xx, a limit, a conflict) is not kept. Source: decisions §1.
 */
export async function answerOnce(request: OnceRequest, work: (keep: Keep) => Promise<Answer>): Promise<Answer> {
  const { store, now, room } = request
  const key = await keyOf(request)
  const sealing = request.isSecret ? sealingWith(request.key) : unsealed
  const beginning = await store.begin(key, now(), room)
  if (beginning.kind === 'running') throw new Fault('idempotency_running')
  if (beginning.kind === 'answered') return replayed(key, beginning.answer, request, sealing)
  const { mark } = beginning
  let isKept = false
  try {
    const answer = await work((kept) => {
      isKept = true
      return settling(key, mark, sealing.seal(kept), now())
    })
    if (!isKept) await store.settle(key, mark, sealing.seal(keepable(answer)), now())
    return answer
  } catch (error) {
    if (isAnsweredAlready(error)) {
      const first = await store.answerTo(key, now(), room)
      if (first !== undefined) return replayed(key, first, request, sealing)
    }
    if (error instanceof Fault && isFinal(error)) await store.settle(key, mark, sealing.seal(refusal(error)), now())
    else if (isLoss(error)) store.abandon(key, mark)
    else await store.release(key, mark)
    throw error
  }
}

/** The statements that write an answer in the transaction of what was done; none when the request has no key. */
export type Keep = (answer: NewAnswer) => readonly Statement[]

/** For requests without a key. */
export const keepNothing: Keep = () => []

export interface OnceRequest {
  readonly store: Idempotency
  readonly account: Account
  readonly method: string
  /** With the query: a dry run is not the real one. */
  readonly url: string
  /** The header as it was sent. */
  readonly key: string
  /** The answer holds a secret. */
  readonly isSecret: boolean
  readonly body: Uint8Array
  /** Throws the Fault of an account that may no longer call this. */
  readonly authorize: () => void
  readonly now: () => number
  /** For the answer that was kept. */
  readonly room: Room
}

export const idempotencyHeader = 'idempotency-key'

async function keyOf({ account, method, url, key, body }: OnceRequest): Promise<IdempotencyKey> {
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new Fault('parameter_invalid', ['Idempotency-Key must be 1 to 255 visible ASCII characters'])
  }
  return {
    orgId: account.orgId,
    hash: digest(JSON.stringify([account.id, method, url, key])),
    fingerprint: await fingerprintOf(body),
  }
}

function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url')
}

/** A large body is hashed beside the thread that serves requests. */
async function fingerprintOf(body: Uint8Array): Promise<string> {
  if (body.length <= inlineBytesMax) return digest(body)
  return Buffer.from(await subtle.digest('SHA-256', new Uint8Array(body))).toString('base64url')
}

const inlineBytesMax = 64 * 1024

async function replayed(
  key: IdempotencyKey,
  answer: StoredAnswer,
  { authorize }: OnceRequest,
  { open }: Sealing,
): Promise<Answer> {
  if (answer.fingerprint !== key.fingerprint) throw new Fault('idempotency_key_reused')
  authorize()
  const { status, type, headers, body } = answer
  const told = { status, type, headers: { ...headers, 'idempotency-replayed': 'true' } }
  // A long one was never sealed: a secret is short.
  return body.whole === undefined ? { ...told, body: '', stream: body.parts() } : { ...told, body: open(body.whole) }
}

function keepable({ status, type, headers = {}, body }: Answer): NewAnswer {
  return { status, type, headers, body }
}

function refusal(fault: Fault): NewAnswer {
  return { status: fault.status, type: 'application/json; charset=utf-8', body: errorBody(fault) }
}

/** The same request would be refused in the same way again. */
function isFinal({ status }: Fault): boolean {
  return status >= 400 && status < 500 && !passing.has(status)
}

const passing: ReadonlySet<number> = new Set([401, 403, 409, 413, 429])

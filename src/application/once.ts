import { isLoss, type Statement } from '../store/database/database.ts'
import {
  type Idempotency,
  type IdempotencyKey,
  isAnsweredAlready,
  type NewAnswer,
  type StoredAnswer,
  settling,
} from '../store/requests/idempotency.ts'
import type { Room } from '../store/room.ts'

/**
 * Does work once for a key, however often it is asked for. The work stores its answer in its own
 * transaction, through the statements of `keep`; an answer that was not stored that way is stored
 * afterwards. Source: docs/contract.md#idempotency-key.
 */
export async function once<Result>(
  { store, key, now, room, answerOf }: OnceRequest<Result>,
  work: (keep: Keep) => Promise<Result>,
): Promise<Once<Result>> {
  const beginning = await store.begin(key, now(), room)
  if (beginning.kind === 'running') return beginning
  if (beginning.kind === 'answered') return repeated(key, beginning.answer)
  const { mark } = beginning
  let isKept = false
  try {
    const result = await work((answer) => {
      isKept = true
      return settling(key, mark, answer, now())
    })
    if (isKept) return { kind: 'done', result }
    const answer = answerOf(result)
    if (answer === undefined) await store.release(key, mark)
    else await store.settle(key, mark, answer, now())
    return { kind: 'done', result }
  } catch (error) {
    if (isAnsweredAlready(error)) {
      const first = await store.answerTo(key, now(), room)
      if (first !== undefined) return repeated(key, first)
    }
    if (isLoss(error)) store.abandon(key, mark)
    else await store.release(key, mark)
    throw error
  }
}

/** Statements that store an answer in the transaction of the work. */
export type Keep = (answer: NewAnswer) => readonly Statement[]

export interface OnceRequest<Result> {
  readonly store: Idempotency
  readonly key: IdempotencyKey
  /** For the answer that was stored. */
  readonly room: Room
  now(): number
  /**
   * What to store of a result that the work did not store itself; undefined: nothing, the next
   * request works again.
   */
  answerOf(result: Result): NewAnswer | undefined
}

export type Once<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** The same request was answered before. */
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** Another request holds the key at the moment. */
  | { readonly kind: 'running' }
  /** The key belongs to a request with another content. */
  | { readonly kind: 'other_content' }

function repeated(key: IdempotencyKey, answer: StoredAnswer): Once<never> {
  return answer.fingerprint === key.fingerprint ? { kind: 'answered', answer } : { kind: 'other_content' }
}

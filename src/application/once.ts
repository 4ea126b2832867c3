import { isLoss } from '../store/database/database.ts'
import { type Idempotency, isAnsweredAlready, type StoredAnswer } from '../store/requests/idempotency.ts'
import type { IdempotencyKey, KeptAnswer, NewAnswer } from '../store/requests/kept-answer.ts'
import type { Room } from '../store/room.ts'

/**
 * Does work once for a key, however often it is asked for. The work stores its answer in its own
 * transaction, as `storeAnswer` returns it. What counts is the commit: an answer that no
 * transaction has stored, because the work was refused for example, is stored afterwards or
 * releases the key. Source: docs/contract.md#idempotency-key.
 */
export async function once<Result>(
  { store, key, now, room, answerOf }: OnceRequest<Result>,
  work: (storeAnswer: StoreAnswer) => Promise<Result>,
): Promise<Once<Result>> {
  const beginning = await store.begin(key, now(), room)
  if (beginning.kind === 'running') return beginning
  if (beginning.kind === 'answered') return repeated(key, beginning.answer)
  const { mark } = beginning
  let isStored = false
  try {
    const result = await work((answer) => {
      const onCommit = () => {
        isStored = true
      }
      return { key, mark, answer, now: now(), onCommit }
    })
    if (isStored) return { kind: 'done', result }
    const answer = answerOf(result)
    if (answer !== undefined) {
      await store.settle(key, mark, answer, now())
      return { kind: 'done', result }
    }
    await store.release(key, mark)
    // An attempt that outlived its mark may have caused this conflict: its document has the number.
    const first = await store.answerTo(key, now(), room)
    return first === undefined ? { kind: 'done', result } : repeated(key, first)
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

/**
 * What the work stores with its answer, in its own transaction; undefined for a request without a
 * key.
 */
export type StoreAnswer = (answer: NewAnswer) => KeptAnswer | undefined

export interface OnceRequest<Result> {
  readonly store: Idempotency
  readonly key: IdempotencyKey
  /** Memory for the stored answer. */
  readonly room: Room
  now(): number
  /**
   * The answer to store when the work stored none itself. Undefined: nothing is stored, and the
   * next request repeats the work.
   */
  answerOf(result: Result): NewAnswer | undefined
}

export type Once<Result> =
  | { readonly kind: 'done'; readonly result: Result }
  /** The request was answered before. */
  | { readonly kind: 'answered'; readonly answer: StoredAnswer }
  /** Another request with this key is in progress, or was cut off less than `waitMs` ago. */
  | { readonly kind: 'running'; readonly waitMs: number }
  /** The key was used for a request with another body. */
  | { readonly kind: 'other_content' }

function repeated(key: IdempotencyKey, answer: StoredAnswer): Once<never> {
  return answer.fingerprint === key.fingerprint ? { kind: 'answered', answer } : { kind: 'other_content' }
}

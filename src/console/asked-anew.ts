import { SelfbillError } from '../../client/src/errors.ts'

export interface Once {
  readonly idempotencyKey?: string
}

/**
 * Does work once under a key. A refusal that is replayed may have been cured since, so it is asked
 * anew under the next key: nothing was done under the first. The keys follow from the first one, so
 * pages that begin with the same key still do the work once. `isOver` says the same of an answer
 * that counts no more. Source: docs/decisions/0178.
 */
export async function askedAnew<Answer>(
  { idempotencyKey: first }: Once,
  work: (once: Once) => Promise<Answer>,
  isOver: (answer: Answer) => boolean = () => false,
): Promise<Answer> {
  if (first === undefined) return work({})
  for (let turn = 1; ; turn += 1) {
    const once = { idempotencyKey: turn === 1 ? first : `${first}-${turn}` }
    try {
      const answer = await work(once)
      if (turn === turnsMax || !isOver(answer)) return answer
    } catch (error) {
      const isOld = error instanceof SelfbillError && isReplayed(error.headers)
      if (turn === turnsMax || !isOld) throw error
    }
  }
}

export function isReplayed(headers: Headers): boolean {
  return headers.get('idempotency-replayed') === 'true'
}

/** Somebody who presses a button that often within a day is shown what was answered last. */
const turnsMax = 20

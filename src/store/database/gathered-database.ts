import type { Database } from './database.ts'

/**
 * Wraps a database for one batch: the transactions of its lines wait for each other, and go to the
 * database in the same moment, which commits them together (docs/decisions/0152). Each is still
 * a transaction of its own: one that fails touches no other.
 */
export function gatheredDatabase(database: Database, timer: Timer): Database {
  const moment = new SharedMoment(timer)
  return {
    ...database,
    async transaction(statements, lane) {
      if (lane !== undefined) await moment.join()
      return database.transaction(statements, lane)
    },
  }
}

/** Calls `work` after `ms`. Returns what takes the call back. */
type Timer = (ms: number, work: () => void) => () => void

/** Comes when enough have joined, or when the first has waited long enough. */
class SharedMoment {
  readonly #timer: Timer
  #joined = 0
  #next = Promise.withResolvers<void>()
  #takeBack: (() => void) | undefined

  constructor(timer: Timer) {
    this.#timer = timer
  }

  join(): Promise<void> {
    const { promise } = this.#next
    this.#joined += 1
    if (this.#joined >= gatheredMax) this.#come()
    else this.#takeBack ??= this.#timer(waitMs, () => this.#come())
    return promise
  }

  #come(): void {
    this.#takeBack?.()
    this.#takeBack = undefined
    this.#joined = 0
    this.#next.resolve()
    this.#next = Promise.withResolvers<void>()
  }
}

/** Share most of a commit; single creates of the organisation wait for so few. */
export const gatheredMax = 16
/** Little beside a line's own wait for its commit. */
const waitMs = 10

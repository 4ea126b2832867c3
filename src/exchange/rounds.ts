import { Loop } from '../clock/loop.ts'
import { markOverdue } from '../store/legs/overdue-legs.ts'
import { decideWithdrawals, type WithdrawalParts } from './reports/withdrawals.ts'

/**
 * What is looked after from time to time, beside the legs that are due: statuses that are overdue,
 * and withdrawals that wait for their report. Each look is a bounded batch that stands in the
 * database, so any number of instances may go their rounds.
 */
export class Rounds {
  readonly #parts: RoundsParts
  readonly #loop: Loop

  constructor(parts: RoundsParts) {
    this.#parts = parts
    const { clock, everyMs, onTrouble } = parts
    const trouble = (error: unknown) => onTrouble('rounds', error)
    this.#loop = new Loop({ clock, turn: () => this.#turn(), everyMs, onTrouble: trouble })
  }

  start(): void {
    this.#loop.start()
  }

  /** There may be something to do before the next look. */
  lookNow(): void {
    this.#loop.wake()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
  }

  async #turn(): Promise<number> {
    const { everyMs, onTrouble } = this.#parts
    const looks = [this.#markOverdue(), this.#decideWithdrawals()].map((look) =>
      look.catch((error: unknown) => {
        // A stop ends what is being written.
        if (!this.#loop.stopping.aborted) onTrouble('rounds', error)
        return false
      }),
    )
    const isMore = await Promise.all(looks)
    return isMore.includes(true) ? 0 : everyMs
  }

  /** True when there may be more to do at once. */
  async #markOverdue(): Promise<boolean> {
    const { db, clock, mlsOverdueMs } = this.#parts
    const marked = await markOverdue(db, { now: clock.now(), overdueMs: mlsOverdueMs, limit: batchMax })
    return marked === batchMax
  }

  async #decideWithdrawals(): Promise<boolean> {
    return (await decideWithdrawals(this.#parts, withdrawalsMax)) === withdrawalsMax
  }
}

export interface RoundsParts extends WithdrawalParts {
  /** How long a status may take after the receipt. */
  readonly mlsOverdueMs: number
  readonly everyMs: number
  readonly onTrouble: (during: 'rounds', error: unknown) => void
}

const batchMax = 200
/** Each is a document to be read, judged and written. */
const withdrawalsMax = 20

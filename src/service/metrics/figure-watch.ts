import { isDoneWithinMs } from '../../clock/within-ms.ts'

/**
 * Caches figures of the database for some seconds, however often they are scraped. When the
 * database does not answer in time, `newest` is undefined, so that the other metrics still appear.
 */
export class FigureWatch<Figures> {
  readonly #read: () => Promise<Figures>
  readonly #now: () => number
  #figures: Figures | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(read: () => Promise<Figures>, now: () => number) {
    this.#read = read
    this.#now = now
  }

  /** Undefined when the database does not answer. */
  async newest(): Promise<Figures | undefined> {
    if (!this.#isFresh()) {
      this.#reading ??= this.#refresh()
      await isDoneWithinMs(this.#reading, waitMsMax)
    }
    return this.#isFresh() ? this.#figures : undefined
  }

  #isFresh(): boolean {
    return this.#now() - this.#readAt < freshMs
  }

  /** Never rejects. */
  async #refresh(): Promise<void> {
    try {
      this.#figures = await this.#read()
      this.#readAt = this.#now()
    } catch {
      // `selfbill_database_up` shows the failure, and other users of the database log it.
    } finally {
      this.#reading = undefined
    }
  }
}

const freshMs = 5_000
const waitMsMax = 2_000

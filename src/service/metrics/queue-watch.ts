import type { QueueFigures } from '../../store/queue-figures.ts'
import { isDoneWithinMs } from '../within-ms.ts'

/**
 * The figures of the queue for whoever scrapes, read at most once in some seconds however many ask.
 * A database that does not answer in time must not keep the other figures from being seen: then
 * there are none of these.
 */
export class QueueWatch {
  readonly #read: () => Promise<QueueFigures>
  readonly #now: () => number
  #figures: QueueFigures | undefined
  #readAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(read: () => Promise<QueueFigures>, now: () => number) {
    this.#read = read
    this.#now = now
  }

  /** Undefined when the database cannot say. */
  async figures(): Promise<QueueFigures | undefined> {
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
      // Told by the absence of the figures; whoever needs the database logs why.
    } finally {
      this.#reading = undefined
    }
  }
}

const freshMs = 5_000
const waitMsMax = 2_000

import { isDoneWithinMs } from '../clock/within-ms.ts'

/**
 * Whether the database accepts writes. It writes at most once a second: calls in between share the
 * last answer, and calls during a write wait for it together.
 */
export class Readiness {
  readonly #prove: () => Promise<void>
  readonly #now: () => number
  #last: { readonly isReady: boolean; readonly at: number } | undefined
  #underWay: Promise<void> | undefined

  /**
   * `prove` rejects when the database is unavailable; `now` counts milliseconds from any start and
   * never goes back.
   */
  constructor(prove: () => Promise<void>, now: () => number) {
    this.#prove = prove
    this.#now = now
  }

  async isReady(): Promise<boolean> {
    const last = this.#last
    if (this.#underWay === undefined && last !== undefined && this.#now() - last.at < sharedMs) return last.isReady
    this.#underWay ??= this.#check()
    // Not ready when the database is silent; callers do not wait until it gives up.
    return (await isDoneWithinMs(this.#underWay, waitMsMax)) && this.#last?.isReady === true
  }

  /** Never rejects. */
  async #check(): Promise<void> {
    const isReady = await this.#prove().then(
      () => true,
      () => false,
    )
    this.#last = { isReady, at: this.#now() }
    this.#underWay = undefined
  }
}

const sharedMs = 1_000
const waitMsMax = 2_000

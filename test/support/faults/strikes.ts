import type { Journal } from './journal.ts'

/**
 * One fault at one step of an instance, on the `nth` time. The steps are those of a delivery.
 * `fail` is a failure of the other side (before: nothing happened; after: it happened and the
 * answer was lost).
 */
export interface Strike {
  readonly blow: 'kill' | 'fail' | 'hang' | 'linger' | 'refuse' | 'repeat'
  readonly moment: 'before' | 'after'
  readonly step: 'create' | 'claim' | 'submit' | 'ask' | 'settle' | 'status'
  readonly nth: number
}

/**
 * Counts how often each step is reached, and strikes as planned. Every strike is written to the
 * journal first.
 */
export class Strikes {
  readonly #journal: Journal
  #orders: readonly Strike[]
  readonly #reached = new Map<string, number>()

  constructor(orders: readonly Strike[], journal: Journal) {
    this.#orders = orders
    this.#journal = journal
  }

  /** Ends the strikes: the rest of the plan is dropped. */
  end(): void {
    this.#orders = []
  }

  /**
   * Kills the process, hangs forever, throws `failure`, or returns the blow for the caller to
   * strike.
   */
  async at(step: Strike['step'], moment: Strike['moment'], failure: () => Error): Promise<Strike['blow'] | undefined> {
    const place = `${moment} ${step}`
    const nth = (this.#reached.get(place) ?? 0) + 1
    this.#reached.set(place, nth)
    const blow = this.#orders.find((order) => order.step === step && order.moment === moment && order.nth === nth)?.blow
    if (blow === undefined) return undefined
    this.#journal.fault(`${blow} ${place}`)
    if (blow === 'kill') process.kill(process.pid, 'SIGKILL')
    if (blow === 'kill' || blow === 'hang') await new Promise(() => undefined)
    if (blow === 'fail') throw failure()
    return blow
  }
}

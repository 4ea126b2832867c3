import type { Row, Statement } from './database.ts'

/**
 * Transactions that contend for one row, such as the counter of an organisation's documents, go in
 * one lane: while one of them is committed the others wait here, not at the row with a connection
 * each, and then go together as one. So a busy organisation is not held to one commit after the
 * other, and leaves the connections to the rest.
 */
export class Lanes {
  readonly #run: RunTransaction
  readonly #isOfAll: (error: unknown) => boolean
  readonly #waiting = new Map<string, Waiting[]>()

  /**
   * `isOfAll`: whether the error is about the database and not about one of those that went
   * together: it was lost, so that they may all be written, or cannot be had, so that each for
   * itself would only wait for it in turn.
   */
  constructor(run: RunTransaction, isOfAll: (error: unknown) => boolean) {
    this.#run = run
    this.#isOfAll = isOfAll
  }

  run(lane: string, statements: readonly Statement[]): Promise<Results> {
    const { promise, resolve, reject } = Promise.withResolvers<Results>()
    const waiting = this.#waiting.get(lane)
    if (waiting !== undefined) {
      waiting.push({ statements, resolve, reject })
    } else {
      const first = [{ statements, resolve, reject }]
      this.#waiting.set(lane, first)
      void this.#drain(lane, first)
    }
    return promise
  }

  async #drain(lane: string, waiting: Waiting[]): Promise<void> {
    while (waiting.length > 0) await this.#together(waiting.splice(0, togetherMax))
    this.#waiting.delete(lane)
  }

  async #together(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#run(group.flatMap(({ statements }) => statements))
      let taken = 0
      for (const { statements, resolve } of group) {
        resolve(results.slice(taken, taken + statements.length))
        taken += statements.length
      }
    } catch (error) {
      if (group.length === 1 || this.#isOfAll(error)) {
        for (const { reject } of group) reject(error)
        return
      }
      // One of them failed, and took the others with it: now each for itself.
      for (const one of group) await this.#together([one])
    }
  }
}

type Results = readonly (readonly Row[])[]
type RunTransaction = (statements: readonly Statement[]) => Promise<Results>

interface Waiting {
  readonly statements: readonly Statement[]
  resolve(results: Results): void
  reject(error: unknown): void
}

/** Bounds how much is done again when one of them fails, and how long the row stays locked. */
const togetherMax = 32

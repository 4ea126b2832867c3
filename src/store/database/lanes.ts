import type { Row, Statement } from './database.ts'

/**
 * Transactions that need the same row, such as the counter of an organisation's documents, share a
 * lane. While one commits, the others wait here instead of each holding a connection at the row;
 * then they go together as one transaction. So a busy organisation is not limited to one create a
 * commit, and leaves connections to the others.
 */
export class Lanes {
  readonly #run: RunTransaction
  readonly #failsWholeGroup: (error: unknown) => boolean
  readonly #waiting = new Map<string, Waiting[]>()

  /**
   * `failsWholeGroup` returns true for an error of the database, not of one transaction in the
   * group. No transaction is then repeated alone: after a lost connection the group may have been
   * written, and if the database is unavailable, each retry would only wait for it again.
   */
  constructor(run: RunTransaction, failsWholeGroup: (error: unknown) => boolean) {
    this.#run = run
    this.#failsWholeGroup = failsWholeGroup
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

  /** Rejects what was not sent yet, and so cannot have been written. */
  giveUpWaiting(error: unknown): void {
    for (const waiting of this.#waiting.values()) {
      for (const { reject } of waiting.splice(0)) reject(error)
    }
  }

  async #drain(lane: string, waiting: Waiting[]): Promise<void> {
    // Those of the same moment go together.
    await undefined
    while (waiting.length > 0) await this.#runGroup(waiting.splice(0, groupMax))
    this.#waiting.delete(lane)
  }

  async #runGroup(group: readonly Waiting[]): Promise<void> {
    try {
      const results = await this.#run(group.flatMap(({ statements }) => statements))
      let taken = 0
      for (const { statements, resolve } of group) {
        resolve(results.slice(taken, taken + statements.length))
        taken += statements.length
      }
    } catch (error) {
      if (group.length === 1 || this.#failsWholeGroup(error)) {
        for (const { reject } of group) reject(error)
        return
      }
      // One of them failed and rolled back the others. Halves find it with few commits.
      const half = Math.ceil(group.length / 2)
      await this.#runGroup(group.slice(0, half))
      await this.#runGroup(group.slice(half))
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

/** Limits how much is repeated when one of them fails, and how long the row stays locked. */
const groupMax = 32

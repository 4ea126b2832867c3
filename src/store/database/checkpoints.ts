/**
 * Schedules the copying of SQLite's write-ahead log into the database file: shortly after a write,
 * one copy at a time. A separate thread copies, because the writer would be blocked for as long as
 * a large document takes, with every create waiting behind it.
 */
export class Checkpoints {
  readonly #copy: () => Promise<unknown>
  readonly #afterMs: number
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<unknown> | undefined

  constructor(copy: () => Promise<unknown>, afterMs = 100) {
    this.#copy = copy
    this.#afterMs = afterMs
  }

  /** Call after a write. */
  due(): void {
    if (this.#underWay !== undefined) return
    this.#timer ??= setTimeout(() => this.#start(), this.#afterMs).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#underWay
  }

  #start(): void {
    this.#timer = undefined
    // If the copy fails, the next write schedules another. The writer itself copies a very long
    // log.
    this.#underWay = this.#copy()
      .catch(() => undefined)
      .finally(() => {
        this.#underWay = undefined
      })
  }
}

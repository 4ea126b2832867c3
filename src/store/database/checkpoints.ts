/**
 * Schedules the copying of SQLite's write-ahead log into the database file: shortly after a write,
 * one copy at a time. A separate thread copies, because the writer would be blocked for as long as
 * a large document takes, with every create waiting behind it.
 */
export class Checkpoints {
  readonly #copy: () => Promise<unknown>
  #afterMs: number
  readonly #laterMs: number
  #timer: NodeJS.Timeout | undefined
  #underWay: Promise<unknown> | undefined

  /**
   * `firstMs` and `afterMs` after a write: the first copy starts a thread, which must not delay the
   * start of the service.
   */
  constructor(copy: () => Promise<unknown>, firstMs = 1_000, afterMs = 100) {
    this.#copy = copy
    this.#afterMs = firstMs
    this.#laterMs = afterMs
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
    this.#afterMs = this.#laterMs
    // If the copy fails, the next write schedules another. The writer itself copies a very long
    // log.
    this.#underWay = this.#copy()
      .catch(() => undefined)
      .finally(() => {
        this.#underWay = undefined
      })
  }
}

/**
 * Says when SQLite's write-ahead log is to be copied into the database file: a while after a write,
 * one copy at a time. It happens on a thread of its own, since the writer would be busy with it for
 * as long as a large document takes, and every other create behind it.
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

  /** Something was written. */
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
    // The next write asks again; the writer itself copies when the log has grown very long.
    this.#underWay = this.#copy()
      .catch(() => undefined)
      .finally(() => {
        this.#underWay = undefined
      })
  }
}

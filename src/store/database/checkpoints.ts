/**
 * Schedules the copying of SQLite's write-ahead log into the database file: shortly after about a
 * megabyte was written since the last copy, one copy at a time. A separate thread copies, because
 * the writer would be blocked for as long as a large document takes, with every create waiting
 * behind it. The little that a service at rest writes needs no such thread.
 */
export class Checkpoints {
  readonly #copy: () => Promise<unknown>
  #afterMs: number
  readonly #laterMs: number
  #bytes = 0
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

  /** Call after a write of so many bytes, indexes not counted. */
  wrote(bytes: number): void {
    this.#bytes += bytes + bytesOfPages
    if (this.#bytes < copiedBytesMin) return
    if (this.#underWay !== undefined) return
    this.#timer ??= setTimeout(() => this.#start(), this.#afterMs).unref()
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await this.#underWay
  }

  #start(): void {
    this.#timer = undefined
    this.#bytes = 0
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

/** SQLite's own limit is 4 MB, but there the writer copies. */
const copiedBytesMin = 1024 * 1024
/** The smallest write changes a few pages. */
const bytesOfPages = 16 * 1024

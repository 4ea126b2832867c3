import type { AnsweredRequest } from '../../api/observer.ts'
import type { Clock } from '../../clock/clock.ts'
import { Loop } from '../../clock/loop.ts'

/**
 * Collects answered requests in memory and writes them in batches, away from the requests: every
 * second, or as soon as a batch is full. A crash loses the last second at most. What the database
 * does not take, and what comes when the memory is full, is dropped and counted.
 */
export class RequestRecord {
  readonly #parts: RequestRecordParts
  readonly #loop: Loop
  #waiting: AnsweredRequest[] = []
  #dropped = 0

  constructor(parts: RequestRecordParts) {
    this.#parts = parts
    const { clock, everyMs = 1_000 } = parts
    this.#loop = new Loop({
      clock,
      turn: async () => {
        await this.#writeBatch()
        return this.#waiting.length >= batchMax ? 0 : everyMs
      },
      everyMs,
      onTrouble: parts.onTrouble,
    })
  }

  start(): void {
    this.#loop.start()
  }

  /** Returns at once and never throws. */
  add(request: AnsweredRequest): void {
    if (this.#waiting.length >= waitingMax) {
      this.#drop(1)
      return
    }
    this.#waiting.push(request)
    if (this.#waiting.length === batchMax) this.#loop.wake()
  }

  /** Writes the rest. Never rejects. */
  async stop(): Promise<void> {
    await this.#loop.stop()
    // A database that fails once is away, so the rest is not tried.
    while (this.#waiting.length > 0 && (await this.#writeBatch()));
    this.#drop(this.#waiting.length)
    this.#waiting = []
    this.#reportDropped()
  }

  /** False when the database refused the batch, which is dropped. */
  async #writeBatch(): Promise<boolean> {
    const batch = this.#waiting.slice(0, batchMax)
    if (batch.length === 0) return true
    this.#waiting = this.#waiting.slice(batchMax)
    try {
      await this.#parts.write(batch)
      this.#reportDropped()
      return true
    } catch {
      this.#drop(batch.length)
      return false
    }
  }

  #drop(count: number): void {
    this.#dropped += count
    if (count > 0) this.#parts.onDropped(count)
  }

  /** Once for a whole failure of the database, when it is over. */
  #reportDropped(): void {
    if (this.#dropped > 0) this.#parts.onGap(this.#dropped)
    this.#dropped = 0
  }
}

export interface RequestRecordParts {
  readonly clock: Clock
  readonly write: (requests: readonly AnsweredRequest[]) => Promise<void>
  /** For metrics. */
  readonly onDropped: (count: number) => void
  /** A gap is over: this many requests are missing. */
  readonly onGap: (count: number) => void
  readonly onTrouble: (error: unknown) => void
  readonly everyMs?: number
}

/** Some milliseconds of the database's writer: the commits of others wait for a batch. */
const batchMax = 50
/** About 1 MB. */
const waitingMax = 4_000

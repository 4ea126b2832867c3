import { setImmediate } from 'node:timers/promises'
import type { Rulebook, RulebookOptions } from '../rulebook/rulebook.ts'
import { pack } from '../text/packing.ts'
import { type Draft, sizeOf } from './draft.ts'
import type { Ids } from './ids.ts'
import { makeRecord, packedRecord, type TimedResult } from './make-record.ts'
import { RecordThreads } from './record-threads.ts'
import { Steps } from './steps.ts'

/**
 * Makes records without blocking other requests. A large draft runs on a record thread. A small
 * draft takes less than a millisecond and runs on the calling thread; where there are processors
 * for several record threads, small drafts run there while many arrive.
 */
export class RecordMaker {
  readonly #rulebook: Rulebook
  readonly #ids: Ids
  readonly #large: RecordThreads
  /** Undefined: the calling thread makes all small records. */
  readonly #small: RecordThreads | undefined
  readonly #arrivals = new Arrivals()
  #lastTurn = Promise.resolve()

  /** `threads`: how many record threads there may be; the first one is for large drafts alone. */
  constructor(rulebook: Rulebook, rulebookOptions: RulebookOptions, ids: Ids, threads = 1) {
    this.#rulebook = rulebook
    this.#ids = ids
    this.#large = new RecordThreads(rulebookOptions)
    this.#small = threads > 1 ? new RecordThreads(rulebookOptions, { threads, isUrgent: true }) : undefined
  }

  /** Throws ShareExceeded or ThreadBusy for a large draft when too much waits already. */
  async make(draft: Draft): Promise<TimedResult> {
    const size = sizeOf(draft)
    if (size > inlineMax) return this.#large.make(draft, size)
    const threads = this.#threadsFor(draft)
    if (threads !== undefined) return threads.make(draft, size, true)
    if (size > instantMax) await this.#turn()
    const steps = new Steps()
    const result = await packedRecord(makeRecord(draft, this.#rulebook, this.#ids, steps.begin), draft, pack)
    return { ...result, steps: steps.done(), thread: 'main' }
  }

  /**
   * The threads that make a small record sooner than the calling thread; undefined for none. Texts
   * read from the database can be handed to a thread once only, so they stay here.
   */
  #threadsFor({ replaces, credits }: Draft): RecordThreads | undefined {
    const threads = this.#small
    if (threads === undefined || replaces !== undefined || credits !== undefined) return undefined
    if (!this.#arrivals.areMany()) return undefined
    threads.warmUp()
    return threads.isSwift ? threads : undefined
  }

  /**
   * Yields to the event loop before each mid-size document. The documents of a batch arrive
   * together and would otherwise run without a break.
   */
  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => setImmediate())
    return this.#lastTurn
  }

  /** Finishes the waiting drafts, then ends the threads. */
  async close(): Promise<void> {
    await Promise.all([this.#large.close(), this.#small?.close()])
  }
}

/** Whether many small drafts arrive at present. With few, a thread would only add a message. */
class Arrivals {
  #second = 0
  #count = 0
  #countBefore = 0

  /** Counts one draft. */
  areMany(): boolean {
    const second = Math.floor(performance.now() / 1000)
    if (second !== this.#second) {
      this.#countBefore = second === this.#second + 1 ? this.#count : 0
      this.#count = 0
      this.#second = second
    }
    this.#count += 1
    return Math.max(this.#count, this.#countBefore) >= manyPerSecond
  }
}

const manyPerSecond = 50

/**
 * In characters or bytes. A line takes at least 130, so this is at most 180 lines: ten
 * milliseconds.
 */
const inlineMax = 24_000
/** In characters or bytes: a few lines, one millisecond. */
const instantMax = 8_000

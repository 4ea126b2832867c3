import { setImmediate } from 'node:timers/promises'
import type { Rulebook, RulebookOptions } from '../rulebook/rulebook.ts'
import { pack } from '../text/packing.ts'
import { type Draft, sizeOf } from './draft.ts'
import type { Ids } from './ids.ts'
import { makeRecord, packedRecord, type RecordResult } from './make-record.ts'
import { RecordThread } from './record-thread.ts'

/**
 * Makes records without blocking other requests. A small draft takes less than a millisecond and
 * runs on the calling thread. A large draft runs on a work thread.
 */
export class RecordMaker {
  readonly #rulebook: Rulebook
  readonly #ids: Ids
  readonly #thread: RecordThread
  #lastTurn = Promise.resolve()

  constructor(rulebook: Rulebook, rulebookOptions: RulebookOptions, ids: Ids) {
    this.#rulebook = rulebook
    this.#ids = ids
    this.#thread = new RecordThread(rulebookOptions)
  }

  /** Throws ShareExceeded or ThreadBusy for a large draft when too much waits already. */
  async make(draft: Draft): Promise<RecordResult> {
    const size = sizeOf(draft)
    if (size > inlineMax) return this.#thread.make(draft, size)
    if (size > instantMax) await this.#turn()
    return packedRecord(makeRecord(draft, this.#rulebook, this.#ids), draft, pack)
  }

  /**
   * Yields to the event loop before each mid-size document. The documents of a batch arrive
   * together and would otherwise run without a break.
   */
  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => setImmediate())
    return this.#lastTurn
  }

  /** Finishes the waiting drafts, then ends the thread. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

/**
 * In characters or bytes. A line takes at least 130, so this is at most 180 lines: ten
 * milliseconds.
 */
const inlineMax = 24_000
/** In characters or bytes: a few lines, one millisecond. */
const instantMax = 8_000

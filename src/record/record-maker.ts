import { setImmediate } from 'node:timers/promises'
import type { Rulebook, RulebookOptions } from '../rulebook/rulebook.ts'
import { pack } from '../text/packing.ts'
import { type Draft, sizeOf } from './draft.ts'
import type { Ids } from './ids.ts'
import { makeRecord, packedRecord, type RecordResult } from './make-record.ts'
import { RecordThread } from './record-thread.ts'

/**
 * Issues documents where they disturb nobody: small ones on the calling thread, where a document
 * takes less than a millisecond, large ones on a thread of their own, so that ten thousand lines
 * never stall the other requests.
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

  /** Throws ShareExceeded or ThreadBusy for a large document when too much waits already. */
  async make(draft: Draft): Promise<RecordResult> {
    const size = sizeOf(draft)
    if (size > inlineMax) return this.#thread.make(draft, size)
    if (size > instantMax) await this.#turn()
    return packedRecord(makeRecord(draft, this.#rulebook, this.#ids), draft, pack)
  }

  /**
   * One such document between two looks at everything else: those of a batch come together, and
   * would be issued in one go.
   */
  #turn(): Promise<void> {
    this.#lastTurn = this.#lastTurn.then(() => setImmediate())
    return this.#lastTurn
  }

  /** Issues what waits, then ends. */
  close(): Promise<void> {
    return this.#thread.close()
  }
}

/**
 * Characters or bytes. A line takes 130 at the very least, so at most 180 lines: ten milliseconds.
 */
const inlineMax = 24_000
/** A document of a few lines, a millisecond. */
const instantMax = 8_000

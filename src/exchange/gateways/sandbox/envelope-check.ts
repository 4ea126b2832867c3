import type { Clock } from '../../../clock/clock.ts'
import type { Rulebook, RulebookOptions } from '../../../rulebook/rulebook.ts'
import { ThreadBusy } from '../../../threads/job.ts'
import { scriptBeside } from '../../../threads/script-beside.ts'
import { type ThreadLimits, WorkThread } from '../../../threads/work-thread.ts'
import { envelopeFault, envelopeOf, type TransmissionHeader } from './envelope-fault.ts'
import type { EnvelopeOrder, EnvelopeVerdict } from './envelope-thread.ts'

/**
 * Checks envelopes as the receiver would. That is the slowest thing the sandbox does, so it checks
 * only short documents, and only the first ones of each second: all that a person sends, a sample
 * of a benchmark. A few are checked at once; when more come, a thread takes over.
 */
export class EnvelopeCheck {
  readonly #rulebook: Rulebook
  readonly #clock: Clock
  readonly #thread: WorkThread<EnvelopeOrder, EnvelopeVerdict>
  #second = 0
  #done = 0
  #bytes = 0

  constructor({ rulebook, rulebookOptions, clock }: EnvelopeCheckParts) {
    this.#rulebook = rulebook
    this.#clock = clock
    this.#thread = new WorkThread(scriptBeside(import.meta.url, './envelope-thread'), rulebookOptions, threadLimits)
  }

  /** Whether to check the next document, which has `bytes` bytes. */
  isDue(bytes: number): boolean {
    const second = Math.floor(this.#clock.now() / 1_000)
    if (second !== this.#second) [this.#done, this.#bytes] = [0, 0]
    this.#second = second
    if (bytes > bytesMax || this.#done >= checksPerSecond || this.#bytes + bytes > bytesPerSecond) return false
    this.#done += 1
    this.#bytes += bytes
    return true
  }

  /** A sentence about the first fault, or undefined. The document was read in these pieces. */
  async fault(header: TransmissionHeader, pieces: readonly Uint8Array[]): Promise<string | undefined> {
    if (this.#thread.isReady) return this.#faultOnThread(header, pieces)
    if (this.#done > checksHere) this.#thread.warmUp()
    return envelopeFault(this.#rulebook, header, await envelopeOf(header, pieces))
  }

  close(): Promise<void> {
    return this.#thread.close()
  }

  async #faultOnThread(header: TransmissionHeader, pieces: readonly Uint8Array[]): Promise<string | undefined> {
    const order = { header, document: Buffer.concat(pieces) }
    const job = { orgId: '', size: order.document.length, isSmall: true, begin: () => ({ order }) }
    try {
      return (await this.#thread.run(job)).fault
    } catch (error) {
      // Only a sample is checked anyway.
      if (error instanceof ThreadBusy) return undefined
      throw error
    }
  }
}

export interface EnvelopeCheckParts {
  readonly rulebook: Rulebook
  /** Opens the same rule book in the thread. */
  readonly rulebookOptions: RulebookOptions
  readonly clock: Clock
}

const checksPerSecond = 100
/** About a tenth of a second of work. */
const bytesPerSecond = 1_000_000
/** A few milliseconds of work. Longer documents are never checked. */
const bytesMax = 100_000
/** More in a second start the thread: starting it takes as long as checking a hundred envelopes. */
const checksHere = 20

const threadLimits: ThreadLimits = {
  jobMs: 20_000,
  heap: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
  idleMs: 20_000,
  waitingMax: 256,
  waitingOfOneMax: Infinity,
  doneMax: Infinity,
}

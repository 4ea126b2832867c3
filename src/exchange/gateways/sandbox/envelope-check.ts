import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Clock } from '../../../clock/clock.ts'
import { envelopeFault, envelopeOf, type TransmissionHeader } from './envelope-fault.ts'

/**
 * Checks envelopes as the receiver would. That is the slowest thing the sandbox does, so it checks
 * only short documents, and only the first ones of each second: all that a person sends, a sample
 * of a load.
 */
export class EnvelopeCheck {
  readonly #rulebook: Rulebook
  readonly #clock: Clock
  #second = 0
  #done = 0

  constructor({ rulebook, clock }: EnvelopeCheckParts) {
    this.#rulebook = rulebook
    this.#clock = clock
  }

  /** Whether to check the next document, which has `bytes` bytes. */
  isDue(bytes: number): boolean {
    const second = Math.floor(this.#clock.now() / 1_000)
    if (second !== this.#second) this.#done = 0
    this.#second = second
    if (bytes > bytesMax || this.#done >= checksPerSecond) return false
    this.#done += 1
    return true
  }

  /** A sentence about the first fault, or undefined. The document was read in these pieces. */
  async fault(header: TransmissionHeader, pieces: readonly Uint8Array[]): Promise<string | undefined> {
    return envelopeFault(this.#rulebook, header, await envelopeOf(header, pieces))
  }
}

export interface EnvelopeCheckParts {
  readonly rulebook: Rulebook
  readonly clock: Clock
}

/** A check takes one to three milliseconds, and many together would delay requests. */
const checksPerSecond = 5
/** A few milliseconds of work. Longer documents are never checked. */
const bytesMax = 100_000

import type { Clock } from '../../../clock/clock.ts'
import { isFatal, type Rulebook, ruleIdsOf } from '../../../rulebook/rulebook.ts'
import { EnvelopeUnreadable, readEnvelope } from '../../../ubl/network/read-envelope.ts'
import type { Transmission } from '../../gateway.ts'

/**
 * Looks at what travels, as the other side would: takes the envelope of a transmission apart again,
 * and judges a tax data document by its rules. That takes longer than everything else the sandbox
 * does, and others wait meanwhile, so it is done for the first of every second only, and for none
 * that is long: for all that a person sends, and for a sample of what a benchmark does.
 */
export class EnvelopeCheck {
  readonly #rulebook: Rulebook
  readonly #clock: Clock
  #second = 0
  #done = 0
  #bytes = 0

  constructor(rulebook: Rulebook, clock: Clock) {
    this.#rulebook = rulebook
    this.#clock = clock
  }

  /** Whether the next document, of so many bytes, is looked at. */
  isDue(bytes: number): boolean {
    const second = Math.floor(this.#clock.now() / 1_000)
    if (second !== this.#second) [this.#done, this.#bytes] = [0, 0]
    this.#second = second
    if (bytes > bytesMax || this.#done >= checksPerSecond || this.#bytes + bytes > bytesPerSecond) return false
    this.#done += 1
    this.#bytes += bytes
    return true
  }

  /** What is wrong with it, in a sentence; undefined when nothing is. */
  fault(transmission: Transmission, envelope: string): string | undefined {
    try {
      const read = readEnvelope(envelope)
      const changed = members.filter((member) => read[member] !== transmission[member])
      if (read.instanceId !== transmission.transmissionUuid) return 'The envelope names another transmission'
      if (changed.length > 0) return `The envelope does not say what was handed over: ${changed.join(', ')}`
      if (transmission.corner === 'C3') return undefined
      const findings = this.#rulebook.judge(read.document, 'tdd')
      if (!isFatal(findings)) return undefined
      return `The tax data document breaks ${ruleIdsOf(findings).join(', ')}`
    } catch (error) {
      if (error instanceof EnvelopeUnreadable) return error.message
      throw error
    }
  }
}

const checksPerSecond = 100
/** A tenth of a second's work. */
const bytesPerSecond = 1_000_000
/** A few milliseconds' work; a document that is longer is never looked at. */
const bytesMax = 100_000
const members = ['senderId', 'receiverId', 'docTypeId', 'processId', 'country', 'createdAt'] as const

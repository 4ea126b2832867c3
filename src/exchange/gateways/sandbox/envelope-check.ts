import type { Clock } from '../../../clock/clock.ts'
import { isFatal, type Rulebook, ruleIdsOf } from '../../../rulebook/rulebook.ts'
import { EnvelopeUnreadable, readEnvelope } from '../../../ubl/network/read-envelope.ts'
import type { Transmission } from '../../gateway.ts'

/**
 * Checks envelopes as the receiver would: reads them again, and judges tax data documents by their
 * rules. That is the slowest thing the sandbox does and it blocks others, so it checks only short
 * documents, and only the first ones of each second: all that a person sends, a sample of a
 * benchmark.
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

  /** A sentence about the first fault, or undefined. */
  fault(transmission: Transmission, envelope: string): string | undefined {
    try {
      const read = readEnvelope(envelope)
      const changed = checkedMembers.filter((member) => read[member] !== transmission[member])
      if (read.instanceId !== transmission.transmissionUuid) return 'The envelope names another transmission'
      if (changed.length > 0) return `The envelope differs from the transmission: ${changed.join(', ')}`
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
/** About a tenth of a second of work. */
const bytesPerSecond = 1_000_000
/** A few milliseconds of work. Longer documents are never checked. */
const bytesMax = 100_000
const checkedMembers = ['senderId', 'receiverId', 'docTypeId', 'processId', 'country', 'createdAt'] as const

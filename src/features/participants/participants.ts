import { message } from '@selfbill/pint-ae/messages'
import { LRUCache } from 'lru-cache'
import { LookupFailed, type ParticipantRegister, type Registration } from './register.ts'

/**
 * Looks participants up and remembers the answers for a while, but not failures. Two callers who
 * ask about one participant share a lookup.
 */
export class Participants {
  readonly #register: ParticipantRegister
  readonly #now: () => number
  readonly #known = new LRUCache<string, Known>({
    maxSize: charactersMax,
    sizeCalculation: ({ lookup }) => JSON.stringify(lookup).length,
  })
  readonly #running = new Map<string, Promise<Lookup>>()

  constructor(register: ParticipantRegister, now: () => number) {
    this.#register = register
    this.#now = now
  }

  /**
   * What the register knows about a participant such as `0235:1345678901`, at most ten minutes old.
   * Throws `LookupFailed`.
   */
  lookUp(participantId: string): Promise<Lookup> {
    // Ids of participants are the same in any case.
    const key = participantId.toLowerCase()
    const known = this.#known.get(key)
    if (known !== undefined && known.until > this.#now()) return Promise.resolve(known.lookup)
    const running = this.#running.get(key)
    if (running !== undefined) return running
    if (this.#running.size >= lookupsMax) return Promise.reject(new LookupFailed('away', message('lookups_busy')))
    const lookup = this.#lookUp(participantId, key).finally(() => this.#running.delete(key))
    this.#running.set(key, lookup)
    return lookup
  }

  async #lookUp(participantId: string, key: string): Promise<Lookup> {
    const registration = await this.#register.lookUp(participantId, AbortSignal.timeout(lookupMs))
    const at = this.#now()
    const lookup = { registration: registration ?? null, at }
    this.#known.set(key, { lookup, until: at + (registration === undefined ? unknownMs : knownMs) })
    return lookup
  }
}

/** What the register said. */
export interface Lookup {
  /** Null: not registered. */
  readonly registration: Registration | null
  /** When it said so, ms since 1970. */
  readonly at: number
}

interface Known {
  readonly lookup: Lookup
  readonly until: number
}

/** Registrations change rarely; who has just asked a supplier to register asks again soon. */
const knownMs = 10 * 60_000
const unknownMs = 60_000
/** Of one lookup, with all its requests. */
const lookupMs = 10_000
/** At the same time, in this process. */
const lookupsMax = 32
/** Of remembered answers: some 10,000 usual ones. */
const charactersMax = 16_000_000

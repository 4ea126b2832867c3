import type { BreakerState } from './worker/breaker.ts'

/**
 * Chooses the access point of each new document. They take turns, and one that is away is passed
 * over. While its breaker is half open it gets a document now and then, because only a
 * transmission shows that it is back. If all are away, they take turns again: the legs wait, and
 * none has to catch up alone. Source: docs/decisions/0096.
 */
export class AccessPointChoice {
  readonly #candidates: readonly Candidate[]
  readonly #now: () => number
  readonly #probedAt = new Map<string, number>()
  #turn = 0

  /** `candidates` has at least one element; `now` is in ms. */
  constructor(candidates: readonly Candidate[], now: () => number) {
    this.#candidates = candidates
    this.#now = now
  }

  /** The name of an access point. */
  next(): string {
    const inTurn = this.#inTurn()
    const chosen = inTurn.find((candidate) => this.#isUsable(candidate)) ?? inTurn[0]
    if (chosen === undefined) throw new Error('there is no access point for new legs')
    this.#turn = (this.#candidates.indexOf(chosen) + 1) % this.#candidates.length
    return chosen.name
  }

  #inTurn(): readonly Candidate[] {
    return [...this.#candidates.slice(this.#turn), ...this.#candidates.slice(0, this.#turn)]
  }

  #isUsable({ name, state, wantsProbe }: Candidate): boolean {
    if (state().kind === 'closed') return true
    const now = this.#now()
    if (!wantsProbe() || now < (this.#probedAt.get(name) ?? Number.NEGATIVE_INFINITY) + probeEveryMs) return false
    this.#probedAt.set(name, now)
    return true
  }
}

interface Candidate {
  readonly name: string
  readonly state: () => BreakerState
  /** Whether a transmission is needed to find out if the access point is back. */
  readonly wantsProbe: () => boolean
}

/** Often enough that a lost probe is soon followed by another. */
const probeEveryMs = 5_000

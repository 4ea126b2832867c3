/**
 * Counts requests by key in the current window, in the memory of this process. With shared counts,
 * the requests of a tenth of a second are added to those together, and the sums of all instances
 * replace ours. So no request waits for the database to be counted, and instances together may
 * exceed a limit by what arrives in that time.
 */
export class RateWindows {
  readonly #sharing: Sharing | undefined
  #startsAt = 0
  /** Requests by key: of all instances as far as known, and of this one. */
  #requests = new Map<string, number>()
  /** Those of this instance that the others do not know of. */
  #unshared = new Map<string, number>()
  #isSharing = false

  /** Without `sharing` this process is the only one. */
  constructor(sharing?: Sharing) {
    this.#sharing = sharing
  }

  /**
   * The requests of the key in the window that starts at `startsAt` (ms), including this one. A new
   * window drops the counts of the last one.
   */
  hit(key: string, startsAt: number): number {
    if (startsAt !== this.#startsAt) {
      this.#startsAt = startsAt
      this.#requests = new Map()
      this.#unshared = new Map()
    }
    if (this.#sharing !== undefined) {
      add(this.#unshared, key, 1)
      if (!this.#isSharing) void this.#share(this.#sharing)
    }
    return add(this.#requests, key, 1)
  }

  /** Requests that cannot be shared now are shared with the next ones. */
  async #share({ counts, clock, onTrouble }: Sharing): Promise<void> {
    this.#isSharing = true
    try {
      while (this.#unshared.size > 0) {
        await clock.sleep(gatherMs)
        await this.#shareGathered(counts)
      }
    } catch (error) {
      onTrouble(error)
    } finally {
      this.#isSharing = false
    }
  }

  async #shareGathered(counts: SharedCounts): Promise<void> {
    const startsAt = this.#startsAt
    const gathered = this.#unshared
    this.#unshared = new Map()
    try {
      const sums = await counts.add(startsAt, gathered)
      if (startsAt !== this.#startsAt) return
      for (const [key, sum] of sums) this.#requests.set(key, sum + (this.#unshared.get(key) ?? 0))
    } catch (error) {
      if (startsAt === this.#startsAt) for (const [key, count] of gathered) add(this.#unshared, key, count)
      throw error
    }
  }
}

/** Counts of all instances together. */
export interface SharedCounts {
  /**
   * Adds requests by key to the window that starts at `startsAt` (ms). Resolves to the sums of
   * these keys.
   */
  add(startsAt: number, requests: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>>
}

interface Sharing {
  readonly counts: SharedCounts
  readonly clock: { sleep(ms: number): Promise<void> }
  readonly onTrouble: (error: unknown) => void
}

function add(counts: Map<string, number>, key: string, count: number): number {
  const sum = (counts.get(key) ?? 0) + count
  counts.set(key, sum)
  return sum
}

/** The requests of this time are added together. */
const gatherMs = 100

/**
 * A fixed window of one minute per account and operation, shared by all instances through the
 * store. Source: docs/contract.md#requests, docs/contract.md#access.
 */
export class RateLimit {
  readonly #windows: RateWindows
  readonly #requestsMax: RateLimits
  readonly #now: () => number

  constructor(windows: RateWindows, requestsMax: RateLimits, now: () => number) {
    this.#windows = windows
    this.#requestsMax = requestsMax
    this.#now = now
  }

  /** Counts one request. `resetAt` is in Unix seconds, `retryAfter` in seconds. */
  async hit(account: string, operation: string, kind: keyof RateLimits = 'usual'): Promise<RateState> {
    const limit = this.#requestsMax[kind]
    const now = this.#now()
    const startsAt = now - (now % windowMs)
    const used = await this.#windows.hit(`${account} ${operation}`, startsAt)
    return {
      limit,
      remaining: Math.max(0, limit - used),
      resetAt: (startsAt + windowMs) / 1000,
      retryAfter: Math.max(1, Math.ceil((startsAt + windowMs - now) / 1000)),
      isExceeded: used > limit,
    }
  }
}

/** Requests a minute, by the kind of the operation. */
export interface RateLimits {
  readonly usual: number
  readonly profiles: number
  readonly tokens: number
  /** Of operations without a token. */
  readonly public: number
}

export interface RateState {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: number
  readonly retryAfter: number
  readonly isExceeded: boolean
}

/** Counts per key and window: the store's shared ones, or those of this process. */
export interface RateWindows {
  /**
   * How many requests the key has made in the window that starts at `startsAt` (ms), this one
   * included.
   */
  hit(key: string, startsAt: number): Promise<number>
}

/**
 * Windows of one process; the last window's counts are dropped as a whole when the next one begins.
 */
export class MemoryWindows implements RateWindows {
  #startsAt = 0
  #counts = new Map<string, number>()

  async hit(key: string, startsAt: number): Promise<number> {
    if (startsAt !== this.#startsAt) {
      this.#startsAt = startsAt
      this.#counts = new Map()
    }
    const used = (this.#counts.get(key) ?? 0) + 1
    this.#counts.set(key, used)
    return used
  }
}

const windowMs = 60_000

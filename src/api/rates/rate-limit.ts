/**
 * Limits requests per account and operation in fixed windows of one minute, which all instances
 * share through the store. Source: docs/contract.md#requests, docs/contract.md#access.
 */
export class RateLimit {
  readonly #windows: RateWindows
  readonly #requestsMax: RateLimits
  readonly #now: () => number
  /**
   * The keys that exceeded their limit, in the window that starts at `#startsAt`. Their other
   * requests are not counted: a flood of refused requests would be a flood of writes to the store.
   */
  #exceeded = new Set<string>()
  #startsAt = 0

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
    const remaining = await this.#remaining(`${account} ${operation}`, startsAt, limit)
    return {
      limit,
      remaining: Math.max(0, remaining),
      resetAt: (startsAt + windowMs) / 1000,
      retryAfter: Math.max(1, Math.ceil((startsAt + windowMs - now) / 1000)),
      isExceeded: remaining < 0,
    }
  }

  /** Requests that the key has left after this one. Negative: this one is beyond the limit. */
  async #remaining(key: string, startsAt: number, limit: number): Promise<number> {
    if (startsAt !== this.#startsAt) {
      this.#startsAt = startsAt
      this.#exceeded = new Set()
    }
    const exceeded = this.#exceeded
    if (exceeded.has(key)) return -1
    const remaining = limit - (await this.#windows.hit(key, startsAt))
    if (remaining < 0) exceeded.add(key)
    return remaining
  }
}

/** Requests per minute, by kind of operation. */
export interface RateLimits {
  readonly usual: number
  readonly profiles: number
  readonly tokens: number
  /** For operations without a token. */
  readonly public: number
}

export interface RateState {
  readonly limit: number
  readonly remaining: number
  readonly resetAt: number
  readonly retryAfter: number
  readonly isExceeded: boolean
}

/** Counts requests per key and window, in the store for all instances or in this process. */
export interface RateWindows {
  /**
   * The number of requests of the key in the window that starts at `startsAt` (ms), including this
   * one.
   */
  hit(key: string, startsAt: number): Promise<number>
}

/** The windows of one process. A new window drops all counts of the last one. */
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

import type { RateWindows } from './rate-windows.ts'

/**
 * Limits requests per account and operation in fixed windows of one minute, which all instances
 * share. Source: docs/contract.md#requests, docs/contract.md#access.
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

  /** Requests a minute. */
  maxOf(kind: keyof RateLimits): number {
    return this.#requestsMax[kind]
  }

  /** Counts one request. `resetAt` is in Unix seconds, `retryAfter` in seconds. */
  hit(account: string, operation: string, kind: keyof RateLimits = 'usual'): RateState {
    const limit = this.#requestsMax[kind]
    const now = this.#now()
    const startsAt = now - (now % windowMs)
    const used = this.#windows.hit(`${account} ${operation}`, startsAt)
    return {
      limit,
      remaining: Math.max(0, limit - used),
      resetAt: (startsAt + windowMs) / 1000,
      retryAfter: Math.max(1, Math.ceil((startsAt + windowMs - now) / 1000)),
      isExceeded: used > limit,
    }
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

const windowMs = 60_000

/** The time, and how to wait. The composition root passes the real clock; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /**
   * The moment since which no jump of the clock can have shortened a span, in the time of `now`. A
   * span that began earlier may be shorter than it looks.
   */
  steadySince(): number
  /**
   * Resolves after `ms`, or when the signal aborts; never rejects. Less than 0 is a moment that has
   * passed since the caller looked at the clock: it resolves soon.
   */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
  /** Milliseconds by a timer that nobody can set. Only differences mean something. */
  steady(): number
  /** Calls `work` after `ms`. Returns what takes the call back. */
  timer(ms: number, work: () => void): () => void
  /** Resolves when everything that waits for its turn now has had it. */
  turn(): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  steadySince: () => Number.NEGATIVE_INFINITY,
  // The promises of node:timers make an error, with its stack, for every sleep that ends early.
  sleep(ms, signal) {
    const { promise, resolve } = Promise.withResolvers<void>()
    if (signal?.aborted === true) return Promise.resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, Math.max(0, ms))
    signal?.addEventListener('abort', end)
    return promise
  },
  steady: () => performance.now(),
  timer(ms, work) {
    const timer = setTimeout(work, ms)
    return () => clearTimeout(timer)
  },
  turn: () => new Promise((resolve) => setImmediate(resolve)),
}

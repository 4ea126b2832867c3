import { setTimeout as delay } from 'node:timers/promises'

/** The time, and how to wait. The composition root passes the real clock; tests pass their own. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms`, or when the signal aborts; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await delay(ms, undefined, signal === undefined ? undefined : { signal }).catch(() => undefined)
  },
}

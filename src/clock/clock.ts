import { setTimeout as delay } from 'node:timers/promises'

/**
 * What time it is, and how to wait. The composition root hands in the real one; a test may hand in
 * its own.
 */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number
  /** Resolves after `ms`, or at once when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  async sleep(ms, signal) {
    await delay(ms, undefined, signal === undefined ? undefined : { signal }).catch(() => undefined)
  },
}

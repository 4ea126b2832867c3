import { setTimeout as delay } from 'node:timers/promises'

/**
 * Repeats `check`, soon and then less often, until it returns something; fails after `limitMs`.
 * `firstPauseMs`: longer where each check costs what the test counts.
 */
export async function eventually<T>(
  check: () => Promise<T | undefined | false>,
  limitMs = 60_000,
  firstPauseMs = 5,
): Promise<T> {
  let pauseMs = firstPauseMs
  const pauseMaxMs = Math.max(firstPauseMs, 100)
  for (const end = Date.now() + limitMs; ; pauseMs = Math.min(pauseMs * 1.3, pauseMaxMs)) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`nothing after ${limitMs} ms`)
    await delay(pauseMs)
  }
}

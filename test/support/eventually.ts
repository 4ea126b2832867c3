import { setTimeout as delay } from 'node:timers/promises'

/** Repeats `check`, soon and then less often, until it returns something; fails after `limitMs`. */
export async function eventually<T>(check: () => Promise<T | undefined | false>, limitMs = 60_000): Promise<T> {
  let pauseMs = 5
  for (const end = Date.now() + limitMs; ; pauseMs = Math.min(pauseMs * 1.3, 100)) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`nothing after ${limitMs} ms`)
    await delay(pauseMs)
  }
}

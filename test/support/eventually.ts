import { setTimeout as delay } from 'node:timers/promises'

/** Waits until `check` answers something; fails after `limitMs`. */
export async function eventually<T>(check: () => Promise<T | undefined | false>, limitMs = 60_000): Promise<T> {
  for (const end = Date.now() + limitMs; ; ) {
    const found = await check()
    if (found !== undefined && found !== false) return found
    if (Date.now() > end) throw new Error(`nothing after ${limitMs} ms`)
    await delay(10)
  }
}

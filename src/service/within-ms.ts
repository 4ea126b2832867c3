import { setTimeout as delay } from 'node:timers/promises'

/**
 * Whether the work is done in so many milliseconds; it goes on when it is not. Work that fails in
 * that time is not done.
 */
export async function isDoneWithinMs(work: Promise<unknown>, ms: number): Promise<boolean> {
  const over = new AbortController()
  const { signal } = over
  const done = work.then(
    () => true,
    () => false,
  )
  const late = delay(ms, false, { signal }).catch(() => false)
  const isDone = await Promise.race([done, late])
  over.abort()
  return isDone
}

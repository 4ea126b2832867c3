import { setTimeout as delay } from 'node:timers/promises'

/**
 * Whether the work succeeds within `ms` milliseconds. False if it fails in that time; slow work
 * goes on.
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

import { spreadMs } from '../clock/backoff.ts'

/**
 * When to retry after this many failed attempts; undefined if the delivery is given up. Ten retries
 * within a day. Each is up to a tenth early at random, so that deliveries that failed together do
 * not come back together.
 */
export function nextAttemptAt(
  attempts: number,
  moment: { readonly now: number; readonly random: number },
): number | undefined {
  const delayMs = delaysMs[attempts - 1]
  return delayMs === undefined ? undefined : moment.now + spreadMs(delayMs, 1 / 10, moment.random)
}

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const delaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  1 * hour,
  2 * hour,
  4 * hour,
  8 * hour,
  8 * hour,
]

/**
 * A webhook whose attempts have all failed for this long is disabled when its next delivery is
 * given up.
 */
export const failingMaxMs = 3 * 24 * hour

/**
 * When a delivery is tried again after so many failed attempts; undefined: it is given up. Ten more
 * attempts within a day, each a little early by chance, so that what failed together does not come
 * back together.
 */
export function nextAttemptAt(
  attempts: number,
  moment: { readonly now: number; readonly random: number },
): number | undefined {
  const delayMs = delaysMs[attempts - 1]
  return delayMs === undefined ? undefined : moment.now + Math.round(delayMs * (0.9 + moment.random / 10))
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
 * A webhook of which every attempt has failed for so long is switched off with the next delivery
 * that is given up.
 */
export const failingMaxMs = 3 * 24 * hour

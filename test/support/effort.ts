/**
 * How much an open-ended test does: `quick` in `npm test`, `long` with `LONG=1`, otherwise `full`,
 * in `npm run test:ci` and for a file run by itself.
 */
export const effort: Effort =
  process.env.LONG !== undefined ? 'long' : process.env.TEST_TIER === 'quick' ? 'quick' : 'full'

export type Effort = 'quick' | 'full' | 'long'

/**
 * One count for each effort, of random cases for example: `times({ quick: 20, full: 200, long: 5000
 * })`.
 */
export function times(counts: Readonly<Record<Effort, number>>): number {
  return counts[effort]
}

/** A test's `skip`: too slow for `npm test`, in a file that is otherwise quick. */
export const inFullRunOnly: string | false = effort === 'quick' && 'in npm run test:ci'

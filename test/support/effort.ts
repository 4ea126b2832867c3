/**
 * How much a test does that could go on for ever: `quick` in `npm test`, `long` under `LONG=1`,
 * and `full` otherwise, in `npm run test:ci` and for a file that is run by itself.
 */
export const effort: Effort =
  process.env.LONG !== undefined ? 'long' : process.env.TEST_TIER === 'quick' ? 'quick' : 'full'

export type Effort = 'quick' | 'full' | 'long'

/** A count for each, of random cases for example: `times({ quick: 20, full: 200, long: 5000 })`. */
export function times(counts: Readonly<Record<Effort, number>>): number {
  return counts[effort]
}

/** For a test's `skip`: too slow for `npm test`, in a file whose other tests are not. */
export const inFullRunOnly: string | false = effort === 'quick' && 'in npm run test:ci'

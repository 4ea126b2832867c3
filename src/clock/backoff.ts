/** The wait after so many failures before the last one: it doubles, up to the longest one. */
export function backoffMs({ firstMs, lastMs, spread }: Backoff, failures: number, random: number): number {
  return spreadMs(Math.min(lastMs, firstMs * 2 ** Math.min(failures, 30)), spread, random)
}

export interface Backoff {
  readonly firstMs: number
  readonly lastMs: number
  /** See `spreadMs`. */
  readonly spread: number
}

/**
 * The wait without up to `spread` of it, by chance, so that what failed together does not come back
 * together. `random` is in [0, 1).
 */
export function spreadMs(ms: number, spread: number, random: number): number {
  return Math.round(ms * (1 - spread * (1 - random)))
}

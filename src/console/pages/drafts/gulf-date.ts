/** Documents are dated in Gulf Standard Time. */
export function gulfDate(now: number): string {
  return new Date(now + gulfMs).toISOString().slice(0, 10)
}

const gulfMs = 4 * 3_600_000

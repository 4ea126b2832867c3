/** Date and time in Gulf Standard Time (UTC+4, no summer time): `2026-07-15`, `09:30:00+04:00`. */
export function gulfTime(instantMs: number): readonly [date: string, time: string] {
  const shifted = new Date(instantMs + offsetMs).toISOString()
  return [shifted.slice(0, 10), `${shifted.slice(11, 19)}+04:00`]
}

/** The start of a Gulf Standard Time day, in ms since 1970. */
export function startOfGulfDay(date: string): number {
  return Date.parse(`${date}T00:00:00+04:00`)
}

const offsetMs = 4 * 60 * 60 * 1000

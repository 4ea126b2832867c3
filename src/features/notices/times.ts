import { gulfTime, startOfGulfDay } from '@selfbill/pint-ae/document'
import { backoffMs } from '../../clock/backoff.ts'

/** When the next daily digest leaves: the hour of Gulf Standard Time, after `now`. */
export function nextDigest(now: number, hour: number): number {
  const [today] = gulfTime(now)
  const at = startOfGulfDay(today) + hour * hourMs
  return at > now ? at : at + 24 * hourMs
}

/** `2026-11-22 09:30` in Gulf Standard Time. */
export function shownTime(at: number): string {
  const [date, time] = gulfTime(at)
  return `${date} ${time.slice(0, 5)}`
}

/** When to try again after so many refusals of an address: a minute, doubled up to four hours. */
export function retryDelayMs(attempts: number): number {
  return backoffMs({ firstMs: 60_000, lastMs: 4 * hourMs, spread: 0 }, attempts, 0)
}

export const hourMs = 3_600_000

import { gulfTime } from '@selfbill/pint-ae/document'

/**
 * The last day on which an outage can be reported to the tax authority: the second business day
 * after the day on which it began, in Gulf Standard Time, `2026-07-15`. Business days are Monday to
 * Friday; public holidays are not known here and would allow more time.
 */
export function reportBy(startedAt: number): string {
  const [start] = gulfTime(startedAt)
  const day = new Date(`${start}T00:00:00Z`)
  for (let businessDays = 0; businessDays < 2; ) {
    day.setUTCDate(day.getUTCDate() + 1)
    if (day.getUTCDay() !== saturday && day.getUTCDay() !== sunday) businessDays += 1
  }
  return day.toISOString().slice(0, 10)
}

const sunday = 0
const saturday = 6

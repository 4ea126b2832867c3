import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportBy } from './report-by.ts'

test('an outage is to be reported by the second business day after it began, in Gulf time', () => {
  const cases = [
    ['2026-11-16T10:00:00+04:00', '2026-11-18'], // Monday: Wednesday
    ['2026-11-19T10:00:00+04:00', '2026-11-23'], // Thursday: Friday, then Monday
    ['2026-11-20T10:00:00+04:00', '2026-11-24'], // Friday
    ['2026-11-21T10:00:00+04:00', '2026-11-24'], // Saturday
    ['2026-11-22T10:00:00+04:00', '2026-11-24'], // Sunday
    ['2026-11-16T19:59:59Z', '2026-11-18'],
    ['2026-11-16T20:00:00Z', '2026-11-19'], // Tuesday in the Gulf
    ['2026-12-31T10:00:00+04:00', '2027-01-04'],
  ] as const
  for (const [start, day] of cases) assert.equal(reportBy(Date.parse(start)), day, start)
})

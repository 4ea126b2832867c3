import { type Statement, sql } from './database/database.ts'

/**
 * The statements that let time pass for one organisation: what it waits for is due sooner by `ms`.
 * What becomes due is due now and no sooner, so it stands behind what others wait for already. Rows
 * in somebody's hands have no due time, and stay as they are; leases are in real time and are not
 * touched. The first statement answers `ahead_ms`, or no row when that would be more than `mostMs`;
 * then the others change nothing.
 */
export function passTime({ orgId, ms, mostMs, now, mark }: PassedTime): readonly Statement[] {
  const own = [orgId, mark, ms] as const
  return [
    // Two at once wait for each other here, so both count, and each answers its own sum.
    sql(
      `insert into sandbox_clocks (org_id, ahead_ms, mark) values ($1, $3, $2)
       on conflict (org_id) do update set ahead_ms = sandbox_clocks.ahead_ms + excluded.ahead_ms, mark = excluded.mark
       where sandbox_clocks.ahead_ms + excluded.ahead_ms <= $4 returning ahead_ms`,
      ...own,
      mostMs,
    ),
    sql(
      `update legs set ${bringForward('next_attempt_at')} where org_id = $1 and next_attempt_at > $4 and ${passed}`,
      ...own,
      now,
    ),
    // Since when a receipt has waited for its status: older than so many minutes, it is overdue.
    sql(
      `update legs set submitted_at = submitted_at - $3
       where org_id = $1 and status = 'SUBMITTED' and mls_overdue_at is null and ${passed}`,
      ...own,
    ),
    sql(
      `update webhook_deliveries set ${bringForward('next_attempt_at')} where org_id = $1 and next_attempt_at > $4 and ${passed}`,
      ...own,
      now,
    ),
    sql(
      `update webhooks set failing_since = failing_since - $3 where org_id = $1 and failing_since is not null and ${passed}`,
      ...own,
    ),
  ]
}

export interface PassedTime {
  readonly orgId: string
  readonly ms: number
  /** How much an organisation may let pass in all. */
  readonly mostMs: number
  /** The real time, ms since 1970. */
  readonly now: number
  /** A new random word. */
  readonly mark: string
}

/** For `$3` the time that passes and `$4` the real time. */
export function bringForward(column: string): string {
  return `${column} = case when ${column} - $3 > $4 then ${column} - $3 else $4 end`
}

/** True when the first statement let the time pass, for `$1` the organisation and `$2` the mark. */
export const passed = 'exists (select 1 from sandbox_clocks c where c.org_id = $1 and c.mark = $2)'

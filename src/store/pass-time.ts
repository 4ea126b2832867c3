import { integer } from './database/columns.ts'
import { type Database, type Statement, sql } from './database/database.ts'

/**
 * Moves the due times of one organisation forward by `ms`, and returns by how much it has moved
 * them in all; undefined, and nothing changed, when that would be more than `mostMs`. Work that
 * becomes due is due now and no earlier, so that it queues behind other organisations' work. Rows
 * that a worker holds have no due time and stay as they are; leases keep real time.
 */
export async function passTime(db: Database, pass: PassedTime): Promise<number | undefined> {
  const [[row] = []] = await db.transaction([
    advanceClock(pass),
    ...[advanceLegs, advanceReceipts, advanceDeliveries, advanceFailures, advanceVerdicts].map((advance) =>
      advance(pass),
    ),
  ])
  return row && integer(row, 'ahead_ms')
}

/** Two advances at once wait for each other here: both count, and each returns its own sum. */
function advanceClock({ orgId, mark, ms, mostMs }: PassedTime): Statement {
  return sql(
    `insert into sandbox_clocks (org_id, ahead_ms, mark) values ($1, $3, $2)
     on conflict (org_id) do update set ahead_ms = sandbox_clocks.ahead_ms + excluded.ahead_ms, mark = excluded.mark
     where sandbox_clocks.ahead_ms + excluded.ahead_ms <= $4 returning ahead_ms`,
    orgId,
    mark,
    ms,
    mostMs,
  )
}

function advanceLegs({ orgId, mark, ms, now }: PassedTime): Statement {
  return sql(
    `update legs set ${bringForward('next_attempt_at')} where org_id = $1 and next_attempt_at > $4 and ${passed}`,
    orgId,
    mark,
    ms,
    now,
  )
}

/** A status is overdue some minutes after the receipt. */
function advanceReceipts({ orgId, mark, ms }: PassedTime): Statement {
  return sql(
    `update legs set submitted_at = submitted_at - $3
     where org_id = $1 and status = 'SUBMITTED' and mls_overdue_at is null and ${passed}`,
    orgId,
    mark,
    ms,
  )
}

function advanceDeliveries({ orgId, mark, ms, now }: PassedTime): Statement {
  return sql(
    `update webhook_deliveries set ${bringForward('next_attempt_at')}
     where org_id = $1 and next_attempt_at > $4 and ${passed}`,
    orgId,
    mark,
    ms,
    now,
  )
}

/** A webhook that fails for days is switched off. */
function advanceFailures({ orgId, mark, ms }: PassedTime): Statement {
  return sql(
    `update webhooks set failing_since = failing_since - $3
     where org_id = $1 and failing_since is not null and ${passed}`,
    orgId,
    mark,
    ms,
  )
}

/** The verdicts that the sandbox owes on the organisation's legs, except those on their way. */
function advanceVerdicts({ orgId, mark, ms, now }: PassedTime): Statement {
  const statement = sql(
    // A cluster refuses the legs in an `exists` (docs/decisions/0102).
    `update sandbox_transmissions set ${bringForward('verdict_due_at')}
     where verdict_due_at > $4 and in_hand = 0 and ${passed}
       and transmission_uuid in (select l.transmission_uuid from legs l where l.org_id = $1)`,
    orgId,
    mark,
    ms,
    now,
  )
  // Few are due, but a third of all are after a time that PostgreSQL does not know.
  return { ...statement, isPlannedByValues: true }
}

export interface PassedTime {
  readonly orgId: string
  readonly ms: number
  /** The most that the organisation may be ahead. */
  readonly mostMs: number
  /** The real time, ms since 1970. */
  readonly now: number
  /** A new random word. */
  readonly mark: string
}

/** For `$3` the time that passes and `$4` the real time. */
function bringForward(column: string): string {
  return `${column} = case when ${column} - $3 > $4 then ${column} - $3 else $4 end`
}

/** True when the clock was advanced, for `$1` the organisation and `$2` the mark. */
const passed = 'exists (select 1 from sandbox_clocks c where c.org_id = $1 and c.mark = $2)'

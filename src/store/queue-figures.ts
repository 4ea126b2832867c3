import { integer, integerOrNull, onlyRow } from './database/columns.ts'
import type { Database } from './database/database.ts'
import { sql } from './database/database.ts'
import { acrossOrganisations } from './database/organisation.ts'
import { dueOfAll } from './legs/due-legs.ts'
import type { Corner } from './legs/legs.ts'

/**
 * The depth and age of the queue of legs over all organisations, by state. Each figure has its own
 * index and stops counting at `countedMax`, so that a million legs cost no more than that.
 */
export async function queueFigures(db: Database, now: number): Promise<readonly QueueFigure[]> {
  const figures = await Promise.all([
    figure(db, 'due', 'next_attempt_at', { where: `next_attempt_at <= $1 and ${dueOfAll}`, now }),
    figure(db, 'waiting', 'next_attempt_at', { where: `next_attempt_at > $1 and ${dueOfAll}`, now }),
    // Not `status =`: PostgreSQL would take the index by status, which holds all legs.
    figure(db, 'sending', 'lease_until', {
      where: `lease_until is not null and case when status = 'SENDING' then 1 else 0 end = 1`,
    }),
    figure(db, 'submitted', 'submitted_at', { where: `status = 'SUBMITTED' and mls_overdue_at is null` }),
    figure(db, 'overdue', 'submitted_at', {
      where: `status = 'SUBMITTED' and mls_overdue_at is not null`,
      order: 'mls_overdue_at',
    }),
    figure(db, 'stalled', 'updated_at', { where: `status = 'STALLED'` }),
  ])
  return figures.flat()
}

/**
 * `due`: ready to send. `waiting`: for a retry. `sending`: a worker has it. `submitted`: waits for
 * its status, not overdue. `overdue`: marked as such in the document's log. `stalled`: needs a
 * person. Every open leg is in one of these states, except a withdrawal that waits for its report.
 */
export type QueueState = 'due' | 'waiting' | 'sending' | 'submitted' | 'overdue' | 'stalled'

export interface QueueFigure {
  readonly corner: Corner
  readonly state: QueueState
  /** For both corners together at most `countedMax`, which then means "that many or more". */
  readonly legs: number
  /**
   * ms since 1970, of the leg that has been in this state longest: when it was due, when its
   * receipt was confirmed, or when its last attempt ended; null if there is no leg. For `waiting`
   * and `sending`, when the first retry is due or the first lease ends.
   */
  readonly at: number | null
}

/** Counting this many takes about 20 ms on either database. */
const countedMax = 100_000

/** Without `group by`, which would sort. */
async function figure(
  db: Database,
  state: QueueState,
  at: string,
  { where, order = at, now }: { readonly where: string; readonly order?: string; readonly now?: number },
): Promise<readonly QueueFigure[]> {
  const of = (corner: Corner) => `filter (where corner = '${corner}') as`
  const rows = await db.query(
    acrossOrganisations(
      'queue of legs',
      sql(
        `select count(*) ${of('C3')} c3, count(*) ${of('C5')} c5, min(at) ${of('C3')} c3_at, min(at) ${of('C5')} c5_at
       from (select corner, ${at} as at from legs where ${where} order by ${order} limit ${countedMax}) as counted`,
        ...(now === undefined ? [] : [now]),
      ),
    ),
  )
  const row = onlyRow(rows)
  return [
    { corner: 'C3', state, legs: integer(row, 'c3'), at: integerOrNull(row, 'c3_at') },
    { corner: 'C5', state, legs: integer(row, 'c5'), at: integerOrNull(row, 'c5_at') },
  ]
}

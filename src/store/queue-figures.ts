import { integer, integerOrNull, onlyRow } from './database/columns.ts'
import type { Database } from './database/database.ts'
import { sql } from './database/database.ts'
import type { Corner } from './legs/legs.ts'

/**
 * How many legs wait for what, and since when, over all organisations: the queue's depth and age;
 * and how many deliveries of webhooks. Each figure is read from an index of its own and counts to
 * `countedMax`, so that a million legs cost no more than that many.
 */
export async function queueFigures(db: Database, now: number): Promise<QueueFigures> {
  const legs = Promise.all([
    figure(db, 'due', 'next_attempt_at', { where: 'next_attempt_at <= $1', now }),
    figure(db, 'waiting', 'next_attempt_at', { where: 'next_attempt_at > $1', now }),
    figure(db, 'sending', 'lease_until', { where: `lease_until is not null and status = 'SENDING'` }),
    figure(db, 'submitted', 'submitted_at', { where: `status = 'SUBMITTED' and mls_overdue_at is null` }),
    figure(db, 'overdue', 'submitted_at', {
      where: `status = 'SUBMITTED' and mls_overdue_at is not null`,
      order: 'mls_overdue_at',
    }),
    figure(db, 'stalled', 'updated_at', { where: `status = 'STALLED'` }),
  ])
  const [figures, webhooks] = await Promise.all([legs, webhookFigures(db, now)])
  return { legs: figures.flat(), webhooks }
}

export interface QueueFigures {
  readonly legs: readonly QueueFigure[]
  readonly webhooks: WebhookFigures
}

/**
 * Deliveries of webhooks that are to be sent now, and later; and since when the longest due is, ms
 * since 1970, null for none.
 */
export interface WebhookFigures {
  readonly due: number
  readonly waiting: number
  readonly dueAt: number | null
}

/**
 * `due` to be sent now, `waiting` for a retry, `sending` in somebody's hands, `submitted` and its
 * status not overdue, `overdue` as its document's log says, `stalled` until a person comes. A leg
 * that has not ended is in one of them, but for a withdrawal that waits for its report.
 */
export type QueueState = 'due' | 'waiting' | 'sending' | 'submitted' | 'overdue' | 'stalled'

export interface QueueFigure {
  readonly corner: Corner
  readonly state: QueueState
  /** At most `countedMax` for both corners together: so many, or more. */
  readonly legs: number
  /**
   * The instant of the leg that has been there for longest, ms since 1970: when it was due, or its
   * receipt confirmed, or its last attempt over; null when there is none. For `waiting` and
   * `sending`, when the first retry or end of a lease comes.
   */
  readonly at: number | null
}

/** Counting so many takes some 20 ms on either database. */
const countedMax = 100_000

async function webhookFigures(db: Database, now: number): Promise<WebhookFigures> {
  const rows = await db.query(
    sql(
      `select count(*) filter (where next_attempt_at <= $1) as due, count(*) filter (where next_attempt_at > $1) as waiting,
         min(next_attempt_at) filter (where next_attempt_at <= $1) as due_at
       from (select next_attempt_at from webhook_deliveries where next_attempt_at is not null
         order by org_id, webhook_id, next_attempt_at limit ${countedMax}) as counted`,
      now,
    ),
  )
  const row = onlyRow(rows)
  return { due: integer(row, 'due'), waiting: integer(row, 'waiting'), dueAt: integerOrNull(row, 'due_at') }
}

/** No `group by`: that would sort. */
async function figure(
  db: Database,
  state: QueueState,
  at: string,
  { where, order = at, now }: { readonly where: string; readonly order?: string; readonly now?: number },
): Promise<readonly QueueFigure[]> {
  const of = (corner: Corner) => `filter (where corner = '${corner}') as`
  const rows = await db.query(
    sql(
      `select count(*) ${of('C3')} c3, count(*) ${of('C5')} c5, min(at) ${of('C3')} c3_at, min(at) ${of('C5')} c5_at
       from (select corner, ${at} as at from legs where ${where} order by ${order} limit ${countedMax}) as counted`,
      ...(now === undefined ? [] : [now]),
    ),
  )
  const row = onlyRow(rows)
  return [
    { corner: 'C3', state, legs: integer(row, 'c3'), at: integerOrNull(row, 'c3_at') },
    { corner: 'C5', state, legs: integer(row, 'c5'), at: integerOrNull(row, 'c5_at') },
  ]
}

import { integer, integerOrNull, text, textOrNull, word } from '../../store/database/columns.ts'
import { type Database, type Row, sql, type Value } from '../../store/database/database.ts'
import { deleteAged } from '../../store/database/delete-aged.ts'
import { fewRows } from '../../store/database/few-rows.ts'
import { type FeedRow, feedColumns } from '../../store/log/feed.ts'
import { eventRow, hasEvent, joinEvent, testColumns } from './event-rows.ts'
import { type DeliveryStatus, deliveryStatuses } from './settle-delivery.ts'

/** Newest event first, at most `limit`, each with all its attempts. */
export async function deliveriesOf(
  db: Database,
  orgId: string,
  webhookId: string,
  page: DeliveryPage,
): Promise<readonly Delivery[]> {
  const { isTest, limit, ...filter } = page
  const params: Value[] = [orgId, webhookId]
  const conditions = deliveryConditions(filter, params)
  const chosen = `select * from webhook_deliveries where org_id = $1 and webhook_id = $2
    and position ${isTest ? '<' : '>'} 0${conditions} order by position desc limit $${params.push(limit)}`
  const rows = await db.query({ ...sql(withAttempts(chosen), ...params), isPlannedByValues: true })
  return deliveriesIn(rows, orgId)
}

export async function findDelivery(
  db: Database,
  orgId: string,
  webhookId: string,
  eventId: string,
): Promise<Delivery | undefined> {
  const chosen = 'select * from webhook_deliveries where org_id = $1 and webhook_id = $2 and event_id = $3'
  const rows = await db.query(sql(withAttempts(chosen), orgId, webhookId, eventId))
  return deliveriesIn(rows, orgId)[0]
}

/**
 * Makes a delivery due at once with all its attempts available again. Leaves it alone while an
 * attempt is under way.
 */
export async function replayDelivery(
  db: Database,
  orgId: string,
  webhookId: string,
  eventId: string,
  now: number,
): Promise<void> {
  await db.query(
    sql(
      `update webhook_deliveries set status = 'PENDING', attempts = 0, next_attempt_at = $4, updated_at = $4
       where org_id = $1 and webhook_id = $2 and event_id = $3 and lease_owner is null`,
      orgId,
      webhookId,
      eventId,
      now,
    ),
  )
}

/** Deletes older attempts of every organisation: retention depends on age alone. */
export async function forgetAttempts(db: Database, before: number, isOver?: () => boolean): Promise<void> {
  await deleteAged(db, 'webhook_attempts', before, isOver)
}

/** The same for deliveries. */
export async function forgetDeliveries(db: Database, before: number, isOver?: () => boolean): Promise<void> {
  await deleteAged(db, 'webhook_deliveries', before, isOver)
}

export interface DeliveryPage extends DeliveryFilter {
  /** Those of test events instead of those of the feed. */
  readonly isTest?: boolean
  readonly limit: number
}

export interface Delivery {
  readonly row: FeedRow
  readonly eventId: string
  readonly status: DeliveryStatus
  /** Null when no attempt is planned, or while one is under way. */
  readonly nextAttemptAt: number | null
  /** Oldest first. */
  readonly attempts: readonly Attempt[]
}

export interface Attempt {
  /** ms since 1970. */
  readonly at: number
  /** Either the status code or the error is null. */
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
  /** The first kilobyte; null for an answer without a body, and for attempts from before. */
  readonly answerStart: string | null
}

/**
 * Reads deliveries and attempts in one statement. With two, an attempt could be missing from a
 * delivery that is already settled.
 */
function withAttempts(chosen: string): string {
  return `select ${feedColumns}, ${testColumns}, q.event_id, q.status, q.next_attempt_at,
      a.at as attempt_at, a.status_code, a.error, a.duration_ms, a.answer_start
    from (${chosen}) q
      ${joinEvent}
      left join webhook_attempts a on a.org_id = q.org_id and a.webhook_id = q.webhook_id and a.position = q.position
    where q.org_id = $1 and ${hasEvent} order by q.position desc, a.at, a.mark`
}

function deliveriesIn(rows: readonly Row[], orgId: string): readonly Delivery[] {
  const deliveries = new Map<string, Delivery & { readonly attempts: Attempt[] }>()
  for (const row of rows) {
    const eventId = text(row, 'event_id')
    const delivery = deliveries.get(eventId) ?? {
      row: eventRow(row, orgId),
      eventId,
      status: word(row, 'status', deliveryStatuses),
      nextAttemptAt: integerOrNull(row, 'next_attempt_at'),
      attempts: [],
    }
    if (row.attempt_at !== null) delivery.attempts.push(attemptOf(row))
    deliveries.set(eventId, delivery)
  }
  return [...deliveries.values()]
}

function attemptOf(row: Row): Attempt {
  return {
    at: integer(row, 'attempt_at'),
    statusCode: integerOrNull(row, 'status_code'),
    error: textOrNull(row, 'error'),
    durationMs: integer(row, 'duration_ms'),
    answerStart: textOrNull(row, 'answer_start'),
  }
}

/** Chooses deliveries of a webhook. All given members must match. */
export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined
  readonly documentId?: string | undefined
  readonly eventType?: string | undefined
  /** The time of the event, ms since 1970: from this time on, and before that. */
  readonly from?: number | undefined
  readonly to?: number | undefined
  /** A feed position: only earlier events. */
  readonly before?: number | undefined
}

/** The filter as conditions on `webhook_deliveries`; adds its values to `params`. */
function deliveryConditions(filter: DeliveryFilter, params: Value[]): string {
  const comparisons: readonly (readonly [string, Value | undefined])[] = [
    ['position <', filter.before],
    ['status =', filter.status],
    ['document_id =', filter.documentId],
    ['event_type =', filter.eventType],
    ['event_at >=', filter.from],
    ['event_at <', filter.to],
  ]
  return comparisons
    .filter((comparison): comparison is readonly [string, Value] => comparison[1] !== undefined)
    .map(([comparison, value]) => ` and ${comparison} $${params.push(value)}`)
    .join('')
}

/**
 * Makes deliveries due at once with all attempts available again, newest event first, at most
 * `limit`. Leaves alone those with an attempt under way.
 */
export async function replayDeliveries(
  db: Database,
  webhook: { readonly orgId: string; readonly id: string },
  filter: DeliveryFilter,
  { now, limit }: { readonly now: number; readonly limit: number },
): Promise<readonly ReplayedDelivery[]> {
  const params: Value[] = [webhook.orgId, webhook.id, now]
  const conditions = deliveryConditions(filter, params)
  const rows = await db.query({
    ...sql(
      `with chosen as (select position from webhook_deliveries
         where org_id = $1 and webhook_id = $2 and position > 0 and lease_owner is null${conditions}
         order by position desc limit ${limit} ${db.dialect.forUpdate})
       update webhook_deliveries set status = 'PENDING', attempts = 0, next_attempt_at = $3, updated_at = $3
       from ${fewRows('chosen', 'cast(position as text)')}
       where webhook_deliveries.org_id = $1 and webhook_deliveries.webhook_id = $2
         and webhook_deliveries.position = chosen.position
       returning webhook_deliveries.position, webhook_deliveries.event_id`,
      ...params,
    ),
    isPlannedByValues: true,
  })
  const replayed = rows.map((row) => ({ position: integer(row, 'position'), eventId: text(row, 'event_id') }))
  return replayed.toSorted((one, other) => other.position - one.position)
}

export interface ReplayedDelivery {
  readonly position: number
  readonly eventId: string
}

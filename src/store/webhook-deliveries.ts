import { integer, optionalInteger, optionalText, text } from './columns.ts'
import { type Database, type Row, sql } from './database.ts'
import { type FeedRow, feedColumns, feedRow } from './feed.ts'
import { type DeliveryStatus, deliveryStatuses } from './webhook-queue.ts'

/** What became of the deliveries of a webhook, for who asks, and the way to have one sent again. */
export class WebhookDeliveries {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The newest event first, at most `limit`, each with all of its attempts. */
  async list(orgId: string, webhookId: string, page: DeliveryPage): Promise<readonly Delivery[]> {
    const rows = await this.#database.query(
      sql(
        `select ${deliveryColumns} from webhook_deliveries q
           join events e on e.org_id = q.org_id and e.feed_position = q.position
           join documents d on d.org_id = e.org_id and d.id = e.document_id
         where q.org_id = $1 and q.webhook_id = $2 and q.position < $3 and (q.status = $4 or $4 = '')
         order by q.position desc limit $5`,
        orgId,
        webhookId,
        page.before ?? Number.MAX_SAFE_INTEGER,
        page.status ?? '',
        page.limit,
      ),
    )
    const last = rows.at(-1)
    if (last === undefined) return []
    const [from, to] = [integer(last, 'position'), integer(rows[0] ?? last, 'position')]
    const attempts = await this.#attempts(orgId, webhookId, from, to)
    return rows.map((row) => deliveryOf(row, orgId, attempts))
  }

  async find(orgId: string, webhookId: string, eventId: string): Promise<Delivery | undefined> {
    const [row] = await this.#database.query(
      sql(
        `select ${deliveryColumns} from webhook_deliveries q
           join events e on e.org_id = q.org_id and e.feed_position = q.position
           join documents d on d.org_id = e.org_id and d.id = e.document_id
         where q.org_id = $1 and q.webhook_id = $2 and q.event_id = $3`,
        orgId,
        webhookId,
        eventId,
      ),
    )
    if (row === undefined) return undefined
    const position = integer(row, 'position')
    return deliveryOf(row, orgId, await this.#attempts(orgId, webhookId, position, position))
  }

  /** Due at once, and all attempts are to be had again; one that is just under way is left to itself. */
  async replay(orgId: string, webhookId: string, eventId: string, now: number): Promise<void> {
    await this.#database.query(
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

  /** Drops what is older, of every organisation: it is about age alone. */
  async forget(before: number): Promise<void> {
    await this.#database.transaction([
      sql('delete from webhook_attempts where at <= $1', before),
      sql('delete from webhook_deliveries where updated_at <= $1', before),
    ])
  }

  async #attempts(orgId: string, webhookId: string, from: number, to: number): Promise<ReadonlyMap<number, Attempt[]>> {
    const rows = await this.#database.query(
      sql(
        `select position, at, status_code, error, duration_ms from webhook_attempts
         where org_id = $1 and webhook_id = $2 and position >= $3 and position <= $4 order by at, mark`,
        orgId,
        webhookId,
        from,
        to,
      ),
    )
    return Map.groupBy(rows.map(attemptOf), ({ position }) => position)
  }
}

export interface DeliveryPage {
  /** A position of the feed: what stands before it. */
  readonly before: number | undefined
  readonly status: DeliveryStatus | undefined
  readonly limit: number
}

export interface Delivery {
  readonly row: FeedRow
  readonly eventId: string
  readonly status: DeliveryStatus
  /** Null when none is to come, or one is under way. */
  readonly nextAttemptAt: number | null
  /** The oldest first. */
  readonly attempts: readonly Attempt[]
}

export interface Attempt {
  readonly position: number
  /** ms since 1970. */
  readonly at: number
  /** One of the two is null. */
  readonly statusCode: number | null
  readonly error: string | null
  readonly durationMs: number
}

const deliveryColumns = `${feedColumns}, q.position, q.event_id, q.status, q.next_attempt_at`

function deliveryOf(row: Row, orgId: string, attempts: ReadonlyMap<number, readonly Attempt[]>): Delivery {
  const status = deliveryStatuses.find((known) => known === row.status)
  if (status === undefined) throw new Error(`unknown status of a delivery in the database: ${String(row.status)}`)
  return {
    row: feedRow(row, orgId),
    eventId: text(row, 'event_id'),
    status,
    nextAttemptAt: optionalInteger(row, 'next_attempt_at') ?? null,
    attempts: attempts.get(integer(row, 'position')) ?? [],
  }
}

function attemptOf(row: Row): Attempt {
  return {
    position: integer(row, 'position'),
    at: integer(row, 'at'),
    statusCode: optionalInteger(row, 'status_code') ?? null,
    error: optionalText(row, 'error') ?? null,
    durationMs: integer(row, 'duration_ms'),
  }
}

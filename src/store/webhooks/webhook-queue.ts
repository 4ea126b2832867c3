import { randomUUID } from 'node:crypto'
import { integer, optionalInteger, optionalText, text } from '../database/columns.ts'
import { type Database, type Dialect, type Row, type Statement, sql } from '../database/database.ts'
import { feedColumns, feedRow } from '../log/feed.ts'
import type { ClaimedDelivery } from './claimed-delivery.ts'
import { type AttemptResult, settlement } from './settle-delivery.ts'
import { eventTypesOf } from './webhooks.ts'

/** Webhook deliveries as a queue of rows. Dispatchers share it; each row carries its own lease. */
export class WebhookQueue {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** The active webhooks of every organisation that is not revoked, and the work that each has. */
  async work(now: number): Promise<readonly WebhookWork[]> {
    // Each subquery is one step in an index. With `exists` a planner might read the whole table.
    const rows = await this.#database.query(
      sql(
        `select w.org_id, w.id, w.position, w.mark, w.event_types, w.failing_since,
           (select e.id from events e where e.org_id = w.org_id and e.revision is not null and e.feed_position is null
             order by e.id limit 1) as new_id,
           (select e.feed_position from events e where e.org_id = w.org_id and e.feed_position > w.position
             order by e.feed_position limit 1) as next_position,
           (select d.next_attempt_at from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
             and d.next_attempt_at is not null order by d.next_attempt_at limit 1) as due_at
         from webhooks w join organisations o on o.id = w.org_id
         where w.is_active = 1 and o.revoked_at is null order by w.org_id, w.id`,
      ),
    )
    return rows.map((row) => workOf(row, now))
  }

  /**
   * Creates deliveries for the events that a webhook subscribes to and advances its position.
   * Returns false and writes nothing if the position has moved since it was read: another
   * dispatcher was faster, or the caller rewound it. After a rewind, deliveries that exist already
   * become due again.
   */
  async spread(webhook: WebhookPlace, step: SpreadStep, now: number): Promise<boolean> {
    const mark = randomUUID()
    const [moved = []] = await this.#database.transaction([
      sql(
        'update webhooks set position = $4, mark = $5 where org_id = $1 and id = $2 and mark = $3 returning id',
        webhook.orgId,
        webhook.id,
        webhook.mark,
        step.position,
        mark,
      ),
      ...step.wanted.map((entry) => insertDelivery(webhook, entry, mark, now)),
    ])
    return moved.length === 1
  }

  /** Claims up to `limit` due deliveries of one webhook, until the lease ends. */
  async claim(claim: WebhookClaim): Promise<readonly ClaimedDelivery[]> {
    const mark = randomUUID()
    const taken = await this.#database.query(taking(this.#database.dialect, claim, mark))
    if (taken.length === 0) return []
    // Reads by key: no other index finds these few among all deliveries of the webhook. If the
    // webhook was deleted meanwhile, finds nothing.
    const places = taken.map((_, at) => `$${at + 4}`).join(', ')
    const rows = await this.#database.query(
      sql(
        `select ${feedColumns}, q.attempts, w.url, w.secret, w.former_secret, w.former_until, o.compatibility
         from webhook_deliveries q
           join organisations o on o.id = q.org_id
           join webhooks w on w.org_id = q.org_id and w.id = q.webhook_id
           join events e on e.org_id = q.org_id and e.feed_position = q.position
           join documents d on d.org_id = e.org_id and d.id = e.document_id
         where q.org_id = $1 and q.webhook_id = $2 and q.mark = $3 and q.position in (${places})
         order by q.position`,
        claim.orgId,
        claim.webhookId,
        mark,
        ...taken.map((row) => integer(row, 'position')),
      ),
    )
    return rows.map((row) => claimedOf(row, claim, mark))
  }

  /**
   * Stores the result of an attempt and its consequences. The attempt is listed even if its lease
   * was lost meanwhile.
   */
  async settle(delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
    await this.#database.transaction(settlement(delivery, result))
  }

  /** Makes deliveries due again whose lease ended without a result. */
  async releaseLapsed(now: number): Promise<void> {
    // Read first: a read blocks no writer and nearly always finds nothing. The order makes the
    // planner use the index.
    const lapsed = await this.#database.query(
      sql('select lease_until from webhook_deliveries where lease_until <= $1 order by lease_until limit 1', now),
    )
    if (lapsed.length === 0) return
    await this.#database.query(
      sql(
        `update webhook_deliveries set next_attempt_at = $1, lease_owner = null, lease_until = null, updated_at = $1
         where lease_until <= $1`,
        now,
      ),
    )
  }
}

/** A webhook's position in the feed when it was read. */
export interface WebhookPlace {
  readonly orgId: string
  readonly id: string
  readonly position: number
  readonly mark: string
}

export interface WebhookWork extends WebhookPlace {
  /** Undefined means every type. */
  readonly eventTypes: readonly string[] | undefined
  readonly isFailing: boolean
  /** The feed has events after the position. */
  readonly isBehind: boolean
  /** Some deliveries are due. */
  readonly isDue: boolean
}

export interface SpreadStep {
  readonly position: number
  readonly wanted: readonly { readonly position: number; readonly eventId: string }[]
}

export interface WebhookClaim {
  readonly orgId: string
  readonly webhookId: string
  readonly owner: string
  readonly now: number
  readonly limit: number
  readonly leaseMs: number
}

function insertDelivery(
  webhook: WebhookPlace,
  { position, eventId }: SpreadStep['wanted'][number],
  mark: string,
  now: number,
): Statement {
  return sql(
    `insert into webhook_deliveries (org_id, webhook_id, position, event_id, status, attempts, next_attempt_at, mark, created_at, updated_at)
     select org_id, id, cast($4 as bigint), cast($5 as text), 'PENDING', 0, cast($6 as bigint), mark, cast($6 as bigint), cast($6 as bigint)
     from webhooks where org_id = $1 and id = $2 and mark = $3
     on conflict (org_id, webhook_id, position) do update set status = 'PENDING', attempts = 0,
       next_attempt_at = case when webhook_deliveries.lease_owner is null then excluded.next_attempt_at end,
       updated_at = excluded.updated_at`,
    webhook.orgId,
    webhook.id,
    mark,
    position,
    eventId,
    now,
  )
}

function workOf(row: Row, now: number): WebhookWork {
  const dueAt = optionalInteger(row, 'due_at')
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    position: integer(row, 'position'),
    mark: text(row, 'mark'),
    eventTypes: eventTypesOf(row),
    isFailing: row.failing_since !== null,
    isBehind: row.new_id !== null || row.next_position !== null,
    isDue: dueAt !== undefined && dueAt <= now,
  }
}

function claimedOf(row: Row, { orgId, webhookId }: WebhookClaim, mark: string): ClaimedDelivery {
  const former = optionalText(row, 'former_secret')
  return {
    orgId,
    webhookId,
    url: text(row, 'url'),
    secret: text(row, 'secret'),
    former: former === undefined ? undefined : { secret: former, until: integer(row, 'former_until') },
    compatibility: optionalText(row, 'compatibility'),
    attempts: integer(row, 'attempts'),
    row: feedRow(row, orgId),
    mark,
  }
}

/**
 * Chooses the rows once, before anything changes. With a plain subselect a planner might choose
 * again for every row.
 */
function taking(dialect: Dialect, claim: WebhookClaim, mark: string): Statement {
  return sql(
    // The limit is part of the text: a generic plan assumes a tenth of the table and reads all of
    // it.
    `with due as (select position from webhook_deliveries
       where org_id = $1 and webhook_id = $2 and next_attempt_at <= $6
       order by next_attempt_at, position limit ${claim.limit} ${dialect.skipLocked})
     update webhook_deliveries set attempts = attempts + 1, next_attempt_at = null, lease_owner = $3, lease_until = $4,
       mark = $5, updated_at = $6
     from due where webhook_deliveries.org_id = $1 and webhook_deliveries.webhook_id = $2
       and webhook_deliveries.position = due.position
     returning webhook_deliveries.position`,
    claim.orgId,
    claim.webhookId,
    claim.owner,
    claim.now + claim.leaseMs,
    mark,
    claim.now,
  )
}

import { randomUUID } from 'node:crypto'
import { type Database, type Statement, sql } from '../database/database.ts'
import type { WebhookPlace } from './webhook-work.ts'

/**
 * Creates deliveries for the events that a webhook subscribes to and advances its position.
 * Returns false and writes nothing if the position has moved since it was read: another
 * dispatcher was faster, or the caller rewound it. After a rewind, deliveries that exist already
 * become due again.
 */
export async function createDeliveries(
  db: Database,
  webhook: WebhookPlace,
  step: FeedStep,
  now: number,
): Promise<boolean> {
  const mark = randomUUID()
  const [moved = []] = await db.transaction([
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

export interface FeedStep {
  readonly position: number
  readonly wanted: readonly WantedEvent[]
}

export interface WantedEvent {
  readonly position: number
  readonly eventId: string
  readonly eventType: string
  readonly documentId: string
  /** ms since 1970. */
  readonly at: number
}

function insertDelivery(
  webhook: WebhookPlace,
  { position, eventId, eventType, documentId, at }: WantedEvent,
  mark: string,
  now: number,
): Statement {
  return sql(
    `insert into webhook_deliveries (org_id, webhook_id, position, event_id, status, attempts, next_attempt_at,
       mark, created_at, updated_at, event_type, document_id, event_at)
     select org_id, id, cast($4 as bigint), cast($5 as text), 'PENDING', 0, cast($6 as bigint),
       mark, cast($6 as bigint), cast($6 as bigint), cast($7 as text), cast($8 as text), cast($9 as bigint)
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
    eventType,
    documentId,
    at,
  )
}

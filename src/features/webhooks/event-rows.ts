import { randomInt } from 'node:crypto'
import type { Family } from '@selfbill/pint-ae/document'
import { integer, text } from '../../store/database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../../store/database/database.ts'
import { type FeedRow, feedRow } from '../../store/log/feed.ts'
import { newMark } from '../../store/new-mark.ts'

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
  const mark = newMark()
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

/** A webhook's position in the feed when it was read. */
export interface WebhookPlace {
  readonly orgId: string
  readonly id: string
  readonly position: number
  readonly mark: string
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

/**
 * Adds the delivery of a test event, due at once. `idOf` makes the id of the event. Adds nothing
 * when the webhook is gone.
 */
export async function addTestDelivery(
  db: Database,
  test: NewTestDelivery,
  idOf: (event: FeedRow) => string,
): Promise<string> {
  const { orgId, webhookId, eventType, cursor, now } = test
  // Below every place of the feed and in the order of time. Two tests of one millisecond differ.
  const position = now * 1_000 + randomInt(1_000) - Number.MAX_SAFE_INTEGER
  const eventId = idOf(testEvent({ orgId, position, eventType, cursor, at: now }))
  await db.query(
    sql(
      `insert into webhook_deliveries (org_id, webhook_id, position, event_id, status, attempts, next_attempt_at,
         mark, created_at, updated_at, event_type, event_at, test_cursor)
       select org_id, id, cast($3 as bigint), cast($4 as text), 'PENDING', 0, cast($5 as bigint),
         mark, cast($5 as bigint), cast($5 as bigint), cast($6 as text), cast($5 as bigint), cast($7 as text)
       from webhooks where org_id = $1 and id = $2`,
      orgId,
      webhookId,
      position,
      eventId,
      now,
      eventType,
      cursor,
    ),
  )
  return eventId
}

export interface NewTestDelivery {
  readonly orgId: string
  readonly webhookId: string
  /** `purchase.invoice.created` */
  readonly eventType: string
  /** The place in the feed that the event shows: a receiver that stores it loses nothing. */
  readonly cursor: string
  readonly now: number
}

/** Joins the event of a delivery `q`, unless it is a test. */
export const joinEvent = `left join entries e on e.org_id = q.org_id and e.feed_position = q.position
  left join documents d on d.org_id = e.org_id and d.id = e.document_id`

/** Columns of a delivery `q` that make a test event. */
export const testColumns = 'q.position as delivery_position, q.event_type, q.event_at, q.test_cursor'

/** False for the delivery of an event that no longer exists. */
export const hasEvent = '(e.id is not null or q.test_cursor is not null)'

/** The event of a delivery, as a row of the feed. */
export function eventRow(row: Row, orgId: string): FeedRow {
  if (row.test_cursor === null) return feedRow(row, orgId)
  return testEvent({
    orgId,
    position: integer(row, 'delivery_position'),
    eventType: text(row, 'event_type'),
    cursor: text(row, 'test_cursor'),
    at: integer(row, 'event_at'),
  })
}

/** About a document that does not exist. */
function testEvent(event: {
  readonly orgId: string
  readonly position: number
  readonly eventType: string
  readonly cursor: string
  readonly at: number
}): FeedRow {
  const { orgId, position, eventType, cursor, at } = event
  const isCreation = eventType.endsWith('.created')
  const verdict = isCreation ? null : 'APPROVED'
  return {
    orgId,
    id: position,
    position,
    isCreation,
    at,
    documentId: '00000000-0000-4000-8000-000000000000',
    family: familyOf(eventType),
    documentNumber: 'TEST',
    sequence: 1,
    profileId: 'TEST',
    revision: 1,
    overallStatus: verdict ?? 'PENDING',
    participantStatus: verdict,
    ftaStatus: verdict,
    testCursor: cursor,
  }
}

/** `purchase.credit_note.created` → `purchase-credit-notes`. */
function familyOf(eventType: string): Family {
  const side = eventType.startsWith('sales.') ? 'sales' : 'purchase'
  return eventType.includes('.credit_note.') ? `${side}-credit-notes` : `${side}-invoices`
}

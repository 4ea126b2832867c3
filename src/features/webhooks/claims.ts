import { integer, optionalInteger, optionalText, text } from '../../store/database/columns.ts'
import { type Database, type Dialect, type Row, type Statement, sql } from '../../store/database/database.ts'
import { ofOneOrAll } from '../../store/database/organisation.ts'
import type { FormerSecret } from '../../store/former-secrets.ts'
import { type FeedRow, feedColumns } from '../../store/log/feed.ts'
import { newMark } from '../../store/new-mark.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'
import { claimText, lapsedRows, lease, noLease, type Queue } from '../../store/queue.ts'
import { traceContextIn } from '../../store/trace-columns.ts'
import type { TraceContext } from '../../tracing/trace-context.ts'
import { eventRow, hasEvent, joinEvent, testColumns, type WebhookPlace } from './event-rows.ts'
import { eventTypesOf, formerSecretsOf } from './stored-webhooks.ts'

/** The active webhooks of every organisation that is not revoked, and the work that each has. */
export async function webhookWork(look: OrganisationLook, now: number): Promise<readonly WebhookWork[]> {
  // Each subquery is one step in an index. With `exists` a planner might read the whole table.
  const rows = await look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      'webhooks',
      // Named in each part: else a cluster asks every worker (docs/decisions/0102).
      (own) =>
        `select w.org_id, w.id, w.position, w.mark, w.event_types, w.failing_since,
         (select e.id from entries e where ${own}e.org_id = w.org_id and e.revision is not null
           and e.feed_position is null order by e.at limit 1) as new_id,
         (select e.feed_position from entries e where ${own}e.org_id = w.org_id and e.feed_position > w.position
           order by e.feed_position limit 1) as next_position,
         (select d.next_attempt_at from webhook_deliveries d where ${own}d.org_id = w.org_id and d.webhook_id = w.id
           and d.next_attempt_at is not null order by d.next_attempt_at limit 1) as due_at
       from webhooks w join organisations o on o.id = w.org_id
       where ${own}w.is_active = 1 and o.revoked_at is null
       order by w.org_id, w.id`,
    ),
  )
  return rows.map((row) => workOf(row, now))
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

/**
 * Claims up to `limit` due deliveries of one webhook, until the lease ends. Dispatchers share the
 * deliveries of a webhook, so each row carries its own lease.
 */
export async function claimDeliveries(db: Database, claim: WebhookClaim): Promise<readonly ClaimedDelivery[]> {
  const mark = newMark()
  const taken = await db.query(claimStatement(db.dialect, claim, mark))
  if (taken.length === 0) return []
  // Reads by key: no other index finds these few among all deliveries of the webhook. If the
  // webhook was deleted meanwhile, finds nothing.
  const places = taken.map((_, at) => `$${at + 4}`).join(', ')
  const rows = await db.query(
    sql(
      `select ${feedColumns}, ${testColumns}, q.attempts, e.traceparent, e.tracestate, r.created_at as traced_at,
         w.url, w.secret, w.former_secret, w.former_until, w.older_secrets, o.compatibility
       from webhook_deliveries q
         join organisations o on o.id = q.org_id
         join webhooks w on w.org_id = q.org_id and w.id = q.webhook_id
         ${joinEvent}
         left join revisions r on r.org_id = q.org_id and r.document_id = e.document_id and r.revision = e.revision
       where q.org_id = $1 and q.webhook_id = $2 and q.mark = $3 and q.position in (${places}) and ${hasEvent}
       order by q.position`,
      claim.orgId,
      claim.webhookId,
      mark,
      ...taken.map((row) => integer(row, 'position')),
    ),
  )
  return rows.map((row) => claimedOf(row, claim, mark))
}

export interface WebhookClaim {
  readonly orgId: string
  readonly webhookId: string
  readonly owner: string
  readonly now: number
  readonly limit: number
  readonly leaseMs: number
}

/**
 * A delivery that a dispatcher has claimed, with everything needed to send it. Secrets are sealed.
 */
export interface ClaimedDelivery {
  readonly orgId: string
  readonly webhookId: string
  readonly url: string
  readonly secret: string
  /** Some may have ended. */
  readonly former: readonly FormerSecret[]
  /** The organisation's setting. */
  readonly compatibility: string | undefined
  /** Includes the current attempt. */
  readonly attempts: number
  readonly row: FeedRow
  /** Where the document was created or resubmitted in a trace. */
  readonly trace: TraceContext | undefined
  /** ms since 1970: when it was; undefined for a test event. */
  readonly tracedAt: number | undefined
  readonly mark: string
}

const queue: Queue = {
  table: 'webhook_deliveries',
  within: { org_id: '$1', webhook_id: '$2' },
  key: 'position',
  due: 'next_attempt_at',
  next: 'position',
}

function claimStatement(dialect: Dialect, claim: WebhookClaim, mark: string): Statement {
  return sql(
    claimText(queue, dialect, {
      now: '$6',
      limit: claim.limit,
      set: `attempts = attempts + 1, next_attempt_at = null, ${lease('$3', '$4')}, mark = $5, updated_at = $6`,
    }),
    claim.orgId,
    claim.webhookId,
    claim.owner,
    claim.now + claim.leaseMs,
    mark,
    claim.now,
  )
}

function claimedOf(row: Row, { orgId, webhookId }: WebhookClaim, mark: string): ClaimedDelivery {
  return {
    orgId,
    webhookId,
    url: text(row, 'url'),
    secret: text(row, 'secret'),
    former: formerSecretsOf(row),
    compatibility: optionalText(row, 'compatibility'),
    attempts: integer(row, 'attempts'),
    row: eventRow(row, orgId),
    trace: traceContextIn(row),
    tracedAt: optionalInteger(row, 'traced_at'),
    mark,
  }
}

/** Organisations with deliveries whose lease ended without a result, longest ago first. */
export async function organisationsWithLapsed(look: OrganisationLook, now: number): Promise<ReadonlySet<string>> {
  const rows = await lapsedRows(look, queue, { name: 'lapsed deliveries', columns: 'org_id', now, limit: lapsedMax })
  return new Set(rows.map((row) => text(row, 'org_id')))
}

/** Makes such deliveries of an organisation due again. */
export async function releaseLapsedDeliveries(db: Database, orgId: string, now: number): Promise<void> {
  await db.query(
    sql(
      `update webhook_deliveries set next_attempt_at = $2, ${noLease}, updated_at = $2
       where ${db.dialect.noIndex}org_id = $1 and lease_until <= $2`,
      orgId,
      now,
    ),
  )
}

/** Deliveries that one look reads. */
const lapsedMax = 1_000

import { integer, optionalInteger, text } from '../database/columns.ts'
import { type Row, sql } from '../database/database.ts'
import { ofOrganisation } from '../database/organisation.ts'
import type { OrganisationLook } from '../organisation-look.ts'
import { eventTypesOf } from './webhooks.ts'

/** The active webhooks of every organisation that is not revoked, and the work that each has. */
export async function webhookWork(look: OrganisationLook, now: number): Promise<readonly WebhookWork[]> {
  // Each subquery is one step in an index. With `exists` a planner might read the whole table.
  const rows = await look.rows((orgId) =>
    ofOrganisation(
      orgId,
      'webhooks',
      sql(
        `select w.org_id, w.id, w.position, w.mark, w.event_types, w.failing_since,
         (select e.id from entries e where e.org_id = w.org_id and e.revision is not null and e.feed_position is null
           order by e.at limit 1) as new_id,
         (select e.feed_position from entries e where e.org_id = w.org_id and e.feed_position > w.position
           order by e.feed_position limit 1) as next_position,
         (select d.next_attempt_at from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id
           and d.next_attempt_at is not null order by d.next_attempt_at limit 1) as due_at
       from webhooks w join organisations o on o.id = w.org_id
       where ${orgId === undefined ? '' : 'w.org_id = $1 and '}w.is_active = 1 and o.revoked_at is null
       order by w.org_id, w.id`,
        ...(orgId === undefined ? [] : [orgId]),
      ),
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

/** A webhook's position in the feed when it was read. */
export interface WebhookPlace {
  readonly orgId: string
  readonly id: string
  readonly position: number
  readonly mark: string
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

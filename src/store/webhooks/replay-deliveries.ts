import { integer, text } from '../database/columns.ts'
import { type Database, sql, type Value } from '../database/database.ts'
import { fewRows } from '../database/few-rows.ts'
import { type DeliveryFilter, deliveryConditions } from './delivery-filter.ts'

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

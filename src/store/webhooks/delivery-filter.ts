import type { Value } from '../database/database.ts'
import type { DeliveryStatus } from './settle-delivery.ts'

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
export function deliveryConditions(filter: DeliveryFilter, params: Value[]): string {
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

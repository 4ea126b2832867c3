import { type Database, type Statement, sql } from '../../store/database/database.ts'
import { noLease } from '../../store/queue.ts'
import type { ClaimedDelivery } from './claims.ts'
import type { DisabledReason } from './stored-webhooks.ts'

/**
 * Stores the result of an attempt and its consequences. The attempt is listed even if its lease
 * was lost meanwhile.
 */
export async function settleDelivery(db: Database, delivery: ClaimedDelivery, result: AttemptResult): Promise<void> {
  await db.transaction(settlement(delivery, result))
}

function settlement(delivery: ClaimedDelivery, result: AttemptResult): readonly Statement[] {
  const place = [delivery.orgId, delivery.webhookId, delivery.row.position] as const
  return [
    sql(
      `insert into webhook_attempts (org_id, webhook_id, position, at, mark, status_code, error, duration_ms,
         answer_start)
       select org_id, webhook_id, position, cast($4 as bigint), cast($8 as text), cast($5 as bigint), cast($6 as text),
         cast($7 as bigint), cast($9 as text)
       from webhook_deliveries where org_id = $1 and webhook_id = $2 and position = $3`,
      ...place,
      result.startedAt,
      result.statusCode,
      result.error,
      result.durationMs,
      delivery.mark,
      result.answerStart ?? null,
    ),
    sql(
      `update webhook_deliveries set status = $4, next_attempt_at = $5, attempts = $6, ${noLease}, updated_at = $7
       where org_id = $1 and webhook_id = $2 and position = $3 and mark = $8 and lease_owner is not null`,
      ...place,
      result.status,
      result.nextAttemptAt,
      result.attempts,
      result.now,
      delivery.mark,
    ),
    ...aboutWebhook(delivery, result),
  ]
}

export interface AttemptResult {
  readonly startedAt: number
  readonly durationMs: number
  readonly statusCode: number | null
  readonly error: string | null
  /** The first kilobyte of the target's answer. */
  readonly answerStart: string | undefined
  readonly status: DeliveryStatus
  readonly attempts: number
  readonly nextAttemptAt: number | null
  /** `unknown` when our own process broke off the attempt, which shows nothing about the target. */
  readonly target: 'succeeded' | 'failed' | 'unknown'
  /**
   * Switches the webhook off. `failingBefore` null: at once, since the target is gone. Otherwise
   * only if it has been failing since before that time.
   */
  readonly disable: { readonly reason: DisabledReason; readonly failingBefore: number | null } | undefined
  readonly now: number
}

export const deliveryStatuses = ['PENDING', 'DELIVERED', 'FAILED'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

/**
 * Writes nothing when nothing changes. A failure only counts if the webhook still has the URL that
 * failed.
 */
function aboutWebhook(delivery: ClaimedDelivery, result: AttemptResult): readonly Statement[] {
  const { orgId, webhookId, url } = delivery
  if (result.target === 'unknown') return []
  if (result.target === 'succeeded') {
    const text = 'update webhooks set failing_since = null where org_id = $1 and id = $2 and failing_since is not null'
    return [sql(text, orgId, webhookId)]
  }
  const failing = sql(
    `update webhooks set failing_since = $3 where org_id = $1 and id = $2 and url = $4 and failing_since is null`,
    orgId,
    webhookId,
    result.startedAt,
    url,
  )
  if (result.disable === undefined) return [failing]
  const disabling = sql(
    `update webhooks set is_active = 0, disabled_reason = $3, disabled_at = $4
     where org_id = $1 and id = $2 and url = $5 and is_active = 1 and failing_since <= $6`,
    orgId,
    webhookId,
    result.disable.reason,
    result.now,
    url,
    result.disable.failingBefore ?? result.now,
  )
  return [failing, disabling]
}

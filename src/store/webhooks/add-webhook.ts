import { randomUUID } from 'node:crypto'
import { failedConstraint } from '../constraints.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { eventTypesText, type WebhookWanted } from './webhooks.ts'

/** Returns false and writes nothing if the organisation already has `webhooksMax` webhooks. */
export async function addWebhook(
  db: Database,
  webhook: NewWebhook,
  webhooksMax: number,
  keptAnswer?: KeptAnswer,
): Promise<boolean> {
  try {
    await db.transaction([
      // The lock makes concurrent adds count one after the other.
      sql(`select id from organisations where id = $1 ${db.dialect.forUpdate}`, webhook.orgId),
      insertWebhook(webhook),
      refuseTooMany(webhook, webhooksMax),
      ...keepAnswer(keptAnswer),
    ])
    return true
  } catch (error) {
    if (failedConstraint(error) === 'webhooks_max') return false
    throw error
  }
}

export interface NewWebhook extends WebhookWanted {
  readonly orgId: string
  /** UUID v7. */
  readonly id: string
  /** Sealed. */
  readonly secret: string
  /** The position in the feed: later events are delivered. */
  readonly position: number
  /** ms since 1970, like every time here. */
  readonly createdAt: number
}

function insertWebhook(webhook: NewWebhook): Statement {
  return sql(
    `insert into webhooks (org_id, id, url, event_types, description, is_active, secret, position, mark,
       created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $10)`,
    webhook.orgId,
    webhook.id,
    webhook.url,
    eventTypesText(webhook),
    webhook.description ?? null,
    webhook.isActive ? 1 : 0,
    webhook.secret,
    webhook.position,
    randomUUID(),
    webhook.createdAt,
  )
}

/**
 * Fails at `webhooks_max` when the organisation has too many with the new one. Citus refuses a
 * count inside the insert.
 */
function refuseTooMany({ orgId, id }: NewWebhook, webhooksMax: number): Statement {
  return sql(
    `update webhooks set position = null
     where org_id = $1 and id = $2 and (select count(*) from webhooks w where w.org_id = $1) > $3`,
    orgId,
    id,
    webhooksMax,
  )
}

import { randomUUID } from 'node:crypto'
import { type Database, sql } from '../database/database.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { eventTypesText, type Webhook, type WebhookWanted, webhookColumns, webhookOf } from './webhooks.ts'

/**
 * Changes the members that a caller sets and clears the record of failures. Returns undefined if
 * the webhook does not exist.
 */
export async function changeWebhook(
  db: Database,
  orgId: string,
  id: string,
  wanted: WebhookWanted,
  now: number,
): Promise<Webhook | undefined> {
  const [row] = await db.query(
    sql(
      `update webhooks set url = $3, event_types = $4, description = $5, is_active = $6, disabled_reason = null,
         disabled_at = null, failing_since = null, updated_at = $7
       where org_id = $1 and id = $2 returning ${webhookColumns}`,
      orgId,
      id,
      wanted.url,
      eventTypesText(wanted),
      wanted.description ?? null,
      wanted.isActive ? 1 : 0,
      now,
    ),
  )
  return row && webhookOf(row)
}

/**
 * The old secret signs beside the new one until `formerUntil`. Returns false if the webhook does
 * not exist.
 */
export async function rotateSecret(
  db: Database,
  orgId: string,
  id: string,
  rotation: Rotation,
  keptAnswer?: KeptAnswer,
): Promise<boolean> {
  const results = await db.transaction([
    sql(
      `update webhooks set former_secret = secret, former_until = $3, secret = $4, updated_at = $5
       where org_id = $1 and id = $2 returning id`,
      orgId,
      id,
      rotation.formerUntil,
      rotation.secret,
      rotation.now,
    ),
    ...keepAnswer(keptAnswer),
  ])
  return (results[0] ?? []).length === 1
}

export interface Rotation {
  /** Sealed. */
  readonly secret: string
  readonly formerUntil: number
  readonly now: number
}

/** Delivers the feed again from a position on. */
export async function rewindWebhook(db: Database, orgId: string, id: string, position: number): Promise<void> {
  await db.query(
    sql(
      'update webhooks set position = $3, mark = $4 where org_id = $1 and id = $2',
      orgId,
      id,
      position,
      randomUUID(),
    ),
  )
}

import { randomUUID } from 'node:crypto'
import { failedConstraint } from '../constraints.ts'
import { integer, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'
import {
  type FormerSecret,
  FormerSecretsFull,
  formerSecretsMax,
  readOlderSecrets,
  stillValid,
  writeOlderSecrets,
} from '../former-secrets.ts'
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
 * The old secret signs beside the new one until `formerUntil`, and those before it until the times
 * that were promised. Returns false if the webhook does not exist. Throws `FormerSecretsFull`, and
 * then changes nothing.
 */
export async function rotateSecret(
  db: Database,
  orgId: string,
  id: string,
  rotation: Rotation,
  keptAnswer?: KeptAnswer,
): Promise<boolean> {
  for (;;) {
    const [known] = await db.query(
      sql(
        'select secret, former_secret, former_until, older_secrets from webhooks where org_id = $1 and id = $2',
        orgId,
        id,
      ),
    )
    if (known === undefined) return false
    const former = stillValid(formerSecretsOf(known), rotation.now)
    if (former.length >= formerSecretsMax) throw new FormerSecretsFull(former)
    const update = sql(
      `update webhooks set former_secret = secret, former_until = $3, secret = $4, updated_at = $5, older_secrets = $6,
         created_at = case when secret = $7 then created_at end
       where org_id = $1 and id = $2 returning id`,
      orgId,
      id,
      rotation.formerUntil,
      rotation.secret,
      rotation.now,
      writeOlderSecrets(former),
      text(known, 'secret'),
    )
    try {
      const [rows = []] = await db.transaction([update, ...keepAnswer(keptAnswer)])
      return rows.length === 1
    } catch (error) {
      // Another rotation came first: begin again with its secret.
      if (failedConstraint(error) !== 'webhook_secret') throw error
    }
  }
}

export interface Rotation {
  /** Sealed. */
  readonly secret: string
  readonly formerUntil: number
  readonly now: number
}

/** All former secrets of a row, newest first; some may have ended. */
export function formerSecretsOf(row: Row): readonly FormerSecret[] {
  const secret = optionalText(row, 'former_secret')
  const former = secret === undefined ? [] : [{ secret, until: integer(row, 'former_until') }]
  return [...former, ...readOlderSecrets(optionalText(row, 'older_secrets'))]
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

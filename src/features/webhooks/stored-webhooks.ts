import { asRead } from '../../store/as-read.ts'
import { failedConstraint } from '../../store/constraints.ts'
import { flag, integer, optionalInteger, optionalText, text, wordOrNull } from '../../store/database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../../store/database/database.ts'
import { deleteInSteps, stepRowsMax } from '../../store/database/delete-in-steps.ts'
import {
  type FormerSecret,
  FormerSecretsFull,
  formerSecretsMax,
  readOlderSecrets,
  stillValid,
  writeOlderSecrets,
} from '../../store/former-secrets.ts'
import { newMark } from '../../store/new-mark.ts'
import { type KeptAnswer, keepAnswer } from '../../store/requests/kept-answer.ts'

export async function findWebhook(db: Database, orgId: string, id: string): Promise<Webhook | undefined> {
  const [row] = await db.query(sql(`select ${webhookColumns} from webhooks where org_id = $1 and id = $2`, orgId, id))
  return row && webhookOf(row)
}

/** Oldest first. */
export async function webhooksOf(db: Database, orgId: string): Promise<readonly Webhook[]> {
  const rows = await db.query(
    sql(`select ${webhookColumns} from webhooks where org_id = $1 order by created_at, id`, orgId),
  )
  return rows.map(webhookOf)
}

/** The members that a caller sets. */
export interface WebhookWanted {
  readonly url: string
  /** Undefined means every type. */
  readonly eventTypes: readonly string[] | undefined
  readonly description: string | undefined
  readonly isActive: boolean
}

export interface Webhook extends WebhookWanted {
  readonly orgId: string
  readonly id: string
  /** The reason and time when the service switched the webhook off. */
  readonly disabled: { readonly reason: DisabledReason; readonly at: number } | undefined
  /** The start of an unbroken run of failed attempts. */
  readonly failingSince: number | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** `GONE`: the target answered 410. `FAILING`: no attempt succeeded for days. */
export const disabledReasons = ['GONE', 'FAILING'] as const
export type DisabledReason = (typeof disabledReasons)[number]

const webhookColumns = `org_id, id, url, event_types, description, is_active, disabled_reason,
  disabled_at, failing_since, created_at, updated_at`

function webhookOf(row: Row): Webhook {
  const reason = wordOrNull(row, 'disabled_reason', disabledReasons)
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    url: text(row, 'url'),
    eventTypes: eventTypesOf(row),
    description: optionalText(row, 'description'),
    isActive: flag(row, 'is_active'),
    disabled: reason === null ? undefined : { reason, at: integer(row, 'disabled_at') },
    failingSince: optionalInteger(row, 'failing_since'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}

/** Undefined means every type. */
export function eventTypesOf(row: Row): readonly string[] | undefined {
  const types = optionalText(row, 'event_types')
  return types === undefined ? undefined : JSON.parse(types)
}

/** For `eventTypesOf`. */
function eventTypesText({ eventTypes }: WebhookWanted): string | null {
  return eventTypes === undefined ? null : JSON.stringify(eventTypes)
}

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
    newMark(),
    webhook.createdAt,
  )
}

/**
 * Fails at `webhooks_max` when the organisation has too many with the new one. By itself: a
 * cluster refuses a count inside the insert (docs/decisions/0102).
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

/**
 * Changes the members that a caller sets and clears the record of failures. `keep`: the answer to
 * the change, for the same transaction. Of a webhook that is deleted meanwhile nothing comes back.
 */
export async function changeWebhook(
  db: Database,
  webhook: Webhook,
  wanted: WebhookWanted,
  now: number,
  keep: (changed: Webhook) => KeptAnswer | undefined = () => undefined,
): Promise<Webhook> {
  const changed = { ...webhook, ...wanted, disabled: undefined, failingSince: undefined, updatedAt: now }
  await db.transaction([
    sql(
      `update webhooks set url = $3, event_types = $4, description = $5, is_active = $6, disabled_reason = null,
         disabled_at = null, failing_since = null, updated_at = $7
       where org_id = $1 and id = $2`,
      webhook.orgId,
      webhook.id,
      wanted.url,
      eventTypesText(wanted),
      wanted.description ?? null,
      Number(wanted.isActive),
      now,
    ),
    ...keepAnswer(keep(changed)),
  ])
  return changed
}

/**
 * The old secret signs beside the new one until `formerUntil`, and those before it until the times
 * that were promised. Returns false if the webhook does not exist; of one that is deleted meanwhile
 * nothing comes back. Throws `FormerSecretsFull`, and then changes nothing.
 */
export function rotateSecret(
  db: Database,
  orgId: string,
  id: string,
  rotation: Rotation,
  keptAnswer?: KeptAnswer,
): Promise<boolean> {
  return asRead(['webhook_secret'], async () => {
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
       where org_id = $1 and id = $2`,
      orgId,
      id,
      rotation.formerUntil,
      rotation.secret,
      rotation.now,
      writeOlderSecrets(former),
      text(known, 'secret'),
    )
    await db.transaction([update, ...keepAnswer(keptAnswer)])
    return true
  })
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
    sql('update webhooks set position = $3, mark = $4 where org_id = $1 and id = $2', orgId, id, position, newMark()),
  )
}

/**
 * Deletes a webhook with its deliveries. Returns false if there is no such webhook. `kept` as in
 * `keepAnswer`.
 */
export async function removeWebhook(db: Database, orgId: string, id: string, kept?: KeptAnswer): Promise<boolean> {
  const isThere = (await findWebhook(db, orgId, id)) !== undefined
  if (isThere)
    await db.transaction([sql('delete from webhooks where org_id = $1 and id = $2', orgId, id), ...keepAnswer(kept)])
  // A month of deliveries is too much for one transaction. No new ones come, and after a crash
  // the age limit deletes the rest.
  await deleteInSteps(db, () => someDeliveries(orgId, id))
  await deleteInSteps(db, () => someAttempts(orgId, id))
  return isThere
}

function someDeliveries(orgId: string, id: string): Statement {
  return sql(
    `with part as (select position from webhook_deliveries where org_id = $1 and webhook_id = $2
       order by position limit ${stepRowsMax})
     delete from webhook_deliveries where org_id = $1 and webhook_id = $2 and position in (select position from part)
     returning position`,
    orgId,
    id,
  )
}

function someAttempts(orgId: string, id: string): Statement {
  const key = 'position, at, mark'
  return sql(
    `with part as (select ${key} from webhook_attempts where org_id = $1 and webhook_id = $2
       order by ${key} limit ${stepRowsMax})
     delete from webhook_attempts where org_id = $1 and webhook_id = $2 and (${key}) in (select ${key} from part)
     returning position`,
    orgId,
    id,
  )
}

import { randomUUID } from 'node:crypto'
import { failedConstraint } from '../constraints.ts'
import { flag, integer, optionalInteger, optionalText, text, wordOrNull } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { deleteInSteps, stepRowsMax } from '../database/delete-in-steps.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'

/** The webhooks of organisations. The caller seals the secrets. */
export class Webhooks {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** Returns false and writes nothing if the organisation already has `webhooksMax` webhooks. */
  async add(webhook: NewWebhook, webhooksMax: number, keptAnswer?: KeptAnswer): Promise<boolean> {
    try {
      await this.#database.transaction([
        // The lock makes concurrent adds count one after the other.
        sql(`select id from organisations where id = $1 ${this.#database.dialect.forUpdate}`, webhook.orgId),
        insertWebhook(webhook, webhooksMax),
        ...keepAnswer(keptAnswer),
      ])
      return true
    } catch (error) {
      if (failedConstraint(error) === 'webhooks_max') return false
      throw error
    }
  }

  async find(orgId: string, id: string): Promise<Webhook | undefined> {
    const [row] = await this.#database.query(
      sql(`select ${columns} from webhooks where org_id = $1 and id = $2`, orgId, id),
    )
    return row && webhookOf(row)
  }

  /** Oldest first. */
  async list(orgId: string): Promise<readonly Webhook[]> {
    const rows = await this.#database.query(
      sql(`select ${columns} from webhooks where org_id = $1 order by created_at, id`, orgId),
    )
    return rows.map(webhookOf)
  }

  /**
   * Changes the members that a caller sets and clears the record of failures. Returns undefined if
   * the webhook does not exist.
   */
  async change(orgId: string, id: string, wanted: WebhookWanted, now: number): Promise<Webhook | undefined> {
    const [row] = await this.#database.query(
      sql(
        `update webhooks set url = $3, event_types = $4, description = $5, is_active = $6, disabled_reason = null,
           disabled_at = null, failing_since = null, updated_at = $7
         where org_id = $1 and id = $2 returning ${columns}`,
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
  async rotate(orgId: string, id: string, rotation: Rotation, keptAnswer?: KeptAnswer): Promise<boolean> {
    const results = await this.#database.transaction([
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

  /** Delivers the feed again from a position on. */
  async rewind(orgId: string, id: string, position: number): Promise<void> {
    await this.#database.query(
      sql(
        'update webhooks set position = $3, mark = $4 where org_id = $1 and id = $2',
        orgId,
        id,
        position,
        randomUUID(),
      ),
    )
  }

  /** Deletes a webhook with its deliveries. Returns false if it did not exist. */
  async remove(orgId: string, id: string): Promise<boolean> {
    const removed = await this.#database.query(
      sql('delete from webhooks where org_id = $1 and id = $2 returning id', orgId, id),
    )
    // A month of deliveries is too much for one transaction. No new ones come, and after a crash
    // the age limit deletes the rest.
    await deleteInSteps(this.#database, () => deliveriesOf(orgId, id))
    await deleteInSteps(this.#database, () => attemptsOf(orgId, id))
    return removed.length === 1
  }
}

function deliveriesOf(orgId: string, id: string): Statement {
  return sql(
    `with part as (select position from webhook_deliveries where org_id = $1 and webhook_id = $2 order by position limit $3)
     delete from webhook_deliveries where org_id = $1 and webhook_id = $2 and position in (select position from part)
     returning position`,
    orgId,
    id,
    stepRowsMax,
  )
}

function attemptsOf(orgId: string, id: string): Statement {
  const key = 'position, at, mark'
  return sql(
    `with part as (select ${key} from webhook_attempts where org_id = $1 and webhook_id = $2 order by ${key} limit $3)
     delete from webhook_attempts where org_id = $1 and webhook_id = $2 and (${key}) in (select ${key} from part)
     returning position`,
    orgId,
    id,
    stepRowsMax,
  )
}

/** The members that a caller sets. */
export interface WebhookWanted {
  readonly url: string
  /** Undefined means every type. */
  readonly eventTypes: readonly string[] | undefined
  readonly description: string | undefined
  readonly isActive: boolean
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

export interface Rotation {
  /** Sealed. */
  readonly secret: string
  readonly formerUntil: number
  readonly now: number
}

const columns = `org_id, id, url, event_types, description, is_active, disabled_reason, disabled_at, failing_since,
  created_at, updated_at`

/** Fails at `webhooks_max` when the organisation already has that many. */
function insertWebhook(webhook: NewWebhook, webhooksMax: number): Statement {
  return sql(
    `insert into webhooks (org_id, id, url, event_types, description, is_active, secret, position, mark, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7,
       case when (select count(*) from webhooks where org_id = $1) < $11 then cast($8 as bigint) end, $9, $10, $10)`,
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
    webhooksMax,
  )
}

function eventTypesText({ eventTypes }: WebhookWanted): string | null {
  return eventTypes === undefined ? null : JSON.stringify(eventTypes)
}

/** Undefined means every type. */
export function eventTypesOf(row: Row): readonly string[] | undefined {
  const types = optionalText(row, 'event_types')
  return types === undefined ? undefined : JSON.parse(types)
}

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

import { flag, integer, optionalInteger, optionalText, text, wordOrNull } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'

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

export const webhookColumns = `org_id, id, url, event_types, description, is_active, disabled_reason,
  disabled_at, failing_since, created_at, updated_at`

export function webhookOf(row: Row): Webhook {
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
export function eventTypesText({ eventTypes }: WebhookWanted): string | null {
  return eventTypes === undefined ? null : JSON.stringify(eventTypes)
}

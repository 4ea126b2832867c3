import { integer, optionalText, text, word } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { deleteAged } from '../database/delete-aged.ts'

/**
 * The audit log: who changed what in an organisation. It only grows; the database itself refuses
 * changes (`append_only` in migration-text.ts). Source: docs/decisions/0068.
 */
export interface AuditEntry extends Omit<NewAuditEntry, 'orgId' | 'detail'> {
  /** JSON text of an object. */
  readonly detail: string
}

export interface NewAuditEntry {
  readonly orgId: string
  /** UUID v7: entries are listed in its order. */
  readonly id: string
  /** ms since 1970. */
  readonly at: number
  readonly actor: Actor
  /** An operationId, or an event such as `signIn`. */
  readonly action: string
  readonly target: AuditTarget
  /** JSON text of an object. Small, and without secrets. */
  readonly detail: string
}

/** Who acts. The name is looked up when the entry is written; the command line gives its own. */
export interface Actor {
  readonly kind: (typeof actorKinds)[number]
  readonly id: string
  readonly name?: string | undefined
}

/** `issuer`: an account of a trusted issuer. */
export const actorKinds = ['user', 'client', 'issuer', 'command_line'] as const

export interface AuditTarget {
  /** `client`, `user`, `webhook`, … */
  readonly kind: string
  readonly id?: string | undefined
}

export async function addAuditEntry(db: Database, entry: NewAuditEntry): Promise<void> {
  await db.query(insertAuditEntry(entry))
}

/** For the transaction of the change itself. */
export function insertAuditEntry({ orgId, id, at, actor, action, target, detail }: NewAuditEntry): Statement {
  return sql(
    `insert into audit_entries
       (org_id, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, detail)
     select $1, cast($2 as text), cast($3 as bigint), cast($4 as text), cast($5 as text), coalesce(cast($6 as text),
         (select u.name from users u where u.org_id = $1 and u.id = $5),
         (select c.name from clients c where c.org_id = $1 and c.id = $5)),
       cast($7 as text), cast($8 as text), cast($9 as text), cast($10 as text)`,
    orgId,
    id,
    at,
    actor.kind,
    actor.id,
    actor.name ?? null,
    action,
    target.kind,
    target.id ?? null,
    detail,
  )
}

/** The name of somebody who acts; the id where it has none. */
export async function actorName(db: Database, orgId: string, { id, name }: Actor): Promise<string> {
  if (name !== undefined) return name
  const [row] = await db.query(
    sql(
      `select coalesce((select u.name from users u where u.org_id = $1 and u.id = $2),
         (select c.name from clients c where c.org_id = $1 and c.id = $2)) as name`,
      orgId,
      id,
    ),
  )
  return (row && optionalText(row, 'name')) ?? id
}

/** Newest first, at most `limit`, after the entry with the id in `after`. */
export async function auditEntries(db: Database, orgId: string, page: AuditPage): Promise<readonly AuditEntry[]> {
  const {
    after: [before] = [afterAllIds],
    from = 0,
    to = Number.MAX_SAFE_INTEGER,
    actor = '',
    action = '',
    limit,
  } = page
  const rows = await db.query({
    ...sql(
      `select id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, detail from audit_entries
       where org_id = $1 and id < $2 and at >= $3 and at < $4 and (actor_id = $5 or $5 = '')
         and (action = $6 or $6 = '') order by id desc limit $7`,
      orgId,
      before,
      from,
      to,
      actor,
      action,
      limit,
    ),
    isPlannedByValues: true,
  })
  return rows.map(entryOf)
}

export interface AuditPage {
  readonly after?: readonly [id: string] | undefined
  /** ms since 1970, inclusive. */
  readonly from?: number | undefined
  /** ms since 1970, exclusive. */
  readonly to?: number | undefined
  readonly actor?: string | undefined
  readonly action?: string | undefined
  readonly limit: number
}

/** Deletes older entries of every organisation: retention depends on age alone. */
export async function forgetAuditEntries(db: Database, before: number, isOver?: () => boolean): Promise<void> {
  await deleteAged(db, 'audit_entries', before, isOver)
}

function entryOf(row: Row): AuditEntry {
  return {
    id: text(row, 'id'),
    at: integer(row, 'at'),
    actor: {
      kind: word(row, 'actor_kind', actorKinds),
      id: text(row, 'actor_id'),
      name: optionalText(row, 'actor_name'),
    },
    action: text(row, 'action'),
    target: { kind: text(row, 'target_kind'), id: optionalText(row, 'target_id') },
    detail: text(row, 'detail'),
  }
}

/** No UUID comes after it. */
const afterAllIds = 'g'

import type { Database, Row } from '../database/database.ts'
import { sql } from '../database/database.ts'

/**
 * What the service knows about a person with an account, by table, without secrets. Names that
 * people wrote into documents are not here: documents are the organisation's books.
 */
export async function* personalData(
  db: Database,
  orgId: string,
  userId: string,
): AsyncGenerator<{ readonly table: string; readonly row: Row }> {
  for (const [table, columns, condition] of places) {
    const rows = await db.query(
      sql(`select ${columns} from ${table} where org_id = $1 and ${condition}`, orgId, userId),
    )
    for (const row of rows) yield { table, row }
  }
}

/** `$2` is the person. */
const places: readonly (readonly [table: string, columns: string, condition: string])[] = [
  [
    'users',
    'id, name, email, confirmed_email, role, language, notices, oidc_issuer, oidc_subject, created_at',
    'id = $2',
  ],
  ['sessions', 'id, created_at, last_seen_at, expires_at, user_agent', 'user_id = $2 order by created_at'],
  ['login_links', 'created_at, expires_at, used_at', 'user_id = $2 order by created_at'],
  ['drafts', 'id, family, created_at, updated_at', 'user_id = $2 order by id'],
  ['notices', 'kind, document_id, at, status', 'user_id = $2 order by at'],
  ['approvals', 'id, family, document_id, status, created_at', 'author_id = $2 order by id'],
  ['requests', 'at, operation, method, status, document_id', 'account = $2 order by id'],
  [
    'audit_entries',
    'id, at, action, target_kind, target_id, detail',
    "((actor_kind = 'user' and actor_id = $2) or (target_kind = 'user' and target_id = $2)) order by id",
  ],
]

/**
 * Erases what is known about a person who was removed, but for the id and what the audit log says.
 * False for a person who was not removed, and for an unknown one.
 */
export async function erasePerson(db: Database, orgId: string, userId: string): Promise<boolean> {
  const isRemoved = 'exists (select 1 from users u where u.org_id = $1 and u.id = $2 and u.removed_at is not null)'
  const erase = (table: string, column = 'user_id') =>
    sql(`delete from ${table} where org_id = $1 and ${column} = $2 and ${isRemoved}`, orgId, userId)
  const results = await db.transaction([
    ...['drafts', 'notices', 'notice_turns', 'sessions', 'login_links'].map((table) => erase(table)),
    erase('requests', 'account'),
    sql(
      `update users set name = $3, language = null, notices = null where org_id = $1 and id = $2
         and removed_at is not null returning id`,
      orgId,
      userId,
      erasedName,
    ),
  ])
  return results.at(-1)?.length === 1
}

/** Stands where the name was. */
const erasedName = 'Erased person'

import type { Database, Row } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { answersNaming } from './answers-about.ts'
import { personWords } from './person-words.ts'
import { signedColumns, signedRows } from './signed-columns.ts'

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
  const { names, emails } = await personWords(db, orgId, userId)
  for (const name of names) {
    const signature = { orgId, userId, name }
    for (const one of signedColumns)
      for (const row of await db.query(signedRows(signature, one))) yield { table: one.table, row }
    for (const row of await db.query(answersNaming(signature))) yield { table: 'idempotency_answers', row }
  }
  const address = db.dialect.sha256('$2')
  const mails = `select mails, last_at from confirmation_mails where org_id = $1 and address_hash = ${address}`
  for (const email of emails)
    for (const row of await db.query(sql(mails, orgId, email))) yield { table: 'confirmation_mails', row }
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
  ['notice_turns', 'due_at, mails_in_hour', 'user_id = $2'],
  [
    'approvals',
    'id, family, document_id, status, author_name, created_at, expires_at',
    "author_id = 'user:' || cast($2 as text) order by id",
  ],
  [
    'uploads',
    'id, family, name, status, issuer_name, created_at',
    "issuer_id = 'user:' || cast($2 as text) order by id",
  ],
  ['requests', 'at, operation, method, status, document_id', "account = 'user:' || cast($2 as text) order by id"],
  [
    'audit_entries',
    'id, at, actor_name, action, target_kind, target_id, detail',
    "((actor_kind = 'user' and actor_id = $2) or (target_kind = 'user' and target_id = $2)) order by id",
  ],
]

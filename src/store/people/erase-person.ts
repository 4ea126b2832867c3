import { type Database, type Statement, sql } from '../database/database.ts'
import { deleteDraftAnswers, removeAddressInAnswers, renameInAnswers } from './answers-about.ts'
import { erasedName, type PersonWords } from './person-words.ts'
import { signAnew, signedColumns } from './signed-columns.ts'

/**
 * Erases what is known about a person who was removed, but for the id and what the audit log says.
 * `words` were read before the removal, which takes the address. False and no change for a person
 * who was not removed, and for an unknown one.
 */
export async function erasePerson(db: Database, orgId: string, userId: string, words: PersonWords): Promise<boolean> {
  const [removed] = await db.query(
    sql('select 1 as found from users where org_id = $1 and id = $2 and removed_at is not null', orgId, userId),
  )
  if (removed === undefined) return false
  await db.transaction([
    ...deleteOwn(orgId, userId),
    sql(
      'update users set name = $3, language = null, notices = null where org_id = $1 and id = $2',
      orgId,
      userId,
      erasedName,
    ),
    renameBy('approvals', 'author', orgId, userId),
    renameBy('uploads', 'issuer', orgId, userId),
    ...words.names.flatMap((name) => {
      const signature = { orgId, userId, name }
      return [
        ...signedColumns.map((one) => signAnew(signature, one, erasedName)),
        renameInAnswers(signature, erasedName),
      ]
    }),
    ...words.emails.flatMap((email) => [removeAddressInAnswers(orgId, email), deleteConfirmations(db, orgId, email)]),
  ])
  return true
}

function deleteOwn(orgId: string, userId: string): readonly Statement[] {
  return [
    deleteDraftAnswers(orgId, userId),
    ...['drafts', 'notices', 'notice_turns', 'sessions', 'login_links'].map((table) =>
      sql(`delete from ${table} where org_id = $1 and user_id = $2`, orgId, userId),
    ),
    sql(`delete from requests where org_id = $1 and account = 'user:' || cast($2 as text)`, orgId, userId),
  ]
}

/** In the rows that have the person's id beside the name. */
function renameBy(table: string, who: string, orgId: string, userId: string): Statement {
  return sql(
    `update ${table} set ${who}_name = $3 where org_id = $1 and ${who}_id = 'user:' || cast($2 as text)`,
    orgId,
    userId,
    erasedName,
  )
}

/** How many confirmations were sent to an address that may come back with nobody. */
function deleteConfirmations({ dialect }: Database, orgId: string, email: string): Statement {
  return sql(
    `delete from confirmation_mails where org_id = $1 and address_hash = ${dialect.sha256('$2')}`,
    orgId,
    email,
  )
}

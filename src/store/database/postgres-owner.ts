import type { Client, DatabaseError } from 'pg'
import { DatabaseUnusable } from './database.ts'

/** The owner of our tables; no row where our role has the rights of that one. */
export const selectOtherOwner = `select r.rolname as owner
  from pg_class c join pg_roles r on r.oid = c.relowner
  where c.oid = to_regclass('migrations') and not pg_has_role(c.relowner, 'usage')`

/** Where the tables came with a restore by another role. */
export function giveTables(role: string): string {
  return (
    `restore again as ${role} (pg_restore --no-owner -U ${role}), or give them to ${role}: ` +
    'docs/operating.md, "Tables of another role"'
  )
}

/** What the operator must do where the role lacks a right on a schema, a table or the database. */
export async function withoutRights(
  client: Pick<Client, 'user' | 'database' | 'query'>,
  error: DatabaseError,
): Promise<DatabaseUnusable | undefined> {
  // Row level security has the same code, and no message is the same in every language.
  if (error.code !== '42501' || error.routine !== 'aclcheck_error') return undefined
  const { user, database } = client
  const role = user ?? ''
  const owner = await client.query(selectOtherOwner).then(
    ({ rows }) => rows[0]?.owner,
    () => undefined,
  )
  return new DatabaseUnusable(
    typeof owner === 'string'
      ? `the tables in the database ${database} belong to ${owner}, not to ${role}: ${giveTables(role)}`
      : `the role ${role} must own the database ${database} and its tables (${error.message}): ` +
          `alter database "${database}" owner to "${role}"`,
    { cause: error },
  )
}

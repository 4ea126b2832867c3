import { optionalText, text } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'

/** What a person is called, and was called before: a row keeps the name of its time. */
export interface PersonWords {
  /** Without `erasedName`. */
  readonly names: readonly string[]
  /** In lower case. */
  readonly emails: readonly string[]
}

/** Of a removed person too: the audit log keeps former names and addresses. */
export async function personWords(db: Database, orgId: string, userId: string): Promise<PersonWords> {
  const [users = [], acted = [], changed = []] = await db.snapshot([
    sql('select name, email, confirmed_email from users where org_id = $1 and id = $2', orgId, userId),
    sql(
      `select distinct actor_name as name from audit_entries
       where org_id = $1 and actor_kind = 'user' and actor_id = $2`,
      orgId,
      userId,
    ),
    sql(
      `select detail from audit_entries where org_id = $1 and target_kind = 'user' and target_id = $2
         and action in ('createUser', 'changeUser')`,
      orgId,
      userId,
    ),
  ])
  const details = changed.map(detailIn)
  const named = [...users, ...acted].map((row) => optionalText(row, 'name'))
  const addresses = users.flatMap((row) => [optionalText(row, 'email'), optionalText(row, 'confirmed_email')])
  return {
    names: different([...named, ...details.map(({ name }) => name)]),
    emails: different([...addresses, ...details.map(({ email }) => email?.toLowerCase())]),
  }
}

/** Stands where the name was. */
export const erasedName = 'Erased person'

/** What an entry about a person says of their name and address. */
function detailIn(row: Row): { readonly name: string | undefined; readonly email: string | undefined } {
  const detail: unknown = JSON.parse(text(row, 'detail'))
  const members = new Map<string, unknown>(Object.entries(Object(detail)))
  const word = (member: string) => {
    const value = members.get(member)
    return typeof value === 'string' ? value : undefined
  }
  return { name: word('name'), email: word('email') }
}

function different(words: readonly (string | undefined)[]): readonly string[] {
  const known = words.filter((word) => word !== undefined)
  return [...new Set(known)].filter((word) => word !== '' && word !== erasedName)
}

import { type Statement, sql } from '../database/database.ts'

/**
 * The columns in which a row says by name alone who did something: the account may be a program's,
 * and the name outlives it.
 */
export const signedColumns: readonly SignedColumn[] = [
  { table: 'uploads', column: 'created_by', target: 'id', shown: 'id, family, name, status, created_at' },
  { table: 'approvals', column: 'decided_by', target: 'id', shown: 'id, family, status, decided_at, note' },
  {
    ...{ table: 'documents', column: 'held_by', target: 'id', few: 'held_at is not null and ' },
    shown: 'id, family, document_number, held_at, hold_reason',
  },
  {
    ...{ table: 'documents', column: 'handled_by', target: 'id', few: 'handled_revision is not null and ' },
    shown: 'id, family, document_number, handled_at, handled_note',
  },
  { table: 'retentions', column: 'held_by', target: 'org_id', shown: 'held_at, hold_reason' },
]

interface SignedColumn {
  readonly table: string
  readonly column: string
  /** The column with the id that the audit log names as the target. */
  readonly target: string
  /** What a person reads of the row. */
  readonly shown: string
  /** The condition of the index that has all rows with such a name. */
  readonly few?: string
}

/** An account of an organisation, with one of the names that it had. */
export interface Signature {
  readonly orgId: string
  readonly userId: string
  readonly name: string
}

/** The rows that the person signed with this name. */
export function signedRows({ orgId, userId, name }: Signature, one: SignedColumn): Statement {
  const { table, column, target, shown } = one
  return sql(`select ${shown}, ${column} from ${table} where ${isSigned(one)} order by ${target}`, orgId, userId, name)
}

/** Puts another name there. */
export function signAnew({ orgId, userId, name }: Signature, one: SignedColumn, by: string): Statement {
  return sql(`update ${one.table} set ${one.column} = $4 where ${isSigned(one)}`, orgId, userId, name, by)
}

/**
 * The audit log says who it was. An entry may be too old to be there: then the name decides, unless
 * another account has it too.
 */
function isSigned({ table, column, target, few = '' }: SignedColumn): string {
  return `org_id = $1 and ${few}${column} = $3 and (exists (select 1 from audit_entries e
      where e.org_id = $1 and e.actor_kind = 'user' and e.actor_id = $2 and e.target_id = ${table}.${target})
    or ${isNameOfOne})`
}

/** No other account of the organisation $1 than the person $2 has the name $3. */
export const isNameOfOne = `(not exists (select 1 from users u where u.org_id = $1 and u.id <> $2 and u.name = $3)
  and not exists (select 1 from clients c where c.org_id = $1 and c.name = $3))`

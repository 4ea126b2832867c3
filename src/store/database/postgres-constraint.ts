import type { DatabaseError, PoolClient } from 'pg'
import { ConstraintFailure } from './database.ts'

/**
 * The constraint that an error of PostgreSQL is about; undefined for any other error. Where row
 * level security applies, the error names the index only, so its columns are read from the
 * catalogue, once for each connection.
 */
export async function constraintFailureOf(
  client: PoolClient,
  { code, schema = '', table = '', column = '', constraint = '' }: RefusedWrite,
): Promise<ConstraintFailure | undefined> {
  if (code === '23502') return new ConstraintFailure('not_null', `${table}(${column})`)
  if (code !== '23505') return undefined
  return new ConstraintFailure('unique', (await columnsOf(client, schema, constraint)) || constraint)
}

/** What an error says of the place. */
export type RefusedWrite = Pick<DatabaseError, 'code' | 'schema' | 'table' | 'column' | 'constraint'>

const known = new WeakMap<PoolClient, Map<string, string>>()

/** `documents(org_id, id)`; empty if it cannot be read. */
async function columnsOf(client: PoolClient, schema: string, index: string): Promise<string> {
  const byIndex = known.get(client) ?? new Map<string, string>()
  known.set(client, byIndex)
  const columns = byIndex.get(index)
  if (columns !== undefined) return columns
  const read = await client.query(columnsSql, [schema, index]).then(
    ({ rows }) => String(rows[0]?.constraint ?? ''),
    () => '',
  )
  if (read !== '') byIndex.set(index, read)
  return read
}

const columnsSql = `select t.relname || '(' || string_agg(a.attname, ', ' order by k.nth) || ')' as constraint
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indexrelid = c.oid
    join pg_class t on t.oid = i.indrelid
    cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, nth)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where n.nspname = coalesce(nullif($1, ''), current_schema()) and c.relname = $2
  group by t.relname`

import type { DatabaseError, PoolClient } from 'pg'
import { ConstraintFailure } from './database.ts'

/**
 * The constraint that an error of PostgreSQL is about; undefined for any other error. Where row
 * level security applies, the error names the index only, so its columns are read from the
 * catalogue, once for each connection.
 */
export async function constraintFailureOf(
  client: PoolClient,
  error: DatabaseError,
): Promise<ConstraintFailure | undefined> {
  const { table = '', constraint = '' } = error
  if (error.code === '23502') return new ConstraintFailure('not_null', `${table}(${error.column ?? ''})`)
  if (error.code !== '23505') return undefined
  const columns = await columnsOf(client, error.schema ?? '', constraint)
  return new ConstraintFailure('unique', columns === '' ? constraint : `${table}(${columns})`)
}

const known = new WeakMap<PoolClient, Map<string, string>>()

/** `org_id, id`; empty if they cannot be read. */
async function columnsOf(client: PoolClient, schema: string, index: string): Promise<string> {
  const byIndex = known.get(client) ?? new Map<string, string>()
  known.set(client, byIndex)
  const columns = byIndex.get(index)
  if (columns !== undefined) return columns
  const read = await client.query(columnsSql, [schema, index]).then(
    ({ rows }) => String(rows[0]?.columns ?? ''),
    () => '',
  )
  if (read !== '') byIndex.set(index, read)
  return read
}

const columnsSql = `select string_agg(a.attname, ', ' order by k.nth) as columns
  from pg_class c
    join pg_namespace n on n.oid = c.relnamespace
    join pg_index i on i.indexrelid = c.oid
    cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, nth)
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
  where n.nspname = $1 and c.relname = $2`

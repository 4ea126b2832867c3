import type { DatabaseError, PoolClient } from 'pg'
import { ConstraintFailure } from './database.ts'
import { withoutShard } from './postgres-citus.ts'

/**
 * The constraint that an error of PostgreSQL is about; undefined for any other error. Where row
 * level security applies, the error names the index only, so its columns are read from the
 * catalogue, once for each connection. A worker of Citus says no more than the message, and names
 * its shard.
 */
export async function constraintFailureOf(
  client: PoolClient,
  error: DatabaseError,
): Promise<ConstraintFailure | undefined> {
  if (error.code === '23502') {
    const [column = '', table = ''] = namesIn(error.message)
    const on = withoutShard(error.table ?? table)
    return new ConstraintFailure('not_null', `${on}(${error.column ?? column})`)
  }
  if (error.code !== '23505') return undefined
  const [index = ''] = namesIn(error.message)
  const name = withoutShard(error.constraint ?? index)
  return new ConstraintFailure('unique', (await columnsOf(client, error.schema ?? '', name)) || name)
}

/** `null value in column "a" of relation "b" …`, in whatever language the server speaks. */
function namesIn(message: string): readonly string[] {
  return [...message.matchAll(/["«»„“](\w+)["«»“”]/g)].map(([, name = '']) => name)
}

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

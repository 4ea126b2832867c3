import { text } from './columns.ts'
import { type Database, type Statement, sql } from './database.ts'

/**
 * Analyzes the tables that have grown since PostgreSQL created or restored them, and that it has
 * never analyzed. Without statistics it takes every organisation for a small one and may read all
 * of its documents to find one. PostgreSQL itself looks once a minute, which in a busy minute is
 * late. Returns the names of the tables. Only for PostgreSQL; any number of instances may call it.
 */
export async function analyzeFirst(database: Database, isStopped = () => false): Promise<readonly string[]> {
  const rows = await database.query(sql(newTables, grownBytes))
  const names = rows.map((row) => text(row, 'name'))
  for (const name of names) if (!isStopped()) await database.query(analyze(name))
  return names
}

/**
 * Only the owner of a table may analyze it. A new index sets the number of rows in pg_class too, as
 * at the end of a restore.
 */
const newTables = `select c.relname as name
  from pg_class c
  where c.relkind = 'r' and pg_stat_get_last_analyze_time(c.oid) is null
    and pg_stat_get_last_autoanalyze_time(c.oid) is null and c.relnamespace = cast(current_schema() as regnamespace)
    and pg_has_role(c.relowner, 'usage') and pg_relation_size(c.oid) >= $1
  order by c.relname`

/** About a hundred rows: enough to see how many an organisation has. */
const grownBytes = 8 * 8192

function analyze(table: string): Statement {
  return { sql: `analyze ${table}`, params: [] }
}

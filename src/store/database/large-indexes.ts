import { MigrationRefused } from './applied-migrations.ts'
import { integer } from './columns.ts'
import { type Database, sql } from './database.ts'
import type { Migration } from './migration-files.ts'
import { statementsIn } from './migration-text.ts'

/**
 * Throws for a migration that would build an index on a large table of PostgreSQL: no row can be
 * written meanwhile. An operator builds it beforehand, without that lock; then the migration finds
 * it.
 */
export async function refuseLargeIndexes(database: Database, migration: Migration): Promise<void> {
  if (database.dialect.name === 'sqlite') return
  for (const { sql: statement } of statementsIn(migration.text, database.dialect)) {
    const { index, table } = form.exec(statement)?.groups ?? {}
    if (index === undefined || table === undefined) continue
    const [row] = await database.query(sql(selectState, table, index))
    if (row === undefined) continue
    const rows = integer(row, 'rows')
    const isThere = row.is_valid !== null
    if (row.is_valid === 1 || (!isThere && rows < rowsMax)) continue
    const size = `about ${rows} rows, and nothing could be written meanwhile`
    const first = isThere
      ? `has an index ${index} on ${table} that was not built to its end. Drop it and build it again`
      : `adds an index to ${table}, which has ${size}. Build it first`
    const inOneLine = statement.replaceAll(/\s+/g, ' ').replace('create index', 'create index concurrently')
    throw new MigrationRefused(
      `Migration ${migration.name} ${first}, while the service runs, with psql: ${inOneLine}; Then run this again.`,
    )
  }
}

const form = /^create index if not exists (?<index>\w+) on (?<table>\w+) /

/** A second or two of building. */
const rowsMax = 1_000_000

/** No row: the migration creates the table. */
const selectState = `select cast(greatest(t.reltuples, 0) as bigint) as rows,
    (select i.indisvalid from pg_index i join pg_class c on c.oid = i.indexrelid
     where i.indrelid = t.oid and c.relname = $2) as is_valid
  from pg_class t where t.oid = to_regclass($1)`

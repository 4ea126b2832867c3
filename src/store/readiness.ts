import { randomUUID } from 'node:crypto'
import { type Database, sql } from './database/database.ts'

/**
 * Rejects unless the database takes a write and answers a read. The row is replaced, not updated: a
 * full disk lets a row be changed in place, but has no room for a new one. Several instances may do
 * so at once; the last row stays.
 */
export async function proveReadiness(database: Database): Promise<void> {
  const id = randomUUID()
  await database.transaction([
    sql('insert into readiness (id, padding) values ($1, $2)', id, padding),
    sql('delete from readiness where id <> $1', id),
  ])
  // The embedded database reads on a connection of its own.
  await database.query(sql('select count(*) as rows from readiness'))
}

/** Eight pages of SQLite. PostgreSQL compresses them. */
const padding = 'x'.repeat(32 * 1024)

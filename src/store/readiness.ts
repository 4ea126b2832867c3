import { ConstraintFailure, type Database, inPassing, sql } from './database/database.ts'
import { newMark } from './new-mark.ts'

/**
 * Rejects unless the database can write and read. Replaces the row instead of updating it: a full
 * disk still allows an update in place. Several instances may do this at once; the last row stays.
 */
export async function proveReadiness(database: Database): Promise<void> {
  const id = newMark()
  await database.transaction([
    inPassing(sql('insert into readiness (id, padding) values ($1, $2)', id, padding)),
    inPassing(sql('delete from readiness where id <> $1', id)),
  ])
  // The embedded database reads on another connection than it writes.
  await database.query(sql('select count(*) as rows from readiness'))
}

/** Rejects unless the database can write. The second row is refused, which rolls back the first. */
export async function tryWrite(database: Database): Promise<void> {
  const insert = inPassing(sql('insert into readiness (id, padding) values ($1, $2)', newMark(), padding))
  try {
    await database.transaction([insert, insert])
  } catch (error) {
    if (!(error instanceof ConstraintFailure)) throw error
  }
}

/** Eight pages of SQLite. PostgreSQL compresses them. */
const padding = 'x'.repeat(32 * 1024)

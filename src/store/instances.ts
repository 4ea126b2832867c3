import { type AppliedMigration, appliedIn, refuseNewer, selectApplied } from './database/applied-migrations.ts'
import { integer, optionalInteger, text } from './database/columns.ts'
import { type Database, type Row, sql } from './database/database.ts'

/**
 * Enters a starting instance. Returns when the last instance was seen, if all of them ended
 * without stopping, at least `silentMs` ago; undefined when one still runs, or all were stopped.
 * Throws `MigrationRefused` if a newer version has removed what this one uses.
 */
export async function enterInstance(db: Database, instance: Instance): Promise<number | undefined> {
  const { id, at, newestMigration } = instance
  const [before = [], [remaining] = [], , applied = []] = await db.transaction([
    sql('delete from instances where seen_at < $1 returning seen_at', at - silentMs),
    sql('select max(seen_at) as seen_at from instances'),
    sql(
      'insert into instances (id, started_at, seen_at, newest_migration) values ($1, $2, $2, $3)',
      id,
      at,
      newestMigration,
    ),
    selectApplied,
  ])
  await requireFitting(db, instance, applied)
  if (before.length === 0 || (remaining && optionalInteger(remaining, 'seen_at') !== undefined)) return undefined
  return Math.max(...before.map((row) => integer(row, 'seen_at')))
}

export interface Instance {
  readonly id: string
  /** ms since 1970. */
  readonly at: number
  /** The newest that its version knows. */
  readonly newestMigration: string
}

/** An instance that was not seen for this long has ended. */
export const silentMs = 60_000

/**
 * The instance still runs. Enters it again if another one took it for dead; throws as
 * `enterInstance` does. Returns the migrations that the database has by now.
 */
export async function renewInstance(db: Database, instance: Instance): Promise<readonly AppliedMigration[]> {
  const { id, at, newestMigration } = instance
  const [, applied = []] = await db.transaction([
    sql(
      `insert into instances (id, started_at, seen_at, newest_migration) values ($1, $2, $2, $3)
       on conflict (id) do update set seen_at = excluded.seen_at`,
      id,
      at,
      newestMigration,
    ),
    selectApplied,
  ])
  await requireFitting(db, instance, applied)
  return appliedIn(applied)
}

/**
 * The records were read after the instance's row was written. A contracting migration locks that
 * table: either it found the row, or its record is here.
 */
async function requireFitting(db: Database, { id, newestMigration }: Instance, rows: readonly Row[]): Promise<void> {
  try {
    refuseNewer(
      appliedIn(rows).filter(({ name }) => name > newestMigration),
      newestMigration,
    )
  } catch (error) {
    await leaveInstance(db, id)
    throw error
  }
}

/** The instance stops as it should. */
export async function leaveInstance(db: Database, id: string): Promise<void> {
  await db.query(sql('delete from instances where id = $1', id))
}

/** A condition: an instance runs that does not know the migration named by the expression. */
export function runsOlderInstance(db: Database, migration: string): string {
  return `exists (select 1 from instances where ${isOlder(db, migration)})`
}

function isOlder({ dialect }: Database, migration: string): string {
  return `seen_at > ${dialect.now} - ${silentMs} and (newest_migration is null or newest_migration < ${migration})`
}

/** An instance that uses the database. */
export interface RunningInstance {
  readonly startedAt: number
  readonly seenAt: number
}

/** Those that were seen in the last minute, by id. */
export async function recentInstances(db: Database): Promise<ReadonlyMap<string, RunningInstance>> {
  const rows = await db.query(
    sql(`select id, started_at, seen_at from instances where seen_at > ${db.dialect.now} - ${silentMs}`),
  )
  return new Map(
    rows.map((row) => [text(row, 'id'), { startedAt: integer(row, 'started_at'), seenAt: integer(row, 'seen_at') }]),
  )
}

/** Those that run and do not know a migration. */
export async function olderInstances(db: Database, migration: string): Promise<readonly RunningInstance[]> {
  const rows = await db.query(
    sql(`select started_at, seen_at from instances where ${isOlder(db, '$1')} order by started_at, id`, migration),
  )
  return rows.map((row) => ({ startedAt: integer(row, 'started_at'), seenAt: integer(row, 'seen_at') }))
}

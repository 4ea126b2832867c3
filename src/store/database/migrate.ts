import { failedConstraint } from '../constraints.ts'
import { readApplied, refuseStrangers } from './applied-migrations.ts'
import { type Database, type Statement, sql } from './database.ts'
import { refuseLargeIndexes } from './large-indexes.ts'
import { type Migration, ownMigrations, readMigrations } from './migration-files.ts'
import { appliedMigrations, statementsIn } from './migration-text.ts'
import { acrossOrganisations } from './organisation.ts'
import { withShortLocks } from './short-locks.ts'

/**
 * Brings a database to the newest schema and returns the names of the migrations it applied.
 * Forward only. Of a database that is in use it only expands the schema, so that instances of the
 * version before go on; `contract` does the rest. Throws `MigrationRefused` when this version
 * cannot use the database, or when a migration was edited after it was applied. A cluster
 * gives new tables their place.
 *
 * Several instances may start at once, without a lock: the record of a migration is the first row
 * of its transaction, so the second instance waits at the primary key and then finds the work done.
 */
export async function migrate(database: Database, now: number, folder = ownMigrations): Promise<readonly string[]> {
  const migrations = await readMigrations(folder)
  await createTable(database)
  // A new database gets its tables in one commit instead of one for each migration.
  const isNew = (await readApplied(database)).length === 0
  if (isNew && (await applyAll(database, migrations, now))) return migrations.map(({ name }) => name)
  const applied: string[] = []
  for (const migration of migrations) {
    // Read again each time: another instance may be one step ahead.
    const known = await readApplied(database)
    refuseStrangers(known, migrations)
    if (migration.kind === 'contract' || known.some(({ name }) => name === migration.name)) continue
    if (await apply(database, migration, now)) applied.push(migration.name)
  }
  refuseStrangers(await readApplied(database), migrations)
  await database.dialect.placement?.placeNewTables(database)
  return applied
}

async function createTable(database: Database): Promise<void> {
  const table = statementsIn(appliedMigrations.replace('create table', 'create table if not exists'), database.dialect)
  // If several instances create the table at once, PostgreSQL fails all but one, with one of three
  // errors. All is well if the table exists afterwards.
  await database.transaction(table).catch(async (error: unknown) => {
    await readApplied(database).catch(() => {
      throw error
    })
  })
}

async function apply(database: Database, migration: Migration, now: number): Promise<boolean> {
  if (migration.kind === 'base') return await applyAll(database, [migration], now)
  await refuseLargeIndexes(database, migration)
  return await withShortLocks(database, migration.name, (shortLocks) =>
    isFirst(database, [recordOf(migration, now), ...shortLocks, ...changesOf(database, migration)]),
  )
}

function applyAll(database: Database, migrations: readonly Migration[], now: number): Promise<boolean> {
  return isFirst(
    database,
    migrations.flatMap((migration) => [recordOf(migration, now), ...changesOf(database, migration)]),
  )
}

/** All or none, in one transaction. Resolves to false if another instance was first. */
async function isFirst(database: Database, statements: readonly Statement[]): Promise<boolean> {
  try {
    await database.transaction(statements)
    return true
  } catch (error) {
    if (failedConstraint(error) === 'migration') return false
    throw error
  }
}

function recordOf({ name, checksum }: Migration, now: number): Statement {
  return sql('insert into migrations (name, checksum, applied_at) values ($1, $2, $3)', name, checksum, now)
}

export function changesOf(database: Database, { text }: Migration): readonly Statement[] {
  const { placement } = database.dialect
  const changes = statementsIn(text, database.dialect).flatMap((one) => placement?.unplaced(one) ?? one)
  return changes.map((statement) => acrossOrganisations('migration', statement))
}

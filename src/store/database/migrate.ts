import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { installation } from '../../installation.ts'
import { failedConstraint } from '../constraints.ts'
import { text } from './columns.ts'
import { type Database, sql } from './database.ts'
import { distributeNewTables, hasCitus, unplaced } from './distribute.ts'
import { appliedMigrations, statementsIn } from './migration-text.ts'
import { acrossOrganisations } from './organisation.ts'

/**
 * Brings a database to the newest schema and returns the names of the migrations it applied. On a
 * distributed database it also places the tables that are new. Forward only. Throws `MigrationRefused` when the database is newer than the code, or when a
 * migration was edited after it was applied.
 *
 * Several instances may start at once, without a lock: the record of a migration is the first row
 * of its transaction, so the second instance waits at the primary key and then finds the work done.
 */
export async function migrate(database: Database, now: number, folder = ownFolder): Promise<readonly string[]> {
  const isOnCitus = await hasCitus(database)
  const migrations = await readMigrations(folder)
  await createTable(database)
  // A new database gets its tables in one commit instead of one for each migration.
  const isNew = (await readRecords(database)).length === 0
  if (isNew && (await apply(database, migrations, now, isOnCitus))) return migrations.map(({ name }) => name)
  const applied: string[] = []
  for (const [index, migration] of migrations.entries()) {
    // Read again each time: another instance may be one step ahead.
    const known = await readRecords(database)
    refuseStrangers(known, migrations)
    if (index < known.length) continue
    if (await apply(database, [migration], now, isOnCitus)) applied.push(migration.name)
  }
  refuseStrangers(await readRecords(database), migrations)
  if (isOnCitus) await distributeNewTables(database)
  return applied
}

export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

interface Migration {
  /** `0001-start`. */
  readonly name: string
  readonly text: string
  /** SHA-256 of the text, hexadecimal. */
  readonly checksum: string
}

const ownFolder = new URL('migrations/', installation)

/** Leaves out `schema.*.sql`: those are generated from the migrations and never run. */
const fileName = /^(\d{4}-[a-z0-9-]+)\.sql$/

async function readMigrations(folder: URL): Promise<readonly Migration[]> {
  const names = (await readdir(folder)).flatMap((name) => fileName.exec(name)?.[1] ?? [])
  return Promise.all(
    names.sort().map(async (name) => {
      const text = (await readFile(new URL(`${name}.sql`, folder), 'utf8')).replaceAll('\r\n', '\n')
      return { name, text, checksum: createHash('sha256').update(text).digest('hex') }
    }),
  )
}

async function createTable(database: Database): Promise<void> {
  const table = statementsIn(appliedMigrations.replace('create table', 'create table if not exists'), database.dialect)
  // If several instances create the table at once, PostgreSQL fails all but one, with one of three
  // errors. All is well if the table exists afterwards.
  await database.transaction(table).catch(async (error: unknown) => {
    await readRecords(database).catch(() => {
      throw error
    })
  })
}

interface AppliedRecord {
  readonly name: string
  readonly checksum: string
}

async function readRecords(database: Database): Promise<readonly AppliedRecord[]> {
  const rows = await database.query(sql('select name, checksum from migrations order by name'))
  return rows.map((row) => ({ name: text(row, 'name'), checksum: text(row, 'checksum') }))
}

/** The applied migrations must be the first of ours, in the same order. */
function refuseStrangers(applied: readonly AppliedRecord[], migrations: readonly Migration[]): void {
  for (const [index, record] of applied.entries()) {
    const ours = migrations[index]
    if (ours === undefined || ours.name !== record.name) {
      throw new MigrationRefused(
        `The database has migration ${record.name}, which this version of Selfbill does not know at that place: ` +
          'it was made by a newer version. Run that one, or newer.',
      )
    }
    if (ours.checksum !== record.checksum) {
      throw new MigrationRefused(
        `Migration ${record.name} was edited after the database had applied it. Restore the file; put the change ` +
          'into a new migration.',
      )
    }
  }
}

/** All or none, in one transaction. Returns false if another instance was first. */
async function apply(
  database: Database,
  migrations: readonly Migration[],
  now: number,
  isOnCitus: boolean,
): Promise<boolean> {
  const statements = migrations.flatMap((migration) => [
    sql(
      'insert into migrations (name, checksum, applied_at) values ($1, $2, $3)',
      migration.name,
      migration.checksum,
      now,
    ),
    ...statementsIn(migration.text, database.dialect)
      .flatMap((statement) => (isOnCitus ? unplaced(statement) : [statement]))
      .map((statement) => acrossOrganisations('migration', statement)),
  ])
  try {
    await database.transaction(statements)
    return true
  } catch (error) {
    if (failedConstraint(error) === 'migration') return false
    throw error
  }
}

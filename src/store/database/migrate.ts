import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { text } from './columns.ts'
import { ConstraintFailure, type Database, type Dialect, sql } from './database.ts'

/**
 * Brings a database to the newest schema, and answers the names of what it applied. Forward only; a
 * database that is newer than the code, or a migration edited after it was applied, is refused with
 * `MigrationRefused`.
 *
 * Several instances may start at once, without any lock: a migration's record is the first row of
 * its own transaction, so of two instances one waits at the primary key and then finds that the
 * other has done the work.
 */
export async function migrate(database: Database, now: number, folder = ownFolder): Promise<readonly string[]> {
  const migrations = await readMigrations(folder)
  await createTable(database)
  const applied: string[] = []
  for (const [index, migration] of migrations.entries()) {
    // Read again each time: another instance may be one step ahead.
    const known = await readRecords(database)
    refuseStrangers(known, migrations)
    if (index < known.length) continue
    if (await apply(database, migration, now)) applied.push(migration.name)
  }
  refuseStrangers(await readRecords(database), migrations)
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

const ownFolder = new URL('../../../migrations/', import.meta.url)

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
  const table = statementsOf(
    `create table if not exists migrations (
       name {{text}} primary key, checksum {{text}} not null, applied_at {{integer}} not null
     ) {{strict}};`,
    database.dialect,
  )
  // Of several instances that find no table, PostgreSQL lets all but one fail at its catalogue, in
  // one of three ways. Then the table is there, or the failure is a real one.
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

/** What is applied must be a beginning of what the code has. */
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
        `Migration ${record.name} was edited after the database had applied it. Restore the file; put the change into a new migration.`,
      )
    }
  }
}

/** False when another instance was first. */
async function apply(database: Database, migration: Migration, now: number): Promise<boolean> {
  const record = sql(
    'insert into migrations (name, checksum, applied_at) values ($1, $2, $3)',
    migration.name,
    migration.checksum,
    now,
  )
  try {
    await database.transaction([record, ...statementsOf(migration.text, database.dialect)])
    return true
  } catch (error) {
    if (error instanceof ConstraintFailure && error.constraint.startsWith('migrations(')) return false
    throw error
  }
}

/**
 * A migration's few words that the databases spell differently; migrations/0001-start.sql says what
 * they mean.
 */
const tokens: Readonly<Record<Dialect['name'], Readonly<Record<string, string>>>> = {
  sqlite: {
    text: 'text',
    integer: 'integer',
    bytes: 'blob',
    serial: 'integer primary key autoincrement',
    strict: 'strict',
    unlogged: '',
  },
  postgres: {
    text: 'text collate "C"',
    integer: 'bigint',
    bytes: 'bytea',
    serial: 'bigint generated always as identity primary key',
    strict: '',
    unlogged: 'unlogged',
  },
}

/**
 * One protocol message holds one statement; a statement ends where a line ends with a semicolon.
 */
function statementsOf(text: string, dialect: Dialect) {
  return text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\{\{utf8\((\w+)\)\}\}/g, (_, column: string) => dialect.utf8(column))
    .replaceAll(/\{\{(\w+)\}\}/g, (token, name: string) => {
      const replacement = tokens[dialect.name][name]
      if (replacement === undefined) throw new Error(`a migration has the unknown token ${token}`)
      return replacement
    })
    .split(/;[ \t]*$/m)
    .filter((statement) => statement.trim() !== '')
    .map((statement) => sql(statement.trim()))
}

import { text } from './columns.ts'
import { type Database, type Row, type Statement, sql } from './database.ts'
import { kindOf, type Migration, ownMigrations, readMigrations } from './migration-files.ts'

/** The database and this version of the service do not fit. The operator can fix that. */
export class MigrationRefused extends Error {
  override readonly name = 'MigrationRefused'
}

export interface AppliedMigration {
  readonly name: string
  readonly checksum: string
}

/** In their order. */
export const selectApplied: Statement = sql('select name, checksum from migrations order by name')

export async function readApplied(database: Database): Promise<readonly AppliedMigration[]> {
  return appliedIn(await database.query(selectApplied))
}

/** Whether any version has made its tables. Other programs call a table `migrations` too. */
export async function hasTables(database: Database): Promise<boolean> {
  const text =
    database.dialect.name === 'postgres'
      ? `select 1 as found from pg_attribute where attrelid = to_regclass('migrations') and attname = 'checksum'`
      : `select 1 as found from sqlite_schema where name = 'migrations'`
  return (await database.query(sql(text))).length > 0
}

export function appliedIn(rows: readonly Row[]): readonly AppliedMigration[] {
  return rows.map((row) => ({ name: text(row, 'name'), checksum: text(row, 'checksum') }))
}

/**
 * Throws unless this version can use the database: a newer version may have expanded it, and ours
 * were applied in order. Only a contraction of ours may be missing among them.
 */
export function refuseStrangers(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const ours = new Map(migrations.map((migration) => [migration.name, migration]))
  const newest = migrations.at(-1)?.name ?? ''
  refuseNewer(
    applied.filter(({ name }) => !ours.has(name)),
    newest,
  )
  for (const { name, checksum } of applied) {
    const own = ours.get(name)
    if (own === undefined || own.checksum === checksum) continue
    throw new MigrationRefused(
      `Migration ${name} was edited after the database had applied it. Restore the file; put the change ` +
        'into a new migration.',
    )
  }
  const names = new Set(applied.map(({ name }) => name))
  const last = applied.at(-1)?.name ?? ''
  const late = migrations.find(({ name, kind }) => kind !== 'contract' && name < last && !names.has(name))
  if (late === undefined) return
  throw new MigrationRefused(
    `Migration ${late.name} comes before ${last}, which the database already has. Give it a higher number.`,
  )
}

/**
 * Throws unless a command can use the schema as it is. A contraction may wait: until then the
 * schema has more than this version needs.
 */
export async function requireSchema(database: Database, folder = ownMigrations): Promise<void> {
  const [applied, migrations] = [await readApplied(database), await readMigrations(folder)]
  refuseStrangers(applied, migrations)
  const names = new Set(applied.map(({ name }) => name))
  const missing = migrations.filter(({ name, kind }) => kind !== 'contract' && !names.has(name))
  if (missing.length === 0) return
  const first = missing[0]?.name ?? ''
  const lacks = missing.length === 1 ? `migration ${first}` : `${missing.length} migrations, from ${first}`
  throw new MigrationRefused(
    `The schema of the database is older than this version of Selfbill: it lacks ${lacks}. Run selfbill migrate ` +
      'of this version first; until then use the commands of the version that the service runs.',
  )
}

/** Throws unless all that come after `newest` expand. */
export function refuseNewer(applied: readonly Pick<AppliedMigration, 'name'>[], newest: string): void {
  for (const { name } of applied) {
    const kind = kindOf(name)
    if (name > newest && kind === 'contract') {
      throw new MigrationRefused(
        `The database has migration ${name}, which removed what this version of Selfbill uses. Run the version ` +
          'that applied it, or newer.',
      )
    }
    if (name > newest && kind === 'expand') continue
    throw new MigrationRefused(
      `The database has migration ${name}, which this version of Selfbill does not know at that place: ` +
        'it was made by a newer version. Run that one, or newer.',
    )
  }
}

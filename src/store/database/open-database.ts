import { statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { hasTables, requireSchema } from './applied-migrations.ts'
import { type Database, DatabaseUnusable } from './database.ts'
import type { PostgresLimits } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens PostgreSQL if there is a URL, otherwise the embedded database in a folder. Creates no
 * tables. With `mustExist` it creates no file. It throws `DatabaseUnusable` unless a start or
 * `migrate` has made the database, and `MigrationRefused` unless the schema is of this version.
 */
export async function openDatabase(location: DatabaseLocation, limits?: Partial<PostgresLimits>): Promise<Database> {
  if (location.mustExist !== true) return openAny(location, limits)
  if ('dataDir' in location) requireDatabaseFile(location.dataDir)
  const database = await openAny(location, limits)
  try {
    await requireTablesOfThisVersion(database, location)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}

async function openAny(location: DatabaseLocation, limits: Partial<PostgresLimits> | undefined): Promise<Database> {
  if ('dataDir' in location) return openSqlite(databaseFile(location.dataDir))
  // The driver is loaded where it is needed: it delays the start.
  const { openPostgres } = await import('./postgres.ts')
  const { citus, hasCitus } = await import('./citus/citus.ts')
  const database = await openPostgres(location.databaseUrl, limits)
  try {
    if (!(await hasCitus(database))) return database
  } catch (error) {
    await database.close()
    throw error
  }
  await database.close()
  return openPostgres(location.databaseUrl, limits, citus)
}

export type DatabaseLocation = ({ readonly databaseUrl: string } | { readonly dataDir: string }) & {
  readonly mustExist?: boolean
}

/** The database in words, for people: never with the user or the password. */
export async function placeOf(location: DatabaseLocation): Promise<string> {
  if ('dataDir' in location) return `the embedded database in ${resolve(location.dataDir)}`
  const { postgresAddress } = await import('./postgres-address.ts')
  return `PostgreSQL ${postgresAddress(location.databaseUrl).place}`
}

/** The embedded database's file in its folder; SQLite keeps `-wal` and `-shm` beside it. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'selfbill.db')
}

/** Throws unless a start or `migrate` of this version has made the tables. */
export async function requireTablesOfThisVersion(database: Database, location: DatabaseLocation): Promise<void> {
  if (!(await hasTables(database))) throw new DatabaseUnusable(await emptySentence(location))
  await requireSchema(database)
}

/** An empty file counts as none: SQLite would make a new database of it. */
export function requireDatabaseFile(dataDir: string): void {
  const size = statSync(databaseFile(dataDir), { throwIfNoEntry: false })?.size ?? 0
  if (size === 0) throw new DatabaseUnusable(missingSentence(dataDir))
}

function missingSentence(dataDir: string): string {
  return (
    `there is no database in ${resolve(dataDir)}. Set DATA_DIR to the folder of the service (without DATA_DIR it is ` +
    'data in the current folder); selfbill serve and selfbill migrate make a new database'
  )
}

async function emptySentence(location: DatabaseLocation): Promise<string> {
  if ('dataDir' in location) return missingSentence(location.dataDir)
  return (
    `${await placeOf(location)} has no tables of Selfbill. Set DATABASE_URL to the database of the service; ` +
    'selfbill serve and selfbill migrate make the tables in a new one'
  )
}

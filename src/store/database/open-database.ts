import { join } from 'node:path'
import type { Database } from './database.ts'
import type { PostgresLimits } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens PostgreSQL if there is a URL, otherwise the embedded database in a folder. Creates no
 * tables.
 */
export async function openDatabase(location: DatabaseLocation, limits?: Partial<PostgresLimits>): Promise<Database> {
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

export type DatabaseLocation = { readonly databaseUrl: string } | { readonly dataDir: string }

/** The embedded database's file in its folder; SQLite keeps `-wal` and `-shm` beside it. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'selfbill.db')
}

import { join } from 'node:path'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/**
 * Opens PostgreSQL if there is a URL, otherwise the embedded database in a folder. Creates no
 * tables.
 */
export function openDatabase(location: DatabaseLocation): Promise<Database> {
  return 'databaseUrl' in location ? openPostgres(location.databaseUrl) : openSqlite(databaseFile(location.dataDir))
}

export type DatabaseLocation = { readonly databaseUrl: string } | { readonly dataDir: string }

/** The embedded database's file in its folder; SQLite keeps `-wal` and `-shm` beside it. */
export function databaseFile(dataDir: string): string {
  return join(dataDir, 'selfbill.db')
}

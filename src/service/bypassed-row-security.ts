import type { Logger } from 'pino'
import { flag } from '../store/database/columns.ts'
import { type Database, sql } from '../store/database/database.ts'
import type { Store } from '../store/store.ts'

/**
 * Warns when the service's role in PostgreSQL is above row level security, which then does not keep
 * organisations apart. Never rejects. Source: docs/decisions/0099.
 */
export async function warnOfBypassedRowSecurity({ database }: Pick<Store, 'database'>, log: Logger): Promise<void> {
  if (database.dialect.name !== 'postgres') return
  try {
    if (await isAboveRowSecurity(database))
      log.warn('the role in DATABASE_URL is a superuser or has BYPASSRLS: row level security does not bind it')
  } catch (error) {
    log.error({ err: error }, 'the rights of the role in DATABASE_URL could not be read')
  }
}

/** Whether row level security does not bind the role of this connection to PostgreSQL. */
export async function isAboveRowSecurity(database: Database): Promise<boolean> {
  const [role] = await database.query(
    sql('select cast(rolsuper or rolbypassrls as integer) as is_above from pg_roles where rolname = current_user'),
  )
  return role !== undefined && flag(role, 'is_above')
}

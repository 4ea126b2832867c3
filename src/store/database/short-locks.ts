import { setTimeout as delay } from 'node:timers/promises'
import { MigrationRefused } from './applied-migrations.ts'
import { type Database, DatabaseAway, type Statement, sql } from './database.ts'

/**
 * Runs a migration on a database that is in use. It has to lock tables, and every statement on a
 * table queues behind a migration that waits for its lock. So it waits a second at most, and tries
 * again later. `run` gets the statements to run before the first lock.
 */
export async function withShortLocks<Result>(
  database: Database,
  name: string,
  run: (shortLocks: readonly Statement[]) => Promise<Result>,
  { attemptsMax, pauseMs }: ShortLockLimits = defaultLimits,
): Promise<Result> {
  if (database.dialect.name === 'sqlite') return await run([])
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await run([sql("set local lock_timeout = '1s'")])
    } catch (error) {
      if (!isLockTimeout(error)) throw error
      if (attempt === attemptsMax) {
        throw new MigrationRefused(
          `Migration ${name} found no moment without a long statement, such as a backup, on its tables. ` +
            'Let it end, and run this again.',
        )
      }
    }
    await delay(pauseMs)
  }
}

export interface ShortLockLimits {
  readonly attemptsMax: number
  readonly pauseMs: number
}

/** About five minutes. */
const defaultLimits: ShortLockLimits = { attemptsMax: 100, pauseMs: 2_000 }

/** lock_not_available */
function isLockTimeout(error: unknown): boolean {
  const cause = error instanceof DatabaseAway ? error.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === '55P03'
}

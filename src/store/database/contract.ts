import { failedConstraint } from '../constraints.ts'
import { olderInstances, type RunningInstance, runsOlderInstance } from '../instances.ts'
import { readApplied, refuseStrangers } from './applied-migrations.ts'
import { type Database, sql } from './database.ts'
import { changesOf } from './migrate.ts'
import { kindOf, type Migration, migrationNames, ownMigrations, readMigrations } from './migration-files.ts'
import { withShortLocks } from './short-locks.ts'

/**
 * Applies the contracting migrations, which remove what versions before them use, after `migrate`.
 * Stops at the first one while an instance runs that does not know it.
 */
export async function contract(database: Database, now: number, folder = ownMigrations): Promise<Contraction> {
  // Every start of the embedded database comes here.
  const hasAny = (await migrationNames(folder)).some((name) => kindOf(name) === 'contract')
  if (!hasAny) return { applied: [], waiting: undefined }
  const migrations = await readMigrations(folder)
  const known = await readApplied(database)
  refuseStrangers(known, migrations)
  const names = new Set(known.map(({ name }) => name))
  const applied: string[] = []
  for (const migration of migrations.filter(({ name, kind }) => kind === 'contract' && !names.has(name))) {
    const outcome = await apply(database, migration, now)
    if (outcome === 'waits') {
      const instances = await olderInstances(database, migration.name)
      return { applied, waiting: { name: migration.name, instances } }
    }
    if (outcome === 'applied') applied.push(migration.name)
  }
  return { applied, waiting: undefined }
}

export interface Contraction {
  readonly applied: readonly string[]
  /** The first that had to wait, and the instances it waits for. */
  readonly waiting: { readonly name: string; readonly instances: readonly RunningInstance[] } | undefined
}

/**
 * The look for older instances is part of the transaction, behind a lock. An instance that enters
 * meanwhile waits for the lock, then finds the record of the migration, and does not start.
 */
async function apply(
  database: Database,
  migration: Migration,
  now: number,
): Promise<'applied' | 'waits' | 'was applied'> {
  const lock = database.dialect.name === 'postgres' ? [sql('lock table instances in exclusive mode')] : []
  const record = [
    sql(
      'insert into migrations (name, checksum, applied_at) values ($1, $2, $3)',
      migration.name,
      migration.checksum,
      now,
    ),
    // Fails at `older_instance`. By itself: a cluster refuses the look inside the insert
    // (docs/decisions/0102).
    sql(
      `update migrations set applied_at = null where name = $1 and ${runsOlderInstance(database, '$1')}`,
      migration.name,
    ),
  ]
  try {
    await withShortLocks(database, migration.name, (shortLocks) =>
      database.transaction([...shortLocks, ...lock, ...record, ...changesOf(database, migration)]),
    )
    return 'applied'
  } catch (error) {
    const constraint = failedConstraint(error)
    if (constraint === 'older_instance') return 'waits'
    if (constraint === 'migration') return 'was applied'
    throw error
  }
}

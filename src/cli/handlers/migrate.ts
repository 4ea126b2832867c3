import type { Config } from '../../config/config.ts'
import { migrateDatabase } from '../../service/open-store.ts'

/** Prints the migrations it applies. */
export async function migrate(config: Config): Promise<number> {
  const applied = await migrateDatabase(config)
  console.log(
    applied.length === 0 ? 'The database is up to date.' : applied.map((name) => `applied ${name}`).join('\n'),
  )
  return 0
}

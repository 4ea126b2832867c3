import type { Config } from '../../config/config.ts'
import { distributeDatabase } from '../../service/open-store.ts'

/** Spreads the tables over the workers of Citus, and prints which it moved. */
export async function distributeTables(config: Config): Promise<number> {
  const moved = await distributeDatabase(config)
  console.log(
    moved.length === 0 ? 'All tables are distributed already.' : moved.map((name) => `distributed ${name}`).join('\n'),
  )
  return 0
}

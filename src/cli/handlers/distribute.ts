import type { Config } from '../../config/config.ts'
import { distributeDatabase } from '../../service/open-store.ts'
import { isConfirmed, type YesOption } from '../confirm.ts'
import type { Terminal } from '../terminal.ts'
import { refuseWhileRunning } from './refuse-while-running.ts'

/** Spreads the tables over the workers of Citus, and prints which it moved. */
export async function distributeTables(terminal: Terminal, config: Config, options: YesOption): Promise<number> {
  const moved = await distributeDatabase(config, async (database) => {
    if (await refuseWhileRunning(terminal, database, 'distribute')) return false
    return isConfirmed(terminal, 'Move the tables to the workers? Nothing moves them back.', options)
  })
  if (moved === undefined) return 1
  terminal.print(
    moved.length === 0 ? 'All tables are distributed already.' : moved.map((name) => `distributed ${name}`).join('\n'),
  )
  return 0
}

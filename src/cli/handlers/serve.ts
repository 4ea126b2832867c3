import type { Config } from '../../config/config.ts'
import { startService } from '../../service/start-service.ts'
import type { Terminal } from '../terminal.ts'

/** Starts the service; a signal stops it. */
export async function serve(_terminal: Terminal, config: Config): Promise<number> {
  await startService(config)
  return 0
}

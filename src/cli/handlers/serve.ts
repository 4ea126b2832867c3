import { readConfig } from '../../config/config.ts'
import { startService } from '../../service/start-service.ts'
import type { Terminal } from '../terminal.ts'

/** Starts the service; a signal stops it. Its log has the warnings about its settings. */
export async function serve(terminal: Terminal): Promise<number> {
  await startService(readConfig(terminal.env))
  return 0
}

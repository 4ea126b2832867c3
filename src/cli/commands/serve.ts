import type { Config } from '../../config/config.ts'
import { startService } from '../../service/start-service.ts'

/** Runs the service until it is told to stop. */
export async function serve(config: Config): Promise<number> {
  await startService(config)
  return 0
}

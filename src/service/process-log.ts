import { type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'

/**
 * The log of the process, as JSON lines on stderr, flushed before the process exits, even after an
 * error. Never about documents.
 */
export function processLog(config: Config): Logger {
  return pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }))
}

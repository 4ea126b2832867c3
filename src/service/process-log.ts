import { type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'

/**
 * The process's own log, JSON lines to stderr, written before the process can die of what they
 * tell. Never about documents.
 */
export function processLog(config: Config): Logger {
  return pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }))
}

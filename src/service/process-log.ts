import { type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { traceLogMembers } from '../tracing/active-span.ts'

/**
 * The log of the process, as JSON lines on stderr, flushed before the process exits, even after an
 * error. Never about documents. A line that is written in a trace names the trace and its span.
 */
export function processLog(config: Config): Logger {
  return pino({ level: config.logLevel, mixin: traceLogMembers }, pino.destination({ dest: 2, sync: false }))
}

import { type Logger, pino } from 'pino'
import type { Config } from '../config/config.ts'
import { traceLogMembers } from '../tracing/active-span.ts'
import { LogOutput } from './log-output.ts'

/**
 * The log of the process, as JSON lines on stderr, flushed before the process exits, even after an
 * error. Never about documents. A line that is written in a trace names the trace and its span.
 */
export function processLog(config: Config): Logger {
  return pino({ level: config.logLevel, mixin: traceLogMembers }, output())
}

/** Lines that this process could not write. */
export function lostLogLines(): number {
  return shared?.lostLines ?? 0
}

/** A process has one standard error. */
let shared: LogOutput | undefined

function output(): LogOutput {
  if (shared !== undefined) return shared
  const made = new LogOutput()
  process.on('exit', () => made.writeRest())
  shared = made
  return made
}

import { type Logger, type LoggerOptions, pino, stdSerializers } from 'pino'
import type { Config } from '../config/config.ts'
import { isLoss } from '../store/database/database.ts'
import { traceLogMembers } from '../tracing/active-span.ts'
import { LogOutput } from './log-output.ts'

/**
 * The log of the process, as JSON lines on stderr, flushed before the process exits, even after an
 * error. Never about documents. A line that is written in a trace names the trace and its span.
 */
export function processLog(config: Config): Logger {
  return pino(logOptions(config.logLevel), output())
}

/** A lost database is no failure of ours: its stack would say nothing. */
export function logOptions(level: string): LoggerOptions {
  const err = (error: Error) =>
    isLoss(error) ? { type: error.name, message: error.message } : stdSerializers.err(error)
  return { level, mixin: traceLogMembers, serializers: { err } }
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

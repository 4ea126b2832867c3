import { DatabaseClosed } from '../../store/database/database.ts'

/** Logs a failure of ours. What our own stop cuts off is no error. */
export function logFailure(log: FailureLog, error: unknown, what: 'a request' | 'part of a request'): void {
  if (error instanceof DatabaseClosed) log.info(`${what} was cut off by the stop`)
  else log.error({ err: error }, `${what} failed`)
}

/**
 * Logs answers of 5xx that are meant: no memory, a queue that is full, no printer. Callers can
 * cause them, so they are no errors, and one line stands for all of ten seconds.
 */
export function logRefusal(log: FailureLog, code: string): void {
  const known = refusals.get(log)
  const counts = known ?? new Map<string, number>()
  refusals.set(log, counts)
  counts.set(code, (counts.get(code) ?? 0) + 1)
  if (known !== undefined) return
  const write = () => {
    const requests = Object.fromEntries(counts)
    counts.clear()
    log.warn({ requests }, 'requests were refused with 5xx')
  }
  write()
  setTimeout(() => {
    refusals.delete(log)
    if (counts.size > 0) write()
  }, refusalsEveryMs).unref()
}

const refusals = new WeakMap<FailureLog, Map<string, number>>()
const refusalsEveryMs = 10_000

interface FailureLog {
  warn(fields: object, message: string): void
  info(message: string): void
  error(fields: { readonly err: unknown }, message: string): void
}

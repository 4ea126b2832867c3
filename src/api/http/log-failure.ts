import { DatabaseClosed } from '../../store/database/database.ts'

/** Logs a failure of ours. What our own stop cuts off is no error. */
export function logFailure(log: FailureLog, error: unknown, what: 'a request' | 'part of a request'): void {
  if (error instanceof DatabaseClosed) log.info(`${what} was cut off by the stop`)
  else log.error({ err: error }, `${what} failed`)
}

interface FailureLog {
  info(message: string): void
  error(fields: { readonly err: unknown }, message: string): void
}

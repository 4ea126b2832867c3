import { type Logger, pino } from 'pino'

/** The log of a part that takes a whole one: its errors are heard, and nothing is written. */
export function worldLog(onError: (during: string, error: unknown) => void): Logger {
  return pino({
    level: 'error',
    hooks: {
      logMethod([what, during]: readonly unknown[]) {
        const isOfError = typeof what === 'object' && what !== null && 'err' in what
        onError(String(during), isOfError ? what.err : what)
      },
    },
  })
}

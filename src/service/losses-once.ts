import type { Logger } from 'pino'
import { DatabaseAway, DatabaseClosed } from '../store/database/database.ts'

/**
 * A log with one line when the database goes and one when it is back. Every worker and every
 * request fails meanwhile, which would be some lines a second that say the same. Of an error that
 * stands for several, only the failures for another reason are logged.
 */
export function lossesOnce(log: Logger): LossLog {
  let losses = 0
  const withoutLosses = (pass: Pass): Pass => {
    return (facts, text) => {
      const failures = hasError(facts) ? failuresIn(facts.err) : []
      const lost = failures.find(isLoss)
      if (!hasError(facts) || lost === undefined) return pass(facts, text)
      losses += 1
      if (losses === 1) log.error({ ...facts, err: lost, first: text }, 'the database is away, full or too slow')
      const others = failures.filter((failure) => !isLoss(failure))
      if (others.length > 0) pass({ ...facts, err: new AggregateError(others, String(facts.err)) }, text)
    }
  }
  return {
    log: Object.create(log, {
      error: { value: withoutLosses(log.error.bind(log)) },
      warn: { value: withoutLosses(log.warn.bind(log)) },
    }),
    databaseAnswered() {
      if (losses > 0) log.info({ losses }, 'the database is back')
      losses = 0
    },
  }
}

export interface LossLog {
  readonly log: Logger
  /** Call it every few seconds while the database takes writes. */
  databaseAnswered(): void
}

type Pass = (facts: unknown, text?: string) => void

function hasError(facts: unknown): facts is { readonly err: unknown } {
  return typeof facts === 'object' && facts !== null && 'err' in facts
}

/** The error itself, or those that it stands for. */
function failuresIn(error: unknown): readonly unknown[] {
  return error instanceof AggregateError ? error.errors.flatMap(failuresIn) : [error]
}

/** Not what our own stop cuts off, and not a change whose outcome is unknown. */
function isLoss(error: unknown): boolean {
  return error instanceof DatabaseAway && !(error instanceof DatabaseClosed)
}

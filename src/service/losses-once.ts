import type { Logger } from 'pino'
import { DatabaseAway, DatabaseClosed } from '../store/database/database.ts'

/**
 * A log with one line when the database goes and one when it is back. Every worker and every
 * request fails meanwhile, which would be some lines a second that say the same.
 */
export function lossesOnce(log: Logger): LossLog {
  let losses = 0
  const pass = log.error.bind(log)
  const error = (facts: unknown, text?: string) => {
    if (!isLossIn(facts)) return pass(facts, text)
    losses += 1
    if (losses === 1) log.error({ ...facts, first: text }, 'the database is away, full or too slow')
  }
  return {
    log: Object.create(log, { error: { value: error } }),
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

/** Not what our own stop cuts off, and not a change whose outcome is unknown. */
function isLossIn(facts: unknown): facts is { readonly err: DatabaseAway } {
  if (typeof facts !== 'object' || facts === null || !('err' in facts)) return false
  return facts.err instanceof DatabaseAway && !(facts.err instanceof DatabaseClosed)
}

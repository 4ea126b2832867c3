import { AsyncLocalStorage } from 'node:async_hooks'
import { type Database, isChange, isLoss, OutcomeUnknown, type Statement } from './database.ts'

/**
 * Notices what is committed: for the statements that want to know, and for requests. A request
 * that loses the database behind a commit of its own has changed something, whatever the error
 * says of the statement that was lost.
 */
export function noticedCommits(database: Database): Database {
  const committed = (statements: readonly Statement[]) => {
    for (const { onCommit } of statements) onCommit?.()
    const change = changes.getStore()
    if (change !== undefined && statements.some(isChange)) change.hasCommitted = true
  }
  return {
    dialect: database.dialect,
    ...(database.blobs && { blobs: database.blobs }),
    async query(statement) {
      const rows = await database.query(statement)
      committed([statement])
      return rows
    },
    snapshot: (selects) => database.snapshot(selects),
    async transaction(statements, lane) {
      const results = await database.transaction(statements, lane)
      committed(statements)
      return results
    },
    close: () => database.close(),
  }
}

/** Runs one change. Rejects with `OutcomeUnknown` if the database is lost behind its commit. */
export async function asOneChange<Result>(work: () => Promise<Result>): Promise<Result> {
  const change = { hasCommitted: false }
  try {
    return await changes.run(change, work)
  } catch (error) {
    if (change.hasCommitted && isLoss(error) && !(error instanceof OutcomeUnknown)) throw new OutcomeUnknown(error)
    throw error
  }
}

const changes = new AsyncLocalStorage<{ hasCommitted: boolean }>()

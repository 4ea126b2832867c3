import { ConstraintFailure, type Database } from './database.ts'

/** Wraps a database and reports how long each call takes, including the wait for a connection. */
export function observedDatabase(database: Database, observer: DatabaseObserver): Database {
  async function observed<Result>(call: DatabaseCall, run: () => Promise<Result>): Promise<Result> {
    const began = performance.now()
    try {
      const result = await run()
      observer.called(call, true, performance.now() - began)
      return result
    } catch (error) {
      // A constraint failure is an answer too.
      observer.called(call, error instanceof ConstraintFailure, performance.now() - began)
      throw error
    }
  }
  return {
    dialect: database.dialect,
    query: (statement) => observed('query', () => database.query(statement)),
    snapshot: (selects) => observed('snapshot', () => database.snapshot(selects)),
    transaction: (statements, lane) => observed('transaction', () => database.transaction(statements, lane)),
    close: () => database.close(),
  }
}

export interface DatabaseObserver {
  /** Returns at once and never throws. */
  called(call: DatabaseCall, isAnswered: boolean, tookMs: number): void
}

export type DatabaseCall = 'query' | 'snapshot' | 'transaction'

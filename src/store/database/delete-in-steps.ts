import type { Database, Statement } from './database.ts'

/**
 * Runs a delete that takes `stepRowsMax` rows at most, and returns them, until it finds no more:
 * each step is a transaction of its own, so that other writers wait for one step and not for
 * millions of rows, and no step outlasts the time a statement may take. Ends early when `isOver`
 * says so; what is left is found the next time.
 */
export async function deleteInSteps(
  database: Database,
  step: (dialect: Database['dialect']) => Statement,
  isOver: () => boolean = () => false,
): Promise<void> {
  const statement = step(database.dialect)
  while (!isOver()) {
    const gone = await database.query(statement)
    if (gone.length < stepRowsMax) return
  }
}

/** Some milliseconds. */
export const stepRowsMax = 500

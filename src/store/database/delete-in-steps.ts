import type { Database, Statement } from './database.ts'

/**
 * Repeats a delete that removes and returns at most `stepRowsMax` rows until it finds no more. Each
 * step is a transaction, so that other writers wait for one step, not for millions of rows, and no
 * step exceeds the statement timeout. Stops early when `isOver` returns true; the next run deletes
 * the rest.
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

/** Deleting this many takes a few milliseconds. */
export const stepRowsMax = 500

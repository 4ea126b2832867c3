import { ConstraintFailure, DatabaseAway, OutcomeUnknown } from './database.ts'
import type { JobFailure } from './sqlite-thread.ts'

/** Turns a failure of SQLite into the error that callers know. */
export function errorOf(failure: JobFailure): Error {
  const kind = constraintKinds[failure.code]
  if (kind !== undefined) return new ConstraintFailure(kind, constraintOf(failure.message))
  const error = new Error(`SQLite (${failure.code}): ${failure.message}`)
  const primary = failure.code & 0xff
  if (primary === ioError && failure.isOfCommit) return new OutcomeUnknown(error)
  return shortages.has(primary) ? new DatabaseAway(error) : error
}

/** SQLITE_CONSTRAINT_UNIQUE, _PRIMARYKEY, _NOTNULL. */
const constraintKinds: Readonly<Record<number, ConstraintFailure['kind']>> = {
  2067: 'unique',
  1555: 'unique',
  1299: 'not_null',
}

/** SQLITE_IOERR: the disk failed. At a commit we cannot know what was written. */
const ioError = 10

/**
 * The statement is fine, but nothing was written. Keyed by the low byte of the result code. CORRUPT
 * and NOTADB belong here: a failing file system returns garbage, and the same request succeeds once
 * the file is intact again.
 */
const shortages: ReadonlySet<number> = new Set([
  3, // PERM
  5, // BUSY: another process keeps the file
  7, // NOMEM
  8, // READONLY
  ioError,
  11, // CORRUPT
  13, // FULL
  14, // CANTOPEN
  15, // PROTOCOL: the lock cannot be taken
  22, // NOLFS: the file may not grow
  26, // NOTADB
])

/** From `UNIQUE constraint failed: documents.org_id, documents.id` to `documents(org_id, id)`. */
function constraintOf(message: string): string {
  const columns = message.slice(message.lastIndexOf(': ') + 2).split(', ')
  const table = columns[0]?.split('.')[0] ?? ''
  return `${table}(${columns.map((column) => column.slice(table.length + 1)).join(', ')})`
}

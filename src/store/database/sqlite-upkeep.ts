import { existsSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLOutputValue } from 'node:sqlite'
import { DatabaseUnusable } from './database.ts'

/**
 * Copies the embedded database at `path` into `file` while the service runs: compacted, consistent
 * as of one moment, and on disk when this resolves. Never overwrites a file. Blocks the calling
 * thread, so it is for the command line.
 */
export async function backup(path: string, file: string): Promise<void> {
  if (existsSync(file)) throw new DatabaseUnusable(`${file} exists; a backup is never written over another file`)
  // All or nothing: an interrupted backup must not leave a file that looks complete.
  const unfinished = `${file}.unfinished`
  if (!existsSync(dirname(file))) throw new DatabaseUnusable(`there is no folder ${dirname(file)}`)
  await rm(unfinished, { force: true })
  // Only the owner may read it, as with the database. SQLite treats an empty file as a new
  // database.
  await (await open(unfinished, 'wx', 0o600)).close()
  withDatabase(path, (db) => db.prepare('vacuum into $file').run({ $file: unfinished }))
  await sync(unfinished)
  await rename(unfinished, file)
  await sync(dirname(file))
}

/**
 * Lists the damage of the embedded database at `path`: damaged pages, broken indexes, dangling
 * references. Empty when all is well.
 */
export function check(path: string): readonly string[] {
  return withDatabase(path, (db) => [
    ...problems(db, 'pragma integrity_check(100)', (row) => String(row.integrity_check)).filter(
      (problem) => problem !== 'ok',
    ),
    ...problems(
      db,
      'pragma foreign_key_check',
      (row) => `row ${row.rowid} of ${row.table} refers to no row of ${row.parent}`,
    ),
  ])
}

const problemsMax = 100

function problems(
  db: DatabaseSync,
  pragma: string,
  describe: (row: Record<string, SQLOutputValue>) => string,
): string[] {
  try {
    return db.prepare(pragma).all().slice(0, problemsMax).map(describe)
  } catch (error) {
    // If the damage is too deep for the check to run, report that as the finding.
    if (error instanceof Error && 'errcode' in error && (error.errcode === corrupt || error.errcode === notADatabase))
      return [error.message]
    throw error
  }
}

const corrupt = 11
const notADatabase = 26

function withDatabase<Result>(path: string, use: (db: DatabaseSync) => Result): Result {
  if (!existsSync(path)) throw new DatabaseUnusable(`there is no database at ${path}: DATA_DIR says where it is`)
  const db = new DatabaseSync(path, { timeout: 5_000 })
  try {
    return use(db)
  } finally {
    db.close()
  }
}

async function sync(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

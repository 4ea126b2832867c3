import { mkdir, open } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Checkpoints } from './checkpoints.ts'
import { type Database, DatabaseUnusable, type Dialect, type Statement, sql } from './database.ts'
import { LastingThread } from './lasting-thread.ts'

/**
 * The embedded database: one file, using the SQLite inside Node; every acknowledged transaction is
 * synced to disk. Creates the file and its folder if they are missing, readable only by their
 * owner. Another process may have the same file open. A thread that dies opens again when it is
 * next needed.
 */
export async function openSqlite(path: string): Promise<Database> {
  const { writer, reader } = await openThreads(path)
  const longReader = new LastingThread({ path, role: 'long reader' }, idleMs)
  const copier = new LastingThread({ path, role: 'copier' }, idleMs)
  const checkpoints = new Checkpoints(() => copier.run([sql('pragma wal_checkpoint(passive)')]))
  const write = (statements: readonly Statement[]) =>
    writer.run(statements).finally(() => checkpoints.wrote(bytesOf(statements)))
  return {
    dialect: sqliteDialect,
    async query(statement) {
      if (!readsOnly.test(statement.sql)) return (await write([statement]))[0] ?? []
      const results = await (statement.isLong === true ? longReader : reader).run([statement])
      return results[0] ?? []
    },
    snapshot: (selects) => (selects.some(({ isLong }) => isLong === true) ? longReader : reader).run(selects),
    transaction: write,
    async close() {
      await checkpoints.close()
      await copier.close()
      await longReader.close()
      await reader.close()
      await writer.close()
    },
  }
}

/** A thread takes about 10 MB, and 50 ms to start again. */
const idleMs = 30_000

/** The texts and bytes of the values: what a write adds to the log at least. */
function bytesOf(statements: readonly Statement[]): number {
  let bytes = 0
  for (const { params } of statements)
    for (const value of params) if (typeof value === 'string' || value instanceof Uint8Array) bytes += value.length
  return bytes
}

async function openThreads(path: string): Promise<{ readonly writer: LastingThread; readonly reader: LastingThread }> {
  const writer = new LastingThread({ path, role: 'writer' })
  const reader = new LastingThread({ path, role: 'reader' })
  try {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    // SQLite creates the file world-readable and copies its mode to -wal and -shm, so create it
    // 0600 first.
    await (await open(path, 'a', 0o600)).close()
    // The writer first: it makes a new file a database, and the reader may not write.
    await writer.open()
    await reader.open()
    return { writer, reader }
  } catch (error) {
    await writer.close()
    await reader.close()
    const why = error instanceof Error ? error.message : String(error)
    throw new DatabaseUnusable(`the database ${path} cannot be opened: ${why}`, { cause: error })
  }
}

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  skipLocked: '',
  forUpdate: '',
  noIndex: '+',
  sha256: (expression) => `sha256_hex(${expression})`,
  utf8: (expression) => `cast(${expression} as blob)`,
  unhex: (expression) => `unhex(${expression})`,
  position: (text, sought) => `instr(${text}, ${sought})`,
  now: `cast(unixepoch('subsec') * 1000 as integer)`,
  // The file that this process holds open.
  server: `''`,
}

/** A select only. `with …` may end in an insert, so it goes to the writer. */
const readsOnly = /^\s*select\b/i

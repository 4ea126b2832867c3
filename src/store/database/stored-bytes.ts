import { bytes as bytesIn } from './columns.ts'
import type { Database, Statement } from './database.ts'
import { ReadingTurns, roundOfItsOwn } from './reading-turns.ts'

/**
 * A long text or file in the database, read a slice at a time as its reader takes it: however long it is, and however slow the reader,
 * two slices of it are in memory. Only for rows that are never changed or deleted: each slice is a statement of its own.
 */
export interface StoredBytes {
  /** How many there are; a text is counted in UTF-8. */
  readonly bytes: number
  /** From the beginning, each time it is called. Every piece but the last is `pieceBytes` long. */
  read(): AsyncGenerator<Uint8Array, void, undefined>
}

/** `sliceAt` selects the column `slice`: `length` bytes from position `from`, which counts from 1. */
export function storedBytes(
  db: Pick<Database, 'query'>,
  orgId: string,
  bytes: number,
  sliceAt: (from: number, length: number) => Statement,
): StoredBytes {
  return {
    bytes,
    async *read() {
      for (let read = 0; read < bytes; read += sliceBytes) {
        const length = Math.min(sliceBytes, bytes - read)
        const slice = await sliceOf(db, orgId, sliceAt(read + 1, length))
        if (slice?.length !== length) throw new Error('a stored text is not as long as it was')
        for (let at = 0; at < length; at += pieceBytes) {
          if (length > pieceBytes) await roundOfItsOwn(orgId)
          yield slice.subarray(at, at + pieceBytes)
        }
      }
    },
  }
}

/** One at a time of all that are read from a database: the short statements of others go between them. */
async function sliceOf(
  db: Pick<Database, 'query'>,
  orgId: string,
  statement: Statement,
): Promise<Uint8Array | undefined> {
  const turns = turnsOf.get(db) ?? new ReadingTurns()
  turnsOf.set(db, turns)
  const done = await turns.take(orgId)
  try {
    const [row] = await db.query({ ...statement, isLong: true })
    return row && bytesIn(row, 'slice')
  } finally {
    done()
  }
}

const turnsOf = new WeakMap<Pick<Database, 'query'>, ReadingTurns>()

/** How many bytes a reader of such texts, one after the other, keeps in memory when the longest has `longest` bytes. */
export function heldBytesOf(longest: number): number {
  return 2 * Math.min(longest, sliceBytes)
}

/** What is done with a piece takes the main thread less than a millisecond. A multiple of 3, as Base64 likes it. */
export const pieceBytes = 96 * 1024
/**
 * A database reads a text from its beginning for each slice, so there must not be many; and PostgreSQL's driver reads a slice on the
 * main thread, a few milliseconds for this length.
 */
const sliceBytes = 22 * pieceBytes

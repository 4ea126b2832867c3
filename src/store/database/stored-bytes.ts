import { bytes as bytesIn } from './columns.ts'
import type { Database, Statement } from './database.ts'

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
  bytes: number,
  sliceAt: (from: number, length: number) => Statement,
): StoredBytes {
  return {
    bytes,
    async *read() {
      for (let read = 0; read < bytes; read += sliceBytes) {
        const length = Math.min(sliceBytes, bytes - read)
        const [row] = await db.query(sliceAt(read + 1, length))
        const slice = row && bytesIn(row, 'slice')
        if (slice?.length !== length) throw new Error('a stored text is not as long as it was')
        for (let at = 0; at < length; at += pieceBytes) yield slice.subarray(at, at + pieceBytes)
      }
    },
  }
}

/** How many bytes a reader of such texts, one after the other, keeps in memory when the longest has `longest` bytes. */
export function heldBytesOf(longest: number): number {
  return 2 * Math.min(longest, sliceBytes)
}

/**
 * A database reads a text from its beginning for each slice, so there must not be many; and PostgreSQL's driver reads a slice on the
 * main thread, some milliseconds for this length.
 */
const sliceBytes = 3 * 1024 * 1024
/** What is done with a piece takes the main thread less than a millisecond. A multiple of 3, as Base64 likes it. */
export const pieceBytes = 96 * 1024

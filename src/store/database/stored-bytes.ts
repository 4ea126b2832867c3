import { partBytes } from '../../text/packing.ts'
import { bytes as bytesIn } from './columns.ts'
import type { Database, Statement } from './database.ts'
import { readInTurn, waitForPieceTurn } from './reading-turns.ts'

/**
 * A long text or file in the database, read at the reader's pace. However long it is and however
 * slow the reader, only two parts are in memory. The rows must not change until they are read.
 */
export interface StoredBytes {
  /** The size; a text counts in UTF-8. */
  readonly bytes: number
  /** Starts from the beginning at each call. No piece is longer than `pieceBytes`. */
  pieces(): AsyncGenerator<Uint8Array, void, undefined>
}

/**
 * A file in a column of bytes. `sliceAt` selects the column `slice`: `length` bytes from position
 * `from`, counted from 1.
 */
export function storedFile(
  db: Pick<Database, 'query'>,
  orgId: string,
  bytes: number,
  sliceAt: (from: number, length: number) => Statement,
): StoredBytes {
  async function* slices() {
    for (let read = 0; read < bytes; read += partBytes) {
      const length = Math.min(partBytes, bytes - read)
      const [row] = await readInTurn(db, orgId, sliceAt(read + 1, length))
      const slice = row && bytesIn(row, 'slice')
      if (slice?.length !== length) throw new Error('a stored file is not as long as it was')
      yield slice
    }
  }
  return { bytes, pieces: () => piecesOf(orgId, slices()) }
}

/** Divides parts into pieces. Each piece of a long part gets its own round of the event loop. */
export async function* piecesOf(
  orgId: string,
  parts: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array, void, undefined> {
  for await (const part of parts) {
    for (const piece of piecesIn(part)) {
      if (part.length > pieceBytes) await waitForPieceTurn(orgId)
      yield piece
    }
  }
}

export function* piecesIn(part: Uint8Array): Generator<Uint8Array, void, undefined> {
  for (let at = 0; at < part.length; at += pieceBytes) yield part.subarray(at, at + pieceBytes)
}

/**
 * How many bytes a reader holds in memory if it reads such texts one after the other and the
 * longest has `longest` bytes.
 */
export function heldBytesOf(longest: number): number {
  return 2 * Math.min(longest, partBytes)
}

/** Small enough that the main thread handles a piece in less than a millisecond. */
export const pieceBytes = 96 * 1024

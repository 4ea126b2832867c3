import type { StoredBytes } from '../../store/database/stored-bytes.ts'
import { DocumentUnread, type OutgoingDocument } from '../gateway.ts'

/**
 * A leg's document, which the gateway reads in pieces while there is time. `onRead` is called when
 * the document has been read, or the gateway has stopped reading: nothing of it is in memory then.
 */
export function outgoingDocument(
  document: StoredBytes,
  isTooLate: () => boolean,
  onRead: () => void,
): OutgoingDocument {
  return {
    bytes: document.bytes,
    async *pieces() {
      const pieces = document.pieces()
      let read = 0
      try {
        for (let piece = await next(pieces); piece !== undefined; piece = await next(pieces)) {
          read += piece.length
          // The sender has already announced the length.
          if (read > document.bytes) throw new DocumentUnread('The stored document is longer than its recorded size')
          requireTime(isTooLate)
          yield piece
        }
        if (read < document.bytes) throw new DocumentUnread('The stored document is shorter than its recorded size')
        // After the last piece: a process that was suspended must not send the end.
        requireTime(isTooLate)
      } finally {
        await pieces.return()
        onRead()
      }
    },
  }
}

function requireTime(isTooLate: () => boolean): void {
  if (isTooLate()) throw new Error('Too late to send')
}

async function next(pieces: ReturnType<StoredBytes['pieces']>) {
  try {
    const { done, value } = await pieces.next()
    return done === true ? undefined : value
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DocumentUnread(`The document could not be read: ${why}`, { cause: error })
  }
}

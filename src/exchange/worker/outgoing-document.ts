import { setImmediate as nextRound } from 'node:timers/promises'
import type { StoredText } from '../../store/database/stored-text.ts'
import { encoded } from '../../text/text.ts'
import { DocumentUnread, type OutgoingDocument } from '../gateway.ts'

/**
 * The document of a leg as its gateway reads it: piece by piece, and only in time. `onRead`: it was
 * read to its end, or the gateway stopped reading it, so nothing of it is in memory any more.
 */
export function outgoingDocument(
  text: Pick<StoredText, 'bytes' | 'parts'>,
  isTooLate: () => boolean,
  onRead: () => void,
): OutgoingDocument {
  return {
    bytes: text.bytes,
    async *pieces() {
      let read = 0
      try {
        for await (const piece of piecesOf(text)) {
          read += piece.length
          // Whoever sends it has said already how long it is.
          if (read > text.bytes) throw new DocumentUnread('The document is longer than it was')
          requireTime(isTooLate)
          yield piece
        }
        if (read < text.bytes) throw new DocumentUnread('The document is shorter than it was')
        // After the last piece has gone: a process that stood still meanwhile must not send the
        // end.
        requireTime(isTooLate)
      } finally {
        onRead()
      }
    },
  }
}

function requireTime(isTooLate: () => boolean): void {
  if (isTooLate()) throw new Error('It is too late to send')
}

async function* piecesOf(text: Pick<StoredText, 'parts'>): AsyncGenerator<Uint8Array, void, undefined> {
  const parts = text.parts()
  try {
    for (let part = await next(parts); part !== undefined; part = await next(parts)) {
      const bytes = typeof part === 'string' ? encoded(part) : part
      for (let at = 0; at < bytes.length; at += pieceBytes) {
        yield bytes.subarray(at, at + pieceBytes)
        if (bytes.length > pieceBytes) await nextRound()
      }
    }
  } finally {
    await parts.return()
  }
}

async function next(parts: ReturnType<StoredText['parts']>) {
  try {
    const { done, value } = await parts.next()
    return done === true ? undefined : value
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new DocumentUnread(`The document could not be read: ${why}`, { cause: error })
  }
}

/** A millisecond or two of work, whatever is done with it. */
const pieceBytes = 256 * 1024

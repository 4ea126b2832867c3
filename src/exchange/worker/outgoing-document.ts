import { setImmediate as nextRound } from 'node:timers/promises'
import type { StoredText } from '../../store/database/stored-text.ts'
import { encoded } from '../../text/text.ts'
import { DocumentUnread, type OutgoingDocument } from '../gateway.ts'

/**
 * A leg's document, which the gateway reads in pieces while there is time. `onRead` is called when
 * the document has been read, or the gateway has stopped reading: nothing of it is in memory then.
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
          // The sender has already announced the length.
          if (read > text.bytes) throw new DocumentUnread('The stored document is longer than its recorded size')
          requireTime(isTooLate)
          yield piece
        }
        if (read < text.bytes) throw new DocumentUnread('The stored document is shorter than its recorded size')
        // After the last piece: a process that was suspended must not send the end.
        requireTime(isTooLate)
      } finally {
        onRead()
      }
    },
  }
}

function requireTime(isTooLate: () => boolean): void {
  if (isTooLate()) throw new Error('Too late to send')
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

/** One or two milliseconds of work for any reader. */
const pieceBytes = 256 * 1024

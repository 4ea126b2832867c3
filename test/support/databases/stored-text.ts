import { pieceBytes, type StoredBytes } from '../../../src/store/database/stored-bytes.ts'

/** A text as it would be read from the database. */
export function storedText(text: string): StoredBytes {
  const content = new TextEncoder().encode(text)
  return {
    bytes: content.length,
    async *read() {
      for (let at = 0; at < content.length; at += pieceBytes) yield content.subarray(at, at + pieceBytes)
    },
  }
}

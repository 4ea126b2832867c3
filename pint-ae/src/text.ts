/**
 * Text, or its UTF-8 bytes. Large texts are bytes, because bytes move between threads and to a
 * socket without copying or encoding.
 */
export type Text = string | Uint8Array

/** Joins the pieces; a string if all of them are strings. */
export function joinTexts(pieces: readonly Text[]): Text {
  if (pieces.every((piece) => typeof piece === 'string')) return pieces.join('')
  const parts = pieces.map((piece) => (typeof piece === 'string' ? encoder.encode(piece) : piece))
  // Own memory can move to another thread; memory from Node's pool cannot.
  const joined = new Uint8Array(parts.reduce((total, part) => total + part.length, 0))
  let at = 0
  for (const part of parts) {
    joined.set(part, at)
    at += part.length
  }
  return joined
}

/** The text as a string. Throws a TypeError if the bytes are not UTF-8. */
export function stringOf(text: Text): string {
  return typeof text === 'string' ? text : decoder.decode(text)
}

export function encoded(text: string): Uint8Array {
  return encoder.encode(text)
}

/** A long text as bytes, a short one as it is. */
export function bytesIfLong<Kind>(text: Kind): Kind | Uint8Array {
  return typeof text === 'string' && text.length > longCharacters ? encoder.encode(text) : text
}

/**
 * The memory that another thread can take over: of large texts and files that share it with nothing
 * else.
 */
export function memoryOf(values: Iterable<unknown>): readonly ArrayBuffer[] {
  const found = new Set<ArrayBuffer>()
  for (const value of values) {
    if (!(value instanceof Uint8Array) || value.byteLength < longCharacters) continue
    if (value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength) found.add(value.buffer)
  }
  return [...found]
}

/** Below this, a copy is cheaper. */
const longCharacters = 16_384
const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { fatal: true })

import { promisify } from 'node:util'
import { gunzip, gzip, gzipSync } from 'node:zlib'
import { encoded, type Text } from '@selfbill/pint-ae/text'

/** A text ready to store: short as it is, long packed. */
export type StorableText = Text | PackedText

/**
 * A long text in separately packed parts. A part may begin and end inside a character. Without
 * parts: a short text that is in the frame of its revision.
 */
export interface PackedText {
  /** Length of the unpacked text in UTF-8. */
  readonly bytes: number
  /** Each part has its own memory, which can move to another thread. */
  readonly parts: readonly Uint8Array[]
}

export function isPacked(text: StorableText): text is PackedText {
  return typeof text === 'object' && 'parts' in text
}

/** The packed parts; empty for a short text. */
export function partsOf(text: StorableText): readonly Uint8Array[] {
  return isPacked(text) ? text.parts : []
}

/** What is left of a text that is stored in a frame: its length. */
export function withoutContent(text: Text): PackedText {
  return { bytes: typeof text === 'string' ? Buffer.byteLength(text) : text.length, parts: [] }
}

/** Packs a long text on the calling thread: two milliseconds for each part. */
export function packHere(text: Text): StorableText {
  if (!isLong(text, wholeBytesMax)) return text
  const { bytes, parts } = cut(text)
  return { bytes, parts: parts.map((part) => ownMemory(gzipSync(part, options))) }
}

/** Packs a text of more than `longerThan` bytes in zlib's thread pool. */
export async function pack(text: Text, longerThan = wholeBytesMax): Promise<StorableText> {
  if (!isLong(text, longerThan)) return text
  const { bytes, parts } = cut(text)
  const packed: Uint8Array[] = []
  for (const part of parts) packed.push(ownMemory(await gzipped(part, options)))
  return { bytes, parts: packed }
}

/**
 * Unpacks a part in zlib's thread pool, into memory of its own. `bytesMax`: no part of the text is
 * longer.
 */
export async function unpack(part: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  // One chunk for all of it: otherwise zlib returns to this thread for every 16 KiB. A full chunk
  // would start another one.
  const chunkSize = Math.max(bytesMax + 1, chunkBytesMin)
  const unpacked = await gunzipped(part, { chunkSize })
  const { buffer, length } = unpacked
  // A small chunk is a piece of memory that Node shares.
  const isAlone = buffer instanceof ArrayBuffer && buffer.byteLength === chunkSize
  return isAlone ? new Uint8Array(buffer.transfer(length)) : ownMemory(unpacked)
}

function isLong(text: Text, longerThan: number): boolean {
  if (text.length > longerThan) return true
  return typeof text === 'string' && 3 * text.length > longerThan && Buffer.byteLength(text) > longerThan
}

function cut(text: Text): PackedText {
  const bytes = typeof text === 'string' ? encoded(text) : text
  const count = Math.ceil(bytes.length / partBytes)
  const parts = Array.from({ length: count }, (_, at) => bytes.subarray(at * partBytes, (at + 1) * partBytes))
  return { bytes: bytes.length, parts }
}

function ownMemory(bytes: Uint8Array): Uint8Array {
  return bytes.length === bytes.buffer.byteLength ? bytes : new Uint8Array(bytes)
}

const gzipped = promisify<Uint8Array, typeof options, Uint8Array>(gzip)
const gunzipped = promisify<Uint8Array, { readonly chunkSize: number }, Uint8Array>(gunzip)

/**
 * Longer texts are packed. A shorter text is read with its row, because a second query would cost
 * more.
 */
export const wholeBytesMax = 64 * 1024
/** A part unpacks in a few milliseconds and is about twenty times smaller packed. */
export const partBytes = 1024 * 1024
/** Documents are repetitive: a higher level hardly makes them smaller. */
const options = { level: 1, chunkSize: 256 * 1024 } as const
/** The minimum chunk size of zlib. */
const chunkBytesMin = 64

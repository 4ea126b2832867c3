import { promisify } from 'node:util'
import { gunzip, gzip, gzipSync } from 'node:zlib'
import { encoded, type Text } from './text.ts'

/** A text as it is stored: a short one as it is, a long one packed. */
export type KeptText = Text | PackedText

/** A long text in parts, each packed for itself. A part may begin and end inside a character. */
export interface PackedText {
  /** Of the text in UTF-8, not of what is packed. */
  readonly bytes: number
  /** Each in memory of its own, which can move to another thread. */
  readonly parts: readonly Uint8Array[]
}

export function isPacked(text: KeptText): text is PackedText {
  return typeof text === 'object' && 'parts' in text
}

/** The packed parts; none of a short text. */
export function partsOf(text: KeptText): readonly Uint8Array[] {
  return isPacked(text) ? text.parts : []
}

/** Packs a long text on the calling thread: two milliseconds for each part. */
export function packHere(text: Text): KeptText {
  if (!isLong(text)) return text
  const { bytes, parts } = cut(text)
  return { bytes, parts: parts.map((part) => ownMemory(gzipSync(part, options))) }
}

/** Packs a long text beside the calling thread. */
export async function pack(text: Text): Promise<KeptText> {
  if (!isLong(text)) return text
  const { bytes, parts } = cut(text)
  const packed: Uint8Array[] = []
  for (const part of parts) packed.push(ownMemory(await gzipped(part, options)))
  return { bytes, parts: packed }
}

/** What was packed, beside the calling thread. `bytesMax`: no part of the text is longer. */
export async function unpack(part: Uint8Array, bytesMax: number): Promise<Uint8Array> {
  // One chunk of the right size: zlib otherwise comes back to this thread for every 16 KiB.
  return gunzipped(part, { chunkSize: Math.max(bytesMax, chunkBytesMin) })
}

function isLong(text: Text): boolean {
  if (text.length > wholeBytesMax) return true
  return typeof text === 'string' && 3 * text.length > wholeBytesMax && Buffer.byteLength(text) > wholeBytesMax
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
 * A longer text is packed. What is shorter comes with its row: asking for it again would cost more.
 */
export const wholeBytesMax = 64 * 1024
/** A part of a text: unpacked in some milliseconds, and twenty times smaller when it is packed. */
export const partBytes = 1024 * 1024
/** The texts of documents repeat themselves: a higher level makes them hardly smaller. */
const options = { level: 1, chunkSize: 256 * 1024 } as const
/** What zlib asks for. */
const chunkBytesMin = 64

import { createHash } from 'node:crypto'
import { type Encoding, encodings, isSingleByte } from '../encoding/encodings.ts'
import { StrictDecoder, TextUndecodable } from '../encoding/strict-decoder.ts'

/**
 * The encodings that can read a whole CSV file, each with a sample of the text around `byte`, so
 * that a person can choose. When that byte is ASCII, the sample is around the first byte beyond
 * ASCII. Encodings that give the same text are listed once. A file in valid UTF-8 gives UTF-8
 * alone.
 */
export async function possibleEncodings(file: ByteSource, byte: number): Promise<readonly Reading[]> {
  const [excerpts, readings] = [await excerptsAt(file, await distinctiveByte(file, byte)), new Map<string, Reading>()]
  for (const encoding of encodings) {
    const hash = await textHash(file, encoding)
    if (hash === undefined || readings.has(hash)) continue
    readings.set(hash, { encoding, sample: excerpts(encoding) })
    if (encoding === 'utf-8') break
  }
  return [...readings.values()]
}

/** Reads a file, or the part from `start` to `end`, both included. It is read several times. */
export type ByteSource = (start?: number, end?: number) => AsyncIterable<Uint8Array>

export interface Reading {
  readonly encoding: Encoding
  /** As it is in the file: foreign text. */
  readonly sample: string
}

/** Undefined when the file is not text in this encoding, or has no heading we know. */
async function textHash(file: ByteSource, encoding: Encoding): Promise<string | undefined> {
  const [decoder, hash] = [new StrictDecoder(encoding), createHash('sha256')]
  let hasHeading = false
  const add = (text: string) => {
    hasHeading ||= /document|المستند/i.test(text)
    hash.update(text)
  }
  try {
    for await (const chunk of file()) add(decoder.write(chunk))
    add(decoder.end())
  } catch (error) {
    if (error instanceof TextUndecodable) return undefined
    throw error
  }
  return hasHeading ? hash.digest('hex') : undefined
}

/**
 * `byte`, or the first byte beyond ASCII when `byte` is ASCII: in ASCII all encodings look the
 * same.
 */
async function distinctiveByte(file: ByteSource, byte: number): Promise<number> {
  let [at, found] = [0, -1]
  for await (const chunk of file()) {
    const bytes = chunk
    if (byte >= at && byte < at + bytes.length && (bytes[byte - at] ?? 0) >= 0x80) return byte
    if (found < 0) {
      const within = bytes.findIndex((each) => each >= 0x80)
      if (within >= 0) found = at + within
    }
    at += bytes.length
  }
  return found < 0 ? byte : found
}

/** Decodes the part of a cell around a byte. */
async function excerptsAt(file: ByteSource, byte: number): Promise<(encoding: Encoding) => string> {
  const start = Math.max(0, byte - excerptBytes) & ~1
  const parts: Uint8Array[] = []
  for await (const part of file(start, byte + excerptBytes)) parts.push(part)
  const bytes = Buffer.concat(parts)
  return (encoding) => {
    const decoder = new TextDecoder(encoding)
    // A character of UTF-16 begins at an even byte.
    const at = isSingleByte(encoding) || encoding === 'utf-8' ? byte - start : (byte - start) & ~1
    const [before, after] = [bytes.subarray(0, at), bytes.subarray(at)]
    const begin = /[^\r\n,;\t"\ufffd]*$/.exec(decoder.decode(before))?.[0] ?? ''
    const rest = /^[^\r\n,;\t"\ufffd]*/.exec(decoder.decode(after))?.[0] ?? ''
    return `${begin}${rest}`.slice(0, 80)
  }
}

const excerptBytes = 60

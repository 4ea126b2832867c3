import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type Encoding, encodings } from '../../../encoding/encodings.ts'
import { StrictDecoder, TextUndecodable } from '../../../encoding/strict-decoder.ts'
import { printable } from '../../printable.ts'

/**
 * The encodings that can read a whole CSV file, each with a sample of the text around `byte`, so
 * that a person can choose. When that byte is ASCII, the sample is around the first byte beyond
 * ASCII. Encodings that give the same text are listed once. A file in valid UTF-8 gives UTF-8
 * alone.
 */
export async function possibleEncodings(file: string, byte: number): Promise<readonly Reading[]> {
  const [excerpts, readings] = [await excerptsAt(file, await distinctiveByte(file, byte)), new Map<string, Reading>()]
  for (const encoding of encodings) {
    const hash = await textHash(file, encoding)
    if (hash === undefined || readings.has(hash)) continue
    readings.set(hash, { encoding, sample: excerpts(encoding) })
    if (encoding === 'utf-8') break
  }
  return [...readings.values()]
}

export interface Reading {
  readonly encoding: Encoding
  /** Safe to print. */
  readonly sample: string
}

/** Undefined when the file is not text in this encoding, or has no heading we know. */
async function textHash(file: string, encoding: Encoding): Promise<string | undefined> {
  const [decoder, hash] = [new StrictDecoder(encoding), createHash('sha256')]
  let hasHeading = false
  const add = (text: string) => {
    hasHeading ||= text.includes('document')
    hash.update(text)
  }
  try {
    for await (const chunk of createReadStream(file)) add(decoder.write(chunk))
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
async function distinctiveByte(file: string, byte: number): Promise<number> {
  let [at, found] = [0, -1]
  for await (const chunk of createReadStream(file)) {
    const bytes: Uint8Array = chunk
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
async function excerptsAt(file: string, byte: number): Promise<(encoding: Encoding) => string> {
  const start = Math.max(0, byte - excerptBytes) & ~1
  const parts: Uint8Array[] = []
  for await (const part of createReadStream(file, { start, end: byte + excerptBytes })) parts.push(part)
  const bytes = Buffer.concat(parts)
  return (encoding) => {
    const decoder = new TextDecoder(encoding)
    const [before, after] = [bytes.subarray(0, byte - start), bytes.subarray(byte - start)]
    const begin = /[^\r\n,;\t"\ufffd]*$/.exec(decoder.decode(before))?.[0] ?? ''
    const rest = /^[^\r\n,;\t"\ufffd]*/.exec(decoder.decode(after))?.[0] ?? ''
    return printable(`${begin}${rest}`).slice(0, 80)
  }
}

const excerptBytes = 60

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type Encoding, encodings } from '../../../encoding/encodings.ts'
import { StrictDecoder, TextUndecodable } from '../../../encoding/strict-decoder.ts'
import { printable } from '../../printable.ts'

/**
 * The encodings in which a whole CSV file can be read, each with the text around a byte, so that a person can see which is right.
 * Of several that give the same text the first stands for all.
 */
export async function possibleEncodings(file: string, byte: number): Promise<readonly Reading[]> {
  const [excerpts, hashes] = [await excerptsAt(file, byte), new Map<string, Reading>()]
  for (const encoding of encodings) {
    const hash = await textHash(file, encoding)
    if (hash === undefined || hashes.has(hash)) continue
    hashes.set(hash, { encoding, sample: excerpts(encoding) })
  }
  return [...hashes.values()]
}

export interface Reading {
  readonly encoding: Encoding
  /** Safe to print. */
  readonly sample: string
}

/** Undefined when the file cannot be read so: it is no text, or no heading of ours is in it. */
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

/** The cell that a byte stands in, or as much of it as is near, as an encoding shows it. */
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

import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { Text } from '@selfbill/pint-ae/text'
import { dictionaryNumbers, dictionaryOf } from './dictionaries.ts'

/**
 * A frame: short texts that belong together, packed as one. The only file that knows its format
 * (docs/decisions/0151): a head of numbers, then the body, one zstd frame of all texts. The head
 * has the format, the number of the dictionary, the length of the body, and for each place the
 * length of its text plus one, or zero for none. The body may be stored elsewhere than the head.
 */
export class Frame {
  readonly #head: Head
  readonly #bytes: Uint8Array
  #unpacked: Uint8Array | undefined

  /** Throws `FrameDamaged`. */
  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
    this.#head = readHead(bytes)
    if (this.isBodyApart || bytes.length === this.#head.size + this.#head.body) return
    throw new FrameDamaged('it is not as long as it was')
  }

  /** Only the head is here. */
  get isBodyApart(): boolean {
    return this.#bytes.length === this.#head.size
  }

  get bodyBytes(): number {
    return this.#head.body
  }

  /** The length of a text in UTF-8; undefined: the frame has no text at this place. */
  lengthAt(place: number): number | undefined {
    return this.#head.lengths[place]
  }

  /**
   * A text, from the frame's own body or from one that was stored elsewhere. Throws `FrameDamaged`
   * when the body is not what was packed, and `DictionaryUnknown`.
   */
  textAt(place: number, body = this.#bytes.subarray(this.#head.size)): Uint8Array {
    this.#unpacked ??= unpacked(body, this.#head)
    const start = this.#head.lengths.slice(0, place).reduce<number>((sum, length) => sum + (length ?? 0), 0)
    return this.#unpacked.subarray(start, start + (this.#head.lengths[place] ?? 0))
  }
}

/** What was stored is damaged. */
export class FrameDamaged extends Error {
  override readonly name = 'FrameDamaged'
}

/** Packs texts on the calling thread: a tenth of a millisecond for a document. */
export function packTogether(texts: readonly (Text | undefined)[], kind: keyof typeof dictionaryNumbers): Uint8Array {
  const lengths = texts.map((text) => (text === undefined ? 0 : bytesOf(text) + 1))
  const number = dictionaryNumbers[kind]
  const body = zstdCompressSync(joined(texts), {
    params,
    dictionary: dictionaryOf(number),
    chunkSize: packedChunkBytes,
  })
  const head = [format, number, body.length, lengths.length, ...lengths].flatMap(numberBytes)
  const frame = new Uint8Array(head.length + body.length)
  frame.set(head)
  frame.set(body, head.length)
  return frame
}

function bytesOf(text: Text): number {
  return typeof text === 'string' ? Buffer.byteLength(text) : text.length
}

/** Written into one memory: a copy of each text in between would cost half of what packing does. */
function joined(texts: readonly (Text | undefined)[]): Uint8Array {
  const bytes = Buffer.allocUnsafeSlow(texts.reduce<number>((sum, text) => sum + (text ? bytesOf(text) : 0), 0))
  let at = 0
  for (const text of texts) {
    if (typeof text === 'string') at += bytes.write(text, at)
    else if (text !== undefined) {
      bytes.set(text, at)
      at += text.length
    }
  }
  return bytes
}

/** The head and the body of a frame, each in memory of its own. */
export function divided(frame: Uint8Array): { readonly head: Uint8Array; readonly body: Uint8Array } {
  const { size } = readHead(frame)
  return { head: frame.slice(0, size), body: frame.slice(size) }
}

/** The length of the only text of a frame, from the frame's first bytes. */
export function textLengthIn(start: Uint8Array): number {
  const [length] = readHead(start).lengths
  if (length === undefined) throw new FrameDamaged('it has no text')
  return length
}

/** Whether bytes are a frame: no XML begins like one. */
export function isFrame(bytes: Uint8Array): boolean {
  return bytes[0] === format
}

/**
 * Proves that this Node packs with dictionaries: before 22.19, and in 24.0 to 24.5, it ignores them
 * without an error. Throws with what to do.
 */
export function proveFrames(): void {
  const text = '<cbc:CustomizationID>urn:peppol:pint:selfbilling-1@ae-1</cbc:CustomizationID>'
  const body = divided(packTogether([text], 'documents')).body
  try {
    zstdDecompressSync(body)
  } catch {
    // It needs its dictionary, as it should.
    const read = zstdDecompressSync(body, { dictionary: dictionaryOf(dictionaryNumbers.documents) })
    if (read.toString() === text) return
  }
  throw new Error(
    `Node ${process.versions.node} cannot pack texts with a dictionary. ` +
      'Use Node 22.19 or later of 22, or 24.6 or later.',
  )
}

interface Head {
  readonly size: number
  readonly dictionary: number
  readonly body: number
  readonly lengths: readonly (number | undefined)[]
}

function readHead(bytes: Uint8Array): Head {
  let size = 0
  const next = (): number => {
    let [number, factor] = [0, 1]
    for (;;) {
      const byte = bytes[size]
      if (byte === undefined || factor > numberMax) throw new FrameDamaged('its head is incomplete')
      size += 1
      number += (byte & 0x7f) * factor
      if (byte < 0x80) return number
      factor *= 0x80
    }
  }
  const found = next()
  if (found !== format) throw new FrameDamaged(`it has the unknown format ${found}`)
  const [dictionary, body, count] = [next(), next(), next()]
  if (count > placesMax) throw new FrameDamaged('it has too many texts')
  const lengths = Array.from({ length: count }, next).map((length) => (length === 0 ? undefined : length - 1))
  return { size, dictionary, body, lengths }
}

/** Seven bits a byte, the lowest first; all but the last byte have the eighth bit. */
function numberBytes(number: number): readonly number[] {
  return number < 0x80 ? [number] : [(number & 0x7f) | 0x80, ...numberBytes(number >>> 7)]
}

function unpacked(body: Uint8Array, { dictionary, body: bodyBytes, lengths }: Head): Uint8Array {
  const bytes = lengths.reduce<number>((sum, length) => sum + (length ?? 0), 0)
  if (body.length !== bodyBytes || bytes > textBytesMax) throw new FrameDamaged('its lengths do not fit')
  // One chunk for all of it, and a byte more: a full chunk would start another one.
  const chunkSize = Math.max(bytes + 1, chunkBytesMin)
  const options = { dictionary: dictionaryOf(dictionary), maxOutputLength: Math.max(bytes, 1), chunkSize }
  let read: Uint8Array
  try {
    read = zstdDecompressSync(body, options)
  } catch (error) {
    throw new FrameDamaged('it cannot be unpacked', { cause: error })
  }
  if (read.length !== bytes) throw new FrameDamaged('its texts are not as long as they were')
  return read
}

const format = 1
const placesMax = 16
const numberMax = 2 ** 31
/** More than the short texts of a revision together. A damaged head must not fill the memory. */
const textBytesMax = 1024 * 1024

/** The packed texts of a document have some two thousand bytes. */
const packedChunkBytes = 4096
/** The least that zlib takes. */
const chunkBytesMin = 64

/** The checksum finds what no dictionary's id does: bytes that changed. */
const params = { [constants.ZSTD_c_compressionLevel]: 3, [constants.ZSTD_c_checksumFlag]: 1 }

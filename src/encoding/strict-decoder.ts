import { TextDecoder } from 'node:util'
import { byteOrderMark, type Encoding, isSingleByte } from './encodings.ts'

/**
 * Decodes the bytes of a file piece by piece and never replaces an invalid byte: throws
 * `TextUndecodable` with the position of the first one. The encoding is that of a byte order mark,
 * otherwise the given one, otherwise UTF-8. Returned pieces never split a character.
 */
export class StrictDecoder {
  #encoding: Encoding | undefined
  #decoder: TextDecoder | undefined
  readonly #stated: Encoding | undefined
  /** The start of a character whose remaining bytes have not arrived. */
  #rest: Uint8Array = new Uint8Array(0)
  #bytesDone = 0
  #linesDone = 0

  constructor(stated?: Encoding) {
    this.#stated = stated
  }

  write(bytes: Uint8Array): string {
    const all = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
    if (this.#decoder === undefined && all.length < 3) {
      this.#rest = all
      return ''
    }
    const body = this.#decoder === undefined ? this.#begin(all) : all
    const end = body.length - unfinished(body, this.#encoding)
    this.#rest = body.slice(end)
    return this.#decoded(body.subarray(0, end))
  }

  end(): string {
    const body = this.#decoder === undefined ? this.#begin(this.#rest) : this.#rest
    this.#rest = new Uint8Array(0)
    return this.#decoded(body)
  }

  /** Chooses the encoding and returns the bytes after a byte order mark. */
  #begin(bytes: Uint8Array): Uint8Array {
    const mark = byteOrderMark(bytes)
    if (mark !== undefined && this.#stated !== undefined && mark.encoding !== this.#stated) {
      const problem = `it begins with the byte order mark of ${mark.encoding}: it is not ${this.#stated}`
      throw new TextUndecodable(problem, 0)
    }
    this.#encoding = mark?.encoding ?? this.#stated ?? 'utf-8'
    this.#decoder = new TextDecoder(this.#encoding, { fatal: true, ignoreBOM: true })
    this.#bytesDone = mark?.length ?? 0
    return bytes.subarray(this.#bytesDone)
  }

  #decoded(bytes: Uint8Array): string {
    const encoding = this.#encoding ?? 'utf-8'
    const whole = decodedBy(this.#decoder, bytes)
    const valid = whole === undefined ? validBytes(bytes, encoding) : bytes.length
    const text = whole ?? decodedBy(this.#decoder, bytes.subarray(0, valid)) ?? ''
    // A zero byte means that the file is UTF-16. C1 controls are bytes for which the encoding has
    // no character.
    const stranger = text.search(isSingleByte(encoding) ? /[\0\x80-\x9f]/ : /\0/)
    if (stranger >= 0) {
      const at = Buffer.byteLength(text.slice(0, stranger), encodedLikeThis(encoding))
      throw this.#undecodable(bytes, at, `not text in ${encoding}`)
    }
    if (whole === undefined) throw this.#undecodable(bytes, valid, `not valid ${encoding}`)
    this.#bytesDone += bytes.length
    this.#linesDone += linesIn(text)
    return text
  }

  #undecodable(bytes: Uint8Array, at: number, problem: string): TextUndecodable {
    const before = decodedBy(this.#decoder, bytes.subarray(0, at)) ?? ''
    const place = `byte ${this.#bytesDone + at + 1}, on line ${this.#linesDone + linesIn(before) + 1}`
    const byte = `0x${(bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')}`
    return new TextUndecodable(`${place}, is ${byte}, which is ${problem}`, this.#bytesDone + at)
  }
}

/** The bytes are invalid in the encoding; `byte` is the index of the first invalid one. */
export class TextUndecodable extends Error {
  override readonly name = 'TextUndecodable'
  readonly byte: number

  constructor(message: string, byte: number) {
    super(message)
    this.byte = byte
  }
}

/** The text of a whole file. Throws `TextUndecodable`. */
export function decodedText(bytes: Uint8Array, stated?: Encoding): string {
  const decoder = new StrictDecoder(stated)
  return decoder.write(bytes) + decoder.end()
}

function decodedBy(decoder: TextDecoder | undefined, bytes: Uint8Array, stream = false): string | undefined {
  try {
    return decoder?.decode(bytes, { stream })
  } catch {
    return undefined
  }
}

/** The number of bytes at the end that start an incomplete character. */
function unfinished(bytes: Uint8Array, encoding: Encoding | undefined): number {
  const { length } = bytes
  if (encoding === 'utf-16le' || encoding === 'utf-16be') {
    const odd = length % 2
    const high = bytes[length - odd - (encoding === 'utf-16le' ? 1 : 2)] ?? 0
    return high >= 0xd8 && high <= 0xdb ? odd + 2 : odd
  }
  if (encoding !== 'utf-8') return 0
  for (let back = 1; back <= Math.min(3, length); back += 1) {
    const byte = bytes[length - back] ?? 0
    if (byte >= 0x80 && byte < 0xc0) continue
    const wanted = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return wanted > back ? back : 0
  }
  return 0
}

/** The number of bytes at the beginning that form whole characters. */
function validBytes(bytes: Uint8Array, encoding: Encoding): number {
  const fails = (count: number) =>
    decodedBy(new TextDecoder(encoding, { fatal: true, ignoreBOM: true }), bytes.subarray(0, count), true) === undefined
  let [valid, wrong] = [0, bytes.length]
  if (!fails(wrong)) return bytes.length - unfinished(bytes, encoding)
  while (wrong - valid > 1) {
    const middle = (valid + wrong) >> 1
    if (fails(middle)) wrong = middle
    else valid = middle
  }
  return valid - unfinished(bytes.subarray(0, valid), encoding)
}

function linesIn(text: string): number {
  let lines = 0
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines += 1
  return lines
}

/** Node's name for an encoding with the same number of bytes for each character. */
function encodedLikeThis(encoding: Encoding): 'utf8' | 'utf16le' | 'latin1' {
  if (encoding === 'utf-8') return 'utf8'
  return isSingleByte(encoding) ? 'latin1' : 'utf16le'
}

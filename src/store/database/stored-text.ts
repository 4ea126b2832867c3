import { encoded, stringOf, type Text } from '@selfbill/pint-ae/text'
import type { Room } from '../room.ts'
import { optionalInteger, text as textIn } from './columns.ts'
import type { Row } from './database.ts'
import { piecesIn, piecesOf, type StoredBytes } from './stored-bytes.ts'
import { TextParts, type TextPlace, type TextSource } from './text-parts.ts'

/**
 * A text in the database. A short one comes with its row. A long one is read part by part when it
 * is needed, so that it is never in memory as a whole and nobody waits while it is read. Its parts
 * must not change until it is read.
 */
export class StoredText implements StoredBytes {
  /** The size in UTF-8. */
  readonly bytes: number
  /** The text before the parts. */
  #read: string | PackedHead
  readonly #rest: LongText | undefined

  constructor(head: string | PackedHead, rest?: LongText) {
    this.#read = head
    this.#rest = rest
    this.bytes = (typeof head === 'string' ? Buffer.byteLength(head) : head.bytes) + (rest?.bytes ?? 0)
  }

  /** Undefined for a long text. */
  get whole(): string | undefined {
    return this.#rest === undefined ? this.#head : undefined
  }

  /** Whether the text is read part by part. */
  get isLong(): boolean {
    return this.#rest !== undefined
  }

  get #head(): string {
    if (typeof this.#read !== 'string') this.#read = stringOf(this.#read.read())
    return this.#read
  }

  /**
   * A short text as it is; a long one as bytes, whose memory another thread can take over. A part
   * may end in the middle of a character.
   */
  async *parts(): AsyncGenerator<Text, void, undefined> {
    if (this.#head !== '' || this.#rest === undefined) yield this.#head
    if (this.#rest !== undefined) yield* this.#rest.forwards()
  }

  /** Short pieces of bytes. Between them the process does all its other waiting work. */
  async *pieces(): AsyncGenerator<Uint8Array, void, undefined> {
    yield* piecesIn(typeof this.#read === 'string' ? encoded(this.#read) : this.#read.read())
    if (this.#rest !== undefined) yield* piecesOf(this.#rest.orgId, this.#rest.forwards())
  }

  /** The parts as strings. */
  async *strings(): AsyncGenerator<string, void, undefined> {
    const decoder = new TextDecoder('utf-8', { fatal: true })
    for await (const part of this.parts()) {
      yield typeof part === 'string' ? part : decoder.decode(part, { stream: true })
    }
    // Throws if the last character is incomplete.
    decoder.decode()
  }

  /** All parts, for another thread. */
  async inParts(): Promise<readonly Text[]> {
    const parts: Text[] = []
    for await (const part of this.parts()) parts.push(part)
    return parts
  }

  /** About the last `bytes` bytes, starting at a whole character. */
  async end(bytes: number): Promise<string> {
    if (this.#rest === undefined) return this.#head
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of this.#rest.backwards()) {
      parts.unshift(part)
      length += part.length
      if (length >= bytes) return stringOf(fromCharacter(Buffer.concat(parts).subarray(-bytes)))
    }
    return this.#head + stringOf(Buffer.concat(parts))
  }

  /** For a text that this thread needs as a whole. */
  async string(): Promise<string> {
    let read = ''
    for await (const part of this.strings()) read += part
    return read
  }
}

/** A short text that is unpacked when somebody reads it. */
export interface PackedHead {
  readonly bytes: number
  /** Throws `TextDamaged`. Other texts may share its memory. */
  read(): Uint8Array
}

/** A text that is read part by part. A part may begin and end inside a character. */
export interface LongText {
  readonly bytes: number
  readonly orgId: string
  forwards(): AsyncGenerator<Uint8Array, void, undefined>
  /** The last part first. */
  backwards(): AsyncGenerator<Uint8Array, void, undefined>
}

/** Reserves room for the long texts. Rejects if there is not enough. */
export async function takeRoom(room: Room, ...texts: readonly StoredText[]): Promise<void> {
  const bytes = texts.reduce((total, text) => total + (text.isLong ? text.bytes : 0), 0)
  if (bytes > 0) await room.take(bytes)
}

/** The columns that `storedText` needs for a text. */
export function textColumn(table: string, column: string): string {
  return `${table}${column}, ${table}${column}_bytes`
}

/** The text in a column selected with `textColumn`. */
export function storedText(
  db: TextSource,
  row: Row,
  column: string,
  { orgId, owner, name = column }: Omit<TextPlace, 'name'> & { readonly name?: string },
): StoredText {
  const bytes = optionalInteger(row, `${column}_bytes`)
  const rest = bytes === undefined ? undefined : new TextParts(db, { orgId, owner, name }, bytes)
  return new StoredText(textIn(row, column), rest)
}

function fromCharacter(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => (byte & 0b1100_0000) !== 0b1000_0000)
  return start === -1 ? new Uint8Array(0) : bytes.subarray(start)
}

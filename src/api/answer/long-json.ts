import { Decimal } from '../../decimal/decimal.ts'
import { RawJson, type Writable, writeJson } from '../../json/write.ts'
import { heldBytesOf, type StoredBytes } from '../../store/database/stored-bytes.ts'
import { type JsonAnswer, jsonType } from './answer.ts'

/**
 * 200 with a JSON body that has stored texts in it, however long: they are read slice by slice as
 * the caller takes the body, and none is parsed or put together. How long the body will be is known
 * before anything is read, so it has a Content-Length and HEAD costs nothing. A short body is
 * answered as a whole: what goes wrong while it is read is then answered like every other failure.
 */
export function longAnswer<Value extends LongJson>(value: Value): LongAnswer<Value> {
  const parts = partsOf(value)
  const bytes = parts.reduce((sum, part) => sum + (typeof part === 'string' ? Buffer.byteLength(part) : part.bytes), 0)
  const answer = { status: 200, type: jsonType } as const
  if (bytes <= wholeBytesMax)
    return { heldBytes: 2 * bytes, answer: async () => ({ ...answer, body: await wholeOf(parts) }) }
  const texts = parts.filter((part) => part instanceof LongText)
  const longest = texts.reduce((most, { stored }) => Math.max(most, stored.bytes), 0)
  const between = texts.reduce((rest, text) => rest - text.bytes, bytes)
  return {
    heldBytes: heldBytesOf(longest) + 2 * between + pieceHeldBytes,
    answer: async () => ({
      ...answer,
      body: '',
      stream: piecesOf(parts),
      headers: { 'content-length': String(bytes) },
    }),
  }
}

export interface LongAnswer<Value> {
  /** What it keeps in memory at a time, at most: to be taken at the gate before it is made. */
  readonly heldBytes: number
  answer(): Promise<JsonAnswer<200, Value>>
}

async function wholeOf(parts: readonly (string | LongText)[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(parts)) pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  return Buffer.concat(pieces)
}

/** What `writeJson` takes, and long texts where their values stand. */
export type LongJson = Writable | LongText | { readonly [member: string]: LongJson }

/**
 * A value of a schema, to be written: numbers may be decimals, and any part JSON that is already
 * written.
 */
export type JsonOf<Value> = unknown extends Value
  ? unknown
  : Value extends readonly (infer Item)[]
    ? readonly JsonOf<Item>[] | RawJson
    : Value extends Decimal
      ? Decimal
      : Value extends object
        ? { readonly [Member in keyof Value]: JsonOf<Value[Member]> } | RawJson
        : Value | (Value extends number ? Decimal : never)

/** The same, where any part but the items of a list may be a long text. */
export type LongJsonOf<Value> = Value extends readonly unknown[] | Decimal
  ? JsonOf<Value> | LongText
  : Value extends object
    ? { readonly [Member in keyof Value]: LongJsonOf<Value[Member]> } | LongText | RawJson
    : JsonOf<Value> | (Value extends string ? LongText : never)

/**
 * A JSON value in the database, or the inside of a string that is made of a text there: `bytes` of
 * it come in `pieces`.
 */
export class LongText {
  readonly stored: StoredBytes
  readonly bytes: number
  readonly quote: '"' | ''
  readonly pieces: () => AsyncGenerator<string | Uint8Array, void, undefined>

  constructor(stored: StoredBytes, bytes: number, quote: LongText['quote'], pieces: LongText['pieces']) {
    this.stored = stored
    this.bytes = bytes
    this.quote = quote
    this.pieces = pieces
  }
}

/** The Base64 of a stored text. */
export function base64Text(stored: StoredBytes): LongText {
  return new LongText(stored, 4 * Math.ceil(stored.bytes / 3), '"', () => base64Of(stored.pieces()))
}

/** A stored text that is JSON as it is. */
export function storedJson(stored: StoredBytes): LongText {
  return new LongText(stored, stored.bytes, '', () => stored.pieces())
}

/** Every three bytes become four characters: what is left of a piece goes with the next one. */
export async function* base64Of(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string, void, undefined> {
  let rest: Uint8Array = new Uint8Array(0)
  for await (const piece of pieces) {
    const bytes = rest.length === 0 ? piece : Buffer.concat([rest, piece])
    const whole = bytes.length - (bytes.length % 3)
    rest = bytes.subarray(whole)
    if (whole > 0) yield base64(bytes.subarray(0, whole))
  }
  if (rest.length > 0) yield base64(rest)
}

function base64({ buffer, byteOffset, length }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, length).toString('base64')
}

/** The JSON text as strings, with the long texts between them. */
function partsOf(value: LongJson): readonly (string | LongText)[] {
  if (value instanceof LongText) return [value.quote, value, value.quote]
  if (!isObject(value)) return [writeJson(value)]
  const members = Object.entries(value).filter(([, member]) => member !== undefined)
  return [
    '{',
    ...members.flatMap(([name, member], at) => [`${at === 0 ? '' : ','}${JSON.stringify(name)}:`, ...partsOf(member)]),
    '}',
  ]
}

function isObject(value: LongJson): value is { readonly [member: string]: LongJson } {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return false
  return !(value instanceof Decimal) && !(value instanceof RawJson) && !(value instanceof LongText)
}

/**
 * What stands between two long texts goes out together, once the next one could be read: a body
 * whose first text cannot be read has not begun, and is answered like every other failure.
 */
async function* piecesOf(parts: readonly (string | LongText)[]): AsyncGenerator<string | Uint8Array, void, undefined> {
  let between = ''
  for (const part of parts) {
    if (typeof part === 'string') {
      between += part
      continue
    }
    for await (const piece of part.pieces()) {
      if (between !== '') yield between
      between = ''
      yield piece
    }
  }
  yield between
}

/** Less is answered as a whole. */
const wholeBytesMax = 1_000_000
/** Two pieces in Base64. */
const pieceHeldBytes = 300_000

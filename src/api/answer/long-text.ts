import type { RawJson, Writable } from '@selfbill/pint-ae/json'
import type { Decimal } from '@selfbill/schematron/decimal'
import type { StoredBytes } from '../../store/database/stored-bytes.ts'

/** What `writeJson` accepts, plus long texts as values. */
export type LongJson = Writable | LongText | { readonly [member: string]: LongJson }

/** A schema's value, ready to write: numbers may be decimals, and any part may be JSON already. */
export type JsonOf<Value> = unknown extends Value
  ? unknown
  : Value extends readonly (infer Item)[]
    ? readonly JsonOf<Item>[] | RawJson
    : Value extends Decimal
      ? Decimal
      : Value extends object
        ? { readonly [Member in keyof Value]: JsonOf<Value[Member]> } | RawJson
        : Value | (Value extends number ? Decimal : never)

/** The same, but any part except list items may be a long text. */
export type LongJsonOf<Value> = Value extends readonly unknown[] | Decimal
  ? JsonOf<Value> | LongText
  : Value extends object
    ? { readonly [Member in keyof Value]: LongJsonOf<Value[Member]> } | LongText | RawJson
    : JsonOf<Value> | (Value extends string ? LongText : never)

/**
 * A stored text as JSON: a whole JSON value, or the content of a string. `pieces` yields `bytes`
 * bytes.
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

/** A stored text that is already JSON. */
export function storedJson(stored: StoredBytes): LongText {
  return new LongText(stored, stored.bytes, '', () => stored.pieces())
}

/** Three bytes become four characters; the remainder of a piece goes into the next. */
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

import { RawJson, writeJson } from '@selfbill/pint-ae/json'
import { Decimal } from '@selfbill/schematron/decimal'
import { heldBytesOf } from '../../store/database/stored-bytes.ts'
import { type JsonAnswer, jsonType } from './answer.ts'
import { type LongJson, LongText } from './long-text.ts'

/**
 * 200 with a JSON body that contains stored texts of any length. They are read slice by slice while
 * the caller reads; none is parsed or held whole. The length is known before anything is read, so
 * the answer has a Content-Length and HEAD costs nothing. A short body is read whole first, so that
 * a read error is answered like any other failure.
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
  /** Bytes in memory at a time, at most: take them at the gate before calling `answer`. */
  readonly heldBytes: number
  answer(): Promise<JsonAnswer<200, Value>>
}

async function wholeOf(parts: readonly (string | LongText)[]): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  for await (const piece of piecesOf(parts)) pieces.push(typeof piece === 'string' ? Buffer.from(piece) : piece)
  return Buffer.concat(pieces)
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
 * Sends the text between two long texts only once the next long text can be read. So a body whose
 * first text cannot be read has sent nothing, and the error is answered like any other failure.
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

/** Up to this size a body is answered whole. */
const wholeBytesMax = 1_000_000
/** Two pieces in Base64. */
const pieceHeldBytes = 300_000

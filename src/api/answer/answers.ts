import { createHash } from 'node:crypto'
import { type RawJson, type Writable, writeJson } from '../../json/write.ts'
import { joinTexts, type Text } from '../../text/text.ts'
import { type Answer, type Described, type EmptyAnswer, type FileAnswer, type JsonAnswer, jsonType } from './answer.ts'

/** 200 with a JSON body. */
export function ok<const Value extends Writable>(body: Value): WholeJson<200, Value> {
  return json(200, body)
}

/** 201 with JSON text as it is. */
export function createdText(text: Text): JsonAnswer<201, RawJson> {
  return { status: 201, type: jsonType, body: text }
}

/** 200 with JSON text as it is. */
export function okText(text: Text): JsonAnswer<200, RawJson> {
  return { status: 200, type: jsonType, body: text }
}

/** 200 with a JSON body that anyone may keep for an hour, and ask for again by its tag. */
export function cacheable<const Value extends Writable>(body: Value): WholeJson<200, Value> {
  const answer = ok(body)
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 27)}"`
  return { ...answer, headers: { etag, 'cache-control': 'public, max-age=3600' } }
}

/** The same answer with its body as bytes, for one that is kept and sent many times. */
export function encoded<Value>(answer: JsonAnswer<200, Value>): JsonAnswer<200, Value> {
  return { ...answer, body: Buffer.from(answer.body) }
}

/** A JSON answer of any status. */
export function json<const Status extends number, const Value extends Writable>(
  status: Status,
  body: Value,
): WholeJson<Status, Value> {
  return { status, type: jsonType, body: writeJson(body) }
}

/** A JSON answer whose text is at hand. */
export interface WholeJson<Status extends number, Value> extends JsonAnswer<Status, Value> {
  readonly body: string
}

/** 200 with a text in UTF-8 that comes in pieces. */
export async function streamed<const Type extends string>(
  pieces: AsyncGenerator<Text>,
  type: Type,
): Promise<FileAnswer<200, Type>> {
  return { status: 200, type: `${type}; charset=utf-8`, ...(await wholeOrStream(pieces)) }
}

/** 200 with JSON text that comes in pieces. */
export async function streamedJson(pieces: AsyncGenerator<Text>): Promise<JsonAnswer<200, RawJson>> {
  return { status: 200, type: jsonType, ...(await wholeOrStream(pieces)) }
}

/**
 * A short body is answered as a whole. A long one goes out as it comes, so that it never stands in
 * memory; an error on the way ends the connection, which no client can take for the end of the
 * body.
 */
async function wholeOrStream(pieces: AsyncGenerator<Text>): Promise<Pick<Answer, 'body' | 'stream'>> {
  const first: Text[] = []
  for (let length = 0; length < wholeMax; length += first.at(-1)?.length ?? 0) {
    const piece = await pieces.next()
    if (piece.done === true) return { body: joinTexts(first) }
    first.push(piece.value)
  }
  return { body: '', stream: joined(first, pieces) }
}

/** Characters or bytes. */
const wholeMax = 1_000_000

/** Short pieces go out together. */
async function* joined(first: readonly Text[], rest: AsyncGenerator<Text>): AsyncGenerator<Text> {
  yield* first.filter(({ length }) => length > 0)
  let text = ''
  for await (const piece of rest) {
    if (typeof piece === 'string') text += piece
    const isBytes = typeof piece !== 'string'
    if (text !== '' && (isBytes || text.length > joinedCharacters)) {
      yield text
      text = ''
    }
    if (isBytes) yield piece
  }
  if (text !== '') yield text
}

const joinedCharacters = 64 * 1024

/** A JSON answer that shows a secret, this once: nobody on the way is to keep it. */
export function secretAnswer<const Status extends 200 | 201, const Value extends Writable>(
  status: Status,
  body: Value,
): WholeJson<Status, Value> {
  return { ...json(status, body), headers: { 'cache-control': 'no-store' } }
}

/** 204: it was done, and there is nothing to say. */
export const noContent: EmptyAnswer<204> = { status: 204, type: '', body: '' }

/** What a caller who sends If-None-Match may be answered, as OpenAPI describes it. */
export const notModified: Described = { description: 'The caller has it already (If-None-Match)' }

/** For a file of the caller's own: a browser takes it for what it is declared to be. */
export const noSniffing = { 'x-content-type-options': 'nosniff' }

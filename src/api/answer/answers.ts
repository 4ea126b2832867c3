import { createHash } from 'node:crypto'
import type { Family } from '@selfbill/pint-ae/document'
import { type RawJson, type Writable, writeJson } from '@selfbill/pint-ae/json'
import { joinTexts, type Text } from '@selfbill/pint-ae/text'
import { type Answer, type Described, type EmptyAnswer, type FileAnswer, type JsonAnswer, jsonType } from './answer.ts'

/** 200 with a JSON body. */
export function ok<const Value extends Writable>(body: Value): WholeJson<200, Value> {
  return json(200, body)
}

/** 201 with text that is already JSON, about a document. */
export function createdText(text: Text, { family, id }: CreatedDocument): JsonAnswer<201, RawJson> {
  return { status: 201, type: jsonType, body: text, documentId: id, headers: { location: `/api/${family}/${id}` } }
}

export interface CreatedDocument {
  readonly family: Family
  readonly id: string
}

/** The same answer with the address of what was created. Source: RFC 9110, 15.3.2. */
export function located<Created extends Answer>(answer: Created, location: string): Created {
  return { ...answer, headers: { ...answer.headers, location } }
}

/** 200 with text that is already JSON. */
export function okText(text: Text): JsonAnswer<200, RawJson> {
  return { status: 200, type: jsonType, body: text }
}

/** 200 with a JSON body that caches may keep for an hour and revalidate by its ETag. */
export function cacheable<const Value extends Writable>(body: Value): WholeJson<200, Value> {
  const answer = ok(body)
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 27)}"`
  return { ...answer, headers: { etag, 'cache-control': 'public, max-age=3600' } }
}

/** The same answer with its body as bytes: encoded once, sent many times. */
export function encoded<Value>(answer: JsonAnswer<200, Value>): JsonAnswer<200, Value> {
  return { ...answer, body: Buffer.from(answer.body), isShared: true }
}

/** A JSON answer of any status. */
export function json<const Status extends number, const Value extends Writable>(
  status: Status,
  body: Value,
): WholeJson<Status, Value> {
  return { status, type: jsonType, body: writeJson(body) }
}

/** A JSON answer with its whole text in memory. */
export interface WholeJson<Status extends number, Value> extends JsonAnswer<Status, Value> {
  readonly body: string
}

/** 200 with UTF-8 text in pieces. */
export async function streamed<const Type extends string>(
  pieces: AsyncGenerator<Text>,
  type: Type,
): Promise<FileAnswer<200, Type>> {
  return { status: 200, type: `${type}; charset=utf-8`, ...(await wholeOrStream(pieces)) }
}

/** 200 with JSON text in pieces. */
export async function streamedJson(pieces: AsyncGenerator<Text>): Promise<JsonAnswer<200, RawJson>> {
  return { status: 200, type: jsonType, ...(await wholeOrStream(pieces)) }
}

/**
 * Sends a short body whole and streams a long one, so that it never fills the memory. An error
 * while streaming cuts the connection: a client cannot mistake it for the end of the body.
 */
export async function wholeOrStream(pieces: AsyncGenerator<Text>): Promise<Pick<Answer, 'body' | 'stream'>> {
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

/** Joins short pieces, so that they are sent together. */
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

/** A JSON answer that shows a secret, once: no cache may store it. */
export function secretAnswer<const Status extends 200 | 201, const Value extends Writable>(
  status: Status,
  body: Value,
): WholeJson<Status, Value> {
  return { ...json(status, body), headers: { 'cache-control': 'no-store' } }
}

/** 204: done, no body. */
export const noContent: EmptyAnswer<204> = { status: 204, type: '', body: '' }

/** The 304 for callers that send If-None-Match, as OpenAPI shows it. */
export const notModified: Described = { description: 'Not changed since the ETag in If-None-Match' }

/** For files from callers: a browser must not guess another type. */
export const noSniffing = { 'x-content-type-options': 'nosniff' }

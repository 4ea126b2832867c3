import { createHash } from 'node:crypto'
import { RawJson, type Writable, writeJson } from '../../json/write.ts'
import { joinTexts, type Text } from '../../text.ts'
import type { Answer, Described } from '../operation.ts'

/** 200 with a JSON body. */
export function ok(body: Writable): Answer {
  return json(200, body)
}

/** 201 with JSON text as it is. */
export function createdText(text: Text): Answer {
  return { status: 201, type: 'application/json; charset=utf-8', body: text }
}

/** 200 with JSON text as it is. */
export function okText(text: Text): Answer {
  return { ...createdText(text), status: 200 }
}

/** 200 with a JSON body that anyone may keep for an hour, and ask for again by its tag. */
export function cacheable(body: Writable): Answer {
  const answer = ok(body)
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 27)}"`
  return { ...answer, headers: { etag, 'cache-control': 'public, max-age=3600' } }
}

/** The same answer with its body as bytes, for one that is kept and sent many times. */
export function encoded(answer: Answer): Answer {
  return { ...answer, body: Buffer.from(answer.body) }
}

/** A JSON answer of any status. */
export function json(status: number, body: Writable): Answer {
  return {
    status,
    type: 'application/json; charset=utf-8',
    body: body instanceof RawJson ? body.text : writeJson(body),
  }
}

/**
 * 200 with a body that comes in pieces. A short one is answered as a whole; a long one goes out as it comes, so that it
 * never stands in memory, and an error on the way ends the connection, which no client can take for the end of the body.
 */
export async function streamed(
  pieces: AsyncGenerator<Text>,
  type = 'application/json; charset=utf-8',
): Promise<Answer> {
  const answer = { status: 200, type }
  const first: Text[] = []
  for (let length = 0; length < wholeMax; length += first.at(-1)?.length ?? 0) {
    const piece = await pieces.next()
    if (piece.done === true) return { ...answer, body: joinTexts(first) }
    first.push(piece.value)
  }
  return { ...answer, body: '', stream: joined(first, pieces) }
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
export function secretAnswer(status: 200 | 201, body: Writable) {
  const headers = { 'cache-control': 'no-store' }
  return { status, type: 'application/json; charset=utf-8', body: writeJson(body), headers }
}

/** 204: it was done, and there is nothing to say. */
export const noContent: Answer = { status: 204, type: '', body: '' }

/** What a caller who sends If-None-Match may be answered, as OpenAPI describes it. */
export const notModified: Described = { description: 'The caller has it already (If-None-Match)' }

/** For a file of the caller's own: a browser takes it for what it is declared to be. */
export const noSniffing = { 'x-content-type-options': 'nosniff' }

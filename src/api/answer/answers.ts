import { createHash } from 'node:crypto'
import { RawJson, type Writable, writeJson } from '../../json/write.ts'
import type { Answer, Described } from '../operation.ts'

/** 201 with a JSON body. */
export function created(body: Writable): Answer {
  return json(201, body)
}

/** 200 with a JSON body. */
export function ok(body: Writable): Answer {
  return json(200, body)
}

/** 200 with a JSON body that anyone may keep for an hour, and ask for again by its tag. */
export function cacheable(body: Writable): Answer {
  const answer = ok(body)
  const etag = `"${createHash('sha256').update(answer.body).digest('base64url').slice(0, 27)}"`
  return { ...answer, headers: { etag, 'cache-control': 'public, max-age=3600' } }
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
 * 200 with a JSON body that comes in pieces. A short one is answered as a whole; a long one goes out as it comes, so that it
 * never stands in memory, and an error on the way ends the connection, which no client can take for the end of the body.
 */
export async function streamed(pieces: AsyncGenerator<string>): Promise<Answer> {
  const answer = { status: 200, type: 'application/json; charset=utf-8' }
  let text = ''
  while (text.length < wholeCharactersMax) {
    const piece = await pieces.next()
    if (piece.done === true) return { ...answer, body: text }
    text += piece.value
  }
  return { ...answer, body: '', stream: joined(text, pieces) }
}

const wholeCharactersMax = 1_000_000

async function* joined(first: string, rest: AsyncGenerator<string>): AsyncGenerator<string> {
  yield first
  yield* rest
}

/** A JSON answer that shows a secret, this once: nobody on the way is to keep it. */
export function secretAnswer(status: 200 | 201, body: Writable) {
  const headers = { 'cache-control': 'no-store' }
  return { status, type: 'application/json; charset=utf-8', body: writeJson(body), headers }
}

/** 204: it was done, and there is nothing to say. */
export const noContent: Answer = { status: 204, type: '', body: '' }

/** What a caller who sends If-None-Match may be answered, as OpenAPI describes it. */
export const notModified: Described = { description: 'The caller has it already (If-None-Match)' }

/** 200 with an XML document. */
export function xml(text: string): Answer {
  return {
    status: 200,
    type: 'application/xml; charset=utf-8',
    body: text,
    headers: { 'x-content-type-options': 'nosniff' },
  }
}

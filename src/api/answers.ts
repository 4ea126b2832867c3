import { createHash } from 'node:crypto'
import { RawJson, type Writable, writeJson } from '../json/write.ts'
import type { Answer } from './operation.ts'

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

/** 200 with an XML document. */
export function xml(text: string): Answer {
  return {
    status: 200,
    type: 'application/xml; charset=utf-8',
    body: text,
    headers: { 'x-content-type-options': 'nosniff' },
  }
}

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

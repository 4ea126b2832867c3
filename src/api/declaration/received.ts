import assert from 'node:assert/strict'
import { jsonBody } from '../request/json-body.ts'
import type { Access } from './access.ts'
import type { BodyOf, ContextOf, Received } from './call.ts'
import { isBodyOptional, type RequestBody } from './request-body.ts'

/** The context that the access to an operation gives its call. */
export function contextOf<Needs>(
  access: Access,
  { admission, keep, ...received }: Received,
  parts: Needs,
): ContextOf<Access, Needs> {
  const { language, header, address, room, gone } = received
  const context = { language, header, address, room, gone, parts }
  if (access.kind === 'public' || access.kind === 'gateway') return context
  assert(admission, 'an account is admitted before its request is handled')
  const { account, version, compatibility } = admission
  return { ...context, account, version, compatibility, keep }
}

/** The body as a handler of its kind gets it. */
export function bodyOf(method: string, body: RequestBody, bytes: Uint8Array): BodyOf<RequestBody> {
  if (body.kind === 'none') return undefined
  if (body.kind !== 'json') return { bytes }
  const isLeftOut = bytes.length === 0 && isBodyOptional(method, body)
  return { bytes, read: (complete) => jsonBody(body.schema, isLeftOut ? emptyObject : bytes, complete) }
}

const emptyObject = new TextEncoder().encode('{}')

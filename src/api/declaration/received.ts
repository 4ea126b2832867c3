import assert from 'node:assert/strict'
import { jsonBody } from '../request/json-body.ts'
import type { Access } from './access.ts'
import type { BodyOf, ContextOf, Received } from './call.ts'
import type { RequestBody } from './request-body.ts'

/** The context that the access to an operation gives its call. */
export function contextOf(access: Access, { admission, keep, ...received }: Received): ContextOf<Access> {
  const { language, header, address, room, gone, parts } = received
  const context = { language, header, address, room, gone, parts }
  if (access.kind === 'public') return context
  if (access.kind === 'gateway') {
    assert(parts.inbound, 'without an inbound secret there is no such route')
    return { ...context, inbound: parts.inbound }
  }
  assert(admission, 'an account is admitted before its request is handled')
  const { account, version, compatibility } = admission
  const admitted = { ...context, account, version, compatibility, keep }
  if (access.kind === 'scopes') return admitted
  assert(parts.sandboxClock, 'without a sandbox there is no such route')
  return { ...admitted, sandboxClock: parts.sandboxClock }
}

/** The body as a handler of its kind gets it. */
export function bodyOf(body: RequestBody, bytes: Uint8Array): BodyOf<RequestBody> {
  if (body.kind === 'none') return undefined
  if (body.kind !== 'json') return { bytes }
  const isLeftOut = body.isOptional === true && bytes.length === 0
  return { bytes, read: (complete) => jsonBody(body.schema, isLeftOut ? emptyObject : bytes, complete) }
}

const emptyObject = new TextEncoder().encode('{}')

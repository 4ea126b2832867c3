import { createHash, subtle } from 'node:crypto'
import type { IdempotencyKey } from '../store/requests/idempotency.ts'

/**
 * The key under which a request is done once: who asks for what under which name, and the
 * fingerprint of its body.
 */
export async function idempotencyKey({ orgId, accountId, action, key, body }: NamedRequest): Promise<IdempotencyKey> {
  return {
    orgId,
    hash: digest(JSON.stringify([accountId, ...action, key])),
    fingerprint: await fingerprintOf(body),
  }
}

export interface NamedRequest {
  readonly orgId: string
  readonly accountId: string
  /** What is done: method and address, for example. */
  readonly action: readonly string[]
  /** The name that the caller gave the request. */
  readonly key: string
  readonly body: Uint8Array
}

function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url')
}

/** A large body is hashed off the main thread. */
async function fingerprintOf(body: Uint8Array): Promise<string> {
  if (body.length <= inlineBytesMax) return digest(body)
  return Buffer.from(await subtle.digest('SHA-256', new Uint8Array(body))).toString('base64url')
}

const inlineBytesMax = 64 * 1024

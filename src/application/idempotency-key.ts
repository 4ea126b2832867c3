import { createHash, subtle } from 'node:crypto'
import type { IdempotencyKey } from '../store/requests/kept-answer.ts'

/**
 * The key of a request that must be done once: a hash of account, action and the caller's key, and
 * a fingerprint of the body.
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
  /** The action, for example method and path. */
  readonly action: readonly string[]
  /** The caller's idempotency key. */
  readonly key: string
  readonly body: Uint8Array
}

function digest(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('base64url')
}

/** Hashes a large body off the main thread. */
async function fingerprintOf(body: Uint8Array): Promise<string> {
  if (body.length <= inlineBytesMax) return digest(body)
  return Buffer.from(await subtle.digest('SHA-256', new Uint8Array(body))).toString('base64url')
}

const inlineBytesMax = 64 * 1024

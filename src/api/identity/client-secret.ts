import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Client } from '../../store/accounts/clients.ts'

/**
 * A client's secret: 256 random bits behind a mark by which scanners for lost secrets know it. It
 * is shown once; the store keeps its SHA-256. A slow hash protects what people choose and others
 * can guess, which this is not (docs/decisions/0033).
 */
export function newSecret(): { readonly secret: string; readonly hash: string } {
  const secret = `sbs_${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashOf(secret).toString('hex') }
}

/**
 * Whether the secret is the client's present one, or the one before while that is still good. Takes
 * as long for a client that does not exist, and says no.
 */
export function isSecretOf(client: Secrets | undefined, secret: string, now: number): boolean {
  const sent = hashOf(secret)
  const isPresent = isEqual(sent, client?.secretHash)
  const isPrevious = isEqual(sent, client?.previousSecretHash) && now < (client?.previousSecretUntil ?? 0)
  return isPresent || isPrevious
}

type Secrets = Pick<Client, 'secretHash' | 'previousSecretHash' | 'previousSecretUntil'>

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function isEqual(sent: Buffer, stored: string | undefined): boolean {
  const known = stored === undefined ? nothing : Buffer.from(stored, 'hex')
  return known.length === sent.length && timingSafeEqual(sent, known) && stored !== undefined
}

const nothing = Buffer.alloc(32)

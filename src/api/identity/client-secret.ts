import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Client } from '../../store/accounts/clients.ts'

/**
 * A client's secret: 256 random bits behind a prefix that scanners for leaked secrets recognise. It
 * is shown once; the store has only its SHA-256. A slow hash protects passwords that can be
 * guessed; this one cannot (docs/decisions/0033).
 */
export function newSecret(): { readonly secret: string; readonly hash: string } {
  const secret = `sbs_${randomBytes(32).toString('base64url')}`
  return { secret, hash: hashOf(secret).toString('hex') }
}

/**
 * Whether it is the client's current secret, or the previous one while that is valid. Takes the
 * same time for an unknown client, and returns false.
 */
export function isSecretOf(client: Secrets | undefined, secret: string, now: number): boolean {
  const sent = hashOf(secret)
  const isCurrent = isEqual(sent, client?.secretHash)
  const isPrevious = isEqual(sent, client?.previousSecretHash) && now < (client?.previousSecretUntil ?? 0)
  return isCurrent || isPrevious
}

type Secrets = Pick<Client, 'secretHash' | 'previousSecretHash' | 'previousSecretUntil'>

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function isEqual(sent: Buffer, stored: string | undefined): boolean {
  const known = stored === undefined ? decoyHash : Buffer.from(stored, 'hex')
  return known.length === sent.length && timingSafeEqual(sent, known) && stored !== undefined
}

const decoyHash = Buffer.alloc(32)

import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Client } from '../../store/accounts/clients.ts'
import { formerSecretsMax, stillValid } from '../../store/former-secrets.ts'

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
 * Whether it is the client's current secret, or a former one while that is valid. Takes the same
 * time for an unknown client, and returns false.
 */
export function isSecretOf(client: Secrets | undefined, secret: string, now: number): boolean {
  const sent = hashOf(secret)
  const { secretHash, previousSecretHash, previousSecretUntil = 0, olderSecretHashes = [] } = client ?? {}
  const older = stillValid(olderSecretHashes, now)
  const known = [
    secretHash,
    now < previousSecretUntil ? previousSecretHash : undefined,
    ...Array.from({ length: formerSecretsMax }, (_, at) => older[at]?.secret),
  ]
  // Compares all of them: the time does not show which one it is.
  return known.map((hash) => isEqual(sent, hash)).includes(true)
}

type Secrets = Pick<Client, 'secretHash' | 'previousSecretHash' | 'previousSecretUntil' | 'olderSecretHashes'>

function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

function isEqual(sent: Buffer, stored: string | undefined): boolean {
  const known = stored === undefined ? decoyHash : Buffer.from(stored, 'hex')
  return known.length === sent.length && timingSafeEqual(sent, known) && stored !== undefined
}

const decoyHash = Buffer.alloc(32)

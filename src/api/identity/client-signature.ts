import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Client } from '../../store/accounts/clients.ts'
import { formerSecretsMax, stillValid } from '../../store/former-secrets.ts'

/**
 * Whether a client signed its own id: Base64 of HMAC-SHA256 with its current secret, or with a
 * former one while that is valid. Takes the same time for an unknown client or a secret that is
 * not stored, and returns false.
 */
export function isSignatureOf(client: SignedClient | undefined, signed: Signed, open: OpenSecret): boolean {
  const { sealedSecret, previousSealedSecret, previousSecretUntil = 0, olderSealedSecrets = [] } = client ?? {}
  const older = stillValid(olderSealedSecrets, signed.now)
  const known = [
    sealedSecret,
    signed.now < previousSecretUntil ? previousSealedSecret : undefined,
    ...Array.from({ length: formerSecretsMax }, (_, at) => older[at]?.secret),
  ]
  return known.map((sealed) => isSignedWith(open(sealed), signed)).includes(true)
}

export type SignedClient = Pick<
  Client,
  'sealedSecret' | 'previousSealedSecret' | 'previousSecretUntil' | 'olderSealedSecrets'
>

export interface Signed {
  readonly clientId: string
  /** The header as sent. */
  readonly signature: string | undefined
  /** ms since 1970. */
  readonly now: number
}

/** Opens a sealed secret; undefined when it cannot be opened. Takes the same time without one. */
export type OpenSecret = (sealed: string | undefined) => string | undefined

function isSignedWith(secret: string | undefined, { clientId, signature = '' }: Signed): boolean {
  const expected = Buffer.from(
    createHmac('sha256', secret ?? decoySecret)
      .update(clientId)
      .digest('base64'),
  )
  const sent = Buffer.from(signature)
  // timingSafeEqual needs equal lengths: compares zeros for a signature of another length.
  const isEqual = timingSafeEqual(expected, sent.length === expected.length ? sent : Buffer.alloc(expected.length))
  return isEqual && secret !== undefined
}

const decoySecret = randomBytes(32).toString('base64url')

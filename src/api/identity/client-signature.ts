import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Client } from '../../store/accounts/clients.ts'

/**
 * Whether a signature is a client's over its own id: Base64 of HMAC-SHA256 with its present secret,
 * or with the one before while that is still good. Works as long for a client that does not exist,
 * or whose secret is not kept, and says no.
 */
export function isSignatureOf(client: SignedClient | undefined, signed: Signed, open: OpenSecret): boolean {
  const isPreviousGood = signed.now < (client?.previousSecretUntil ?? 0)
  const isPresent = isSignedWith(open(client?.sealedSecret), signed)
  const isPrevious = isSignedWith(open(isPreviousGood ? client?.previousSealedSecret : undefined), signed)
  return isPresent || isPrevious
}

export type SignedClient = Pick<Client, 'sealedSecret' | 'previousSealedSecret' | 'previousSecretUntil'>

export interface Signed {
  readonly clientId: string
  /** The header as it was sent. */
  readonly signature: string | undefined
  /** ms since 1970. */
  readonly now: number
}

/**
 * Opens a sealed secret; undefined for one that cannot be opened. Without one it works as long and
 * answers undefined.
 */
export type OpenSecret = (sealed: string | undefined) => string | undefined

function isSignedWith(secret: string | undefined, { clientId, signature = '' }: Signed): boolean {
  const expected = Buffer.from(
    createHmac('sha256', secret ?? nobodysSecret)
      .update(clientId)
      .digest('base64'),
  )
  const sent = Buffer.from(signature)
  // A text of another length is compared too, in its place one that no signature is.
  const isEqual = timingSafeEqual(expected, sent.length === expected.length ? sent : Buffer.alloc(expected.length))
  return isEqual && secret !== undefined
}

const nobodysSecret = randomBytes(32).toString('base64url')

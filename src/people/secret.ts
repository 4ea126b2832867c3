import { createHash, randomBytes } from 'node:crypto'

/** 256 random bits for a cookie or a link, and the hash by which the store knows it. */
export function newSecret(): { readonly secret: string; readonly hash: string } {
  const secret = randomBytes(32).toString('base64url')
  return { secret, hash: hashOf(secret) }
}

/** Fast, because a secret of 256 bits cannot be guessed (docs/decisions/0033). */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex')
}

import { createCipheriv, createDecipheriv, randomBytes, randomUUID } from 'node:crypto'
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK, SignJWT } from 'jose'

/** What the store keeps of a key: the private half as text, encrypted when the service has a SECRET_KEY. */
export interface StoredKey {
  readonly kid: string
  readonly alg: string
  readonly publicJwk: string
  readonly privateJwk: string
}

/** Makes a signing key; `secretKey` (32 bytes in hexadecimal) encrypts its private half for the database. */
export async function makeKey(secretKey: string | undefined): Promise<StoredKey> {
  const kid = randomUUID()
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const about = { kid, alg: algorithm, use: 'sig' }
  return {
    kid,
    alg: algorithm,
    publicJwk: JSON.stringify({ ...(await exportJWK(publicKey)), ...about }),
    privateJwk: sealed(JSON.stringify({ ...(await exportJWK(privateKey)), ...about }), secretKey),
  }
}

/** The public half as a JSON Web Key. */
export function publicJwk(key: StoredKey): JWK {
  return JSON.parse(key.publicJwk)
}

/** Throws SecretKeyWrong unless the private half can be used. */
export function requireSecretKey(key: StoredKey, secretKey: string | undefined): void {
  opened(key.privateJwk, secretKey)
}

/** The private half, ready to sign. Throws `SecretKeyWrong`. */
export async function privateKeyOf(key: StoredKey, secretKey: string | undefined): Promise<CryptoKey> {
  const imported = await importJWK(JSON.parse(opened(key.privateJwk, secretKey)), key.alg)
  if (imported instanceof Uint8Array) throw new Error('a signing key is a pair')
  return imported
}

export interface TokenClaims {
  readonly issuer: string
  readonly audience: string
  /** `sub`: the account. */
  readonly account: string
  readonly orgId: string
  readonly scope: string
  readonly issuedAt: Date
}

/** A bearer token for 24 hours. Source: decisions §5. */
export async function signToken(key: StoredKey, secretKey: string | undefined, claims: TokenClaims): Promise<string> {
  const issuedAt = Math.floor(claims.issuedAt.getTime() / 1000)
  return new SignJWT({ org_id: claims.orgId, scope: claims.scope })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' })
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setSubject(claims.account)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + tokenLifetimeS)
    .sign(await privateKeyOf(key, secretKey))
}

/** The private halves in the database are sealed with another SECRET_KEY than the service was given. */
export class SecretKeyWrong extends Error {
  override readonly name = 'SecretKeyWrong'
}

/** Decisions §5: 24 hours. */
export const tokenLifetimeS = 24 * 3600

const algorithm = 'EdDSA'
const sealMark = 'aes-256-gcm.'

function sealed(text: string, secretKey: string | undefined): string {
  if (secretKey === undefined) return text
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(secretKey, 'hex'), nonce)
  const body = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return sealMark + Buffer.concat([nonce, cipher.getAuthTag(), body]).toString('base64')
}

function opened(text: string, secretKey: string | undefined): string {
  if (!text.startsWith(sealMark)) return text
  if (secretKey === undefined)
    throw new SecretKeyWrong('the signing keys in the database are encrypted: SECRET_KEY must be set')
  const bytes = Buffer.from(text.slice(sealMark.length), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', Buffer.from(secretKey, 'hex'), bytes.subarray(0, 12))
  decipher.setAuthTag(bytes.subarray(12, 28))
  try {
    return Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString('utf8')
  } catch (cause) {
    throw new SecretKeyWrong('SECRET_KEY is not the one the signing keys were encrypted with', { cause })
  }
}

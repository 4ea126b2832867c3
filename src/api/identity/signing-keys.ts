import { randomUUID } from 'node:crypto'
import type { CryptoKey, JWK } from 'jose'
import { SignJWT } from 'jose/jwt/sign'
import { exportJWK } from 'jose/key/export'
import { generateKeyPair } from 'jose/key/generate/keypair'
import { importJWK } from 'jose/key/import'
import { openedWithAny, type SecretKeys, sealed } from '../../security/sealing.ts'

/** A key in the store: the private half is text, encrypted when the service has a SECRET_KEY. */
export interface StoredKey {
  readonly kid: string
  readonly alg: string
  readonly publicJwk: string
  readonly privateJwk: string
}

/**
 * Makes a signing key; `secretKey` (32 bytes in hexadecimal) encrypts its private half for the
 * database.
 */
export async function makeKey(secretKey: string | undefined): Promise<StoredKey> {
  const kid = randomUUID()
  const { publicKey, privateKey } = await generateKeyPair(algorithm, { extractable: true })
  const members = { kid, alg: algorithm, use: 'sig' }
  return {
    kid,
    alg: algorithm,
    publicJwk: JSON.stringify({ ...(await exportJWK(publicKey)), ...members }),
    privateJwk: sealed(JSON.stringify({ ...(await exportJWK(privateKey)), ...members }), secretKey),
  }
}

/** The public half as a JSON Web Key. */
export function publicJwk(key: StoredKey): JWK {
  return JSON.parse(key.publicJwk)
}

/** Throws `SecretKeyWrong` unless the private half can be opened. */
export function requireSecretKey(key: StoredKey, keys: SecretKeys): void {
  openedWithAny(key.privateJwk, keys)
}

/** The private half, ready to sign. Throws `SecretKeyWrong`. */
export async function privateKeyOf(key: StoredKey, keys: SecretKeys): Promise<CryptoKey> {
  const imported = await importJWK(JSON.parse(openedWithAny(key.privateJwk, keys)), key.alg)
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
  /** `sid`: a person's session. */
  readonly sessionId?: string
  readonly issuedAt: Date
  /** Default: 24 hours. */
  readonly lifetimeS?: number
}

/** A bearer token, valid for 24 hours by default. Source: docs/contract.md#access. */
export async function signToken(key: StoredKey, keys: SecretKeys, claims: TokenClaims): Promise<string> {
  const issuedAt = Math.floor(claims.issuedAt.getTime() / 1000)
  const { orgId, scope, sessionId } = claims
  return new SignJWT({ org_id: orgId, scope, ...(sessionId !== undefined && { sid: sessionId }) })
    .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'JWT' })
    .setIssuer(claims.issuer)
    .setAudience(claims.audience)
    .setSubject(claims.account)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + (claims.lifetimeS ?? tokenLifetimeS))
    .sign(await privateKeyOf(key, keys))
}

/** docs/contract.md#access: 24 hours. */
export const tokenLifetimeS = 24 * 3600

const algorithm = 'EdDSA'

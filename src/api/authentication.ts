import { createHash } from 'node:crypto'
import { type CryptoKey, decodeProtectedHeader, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose'
import { Fault } from '../faults.ts'

/** Who makes a request: claims of a token that was verified. Source: decisions §5. */
export interface Account {
  /** The token's `sub`: rate limits and idempotency count by it. */
  readonly id: string
  readonly orgId: string
  readonly scopes: ReadonlySet<string>
}

export interface AuthenticationOptions {
  readonly issuer: string
  readonly audience: string
  /** The live public keys, asked again when a token names one that is not known yet. */
  readonly publicKeys: () => Promise<readonly JWK[]>
  /** False for an account or an organisation that is unknown or revoked; cached for 30 s. */
  readonly isActive: (account: Account) => Promise<boolean>
  readonly now: () => number
}

/**
 * Verifies bearer tokens. Whatever is wrong with one, the caller learns no more than the contract's sentence (401). A token
 * that was verified is remembered by its hash until it expires, its account's standing for 30 s.
 */
export class Authentication {
  readonly #options: AuthenticationOptions
  readonly #verified = new Map<string, Verified>()
  readonly #keys = new Map<string, CryptoKey | Uint8Array>()
  #keysReadAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined

  constructor(options: AuthenticationOptions) {
    this.#options = options
  }

  /** The account behind an Authorization header. Throws the Fault `unauthenticated`. */
  async account(authorization: string | undefined): Promise<Account> {
    const token = bearerSyntax.exec(authorization ?? '')?.[1]
    if (token === undefined || token.length > tokenCharactersMax) throw new Fault('unauthenticated')
    const verified = await this.#verify(token)
    const now = this.#options.now()
    if (now >= verified.expiresAt) throw new Fault('unauthenticated')
    if (now - verified.standingAt > standingMs) {
      if (!(await this.#options.isActive(verified.account))) throw new Fault('unauthenticated')
      verified.standingAt = now
    }
    return verified.account
  }

  async #verify(token: string): Promise<Verified> {
    const hash = createHash('sha256').update(token).digest('base64')
    const known = this.#verified.get(hash)
    if (known) return known
    const payload = await this.#payload(token)
    const { sub, org_id: orgId, exp, iat, scope } = payload
    if (!isName(sub) || !isName(orgId) || typeof exp !== 'number' || typeof iat !== 'number')
      throw new Fault('unauthenticated')
    if (scope !== undefined && typeof scope !== 'string') throw new Fault('unauthenticated')
    const scopes = new Set((scope ?? defaultScope).split(' '))
    const verified = {
      account: { id: sub, orgId, scopes },
      expiresAt: exp * 1000,
      standingAt: Number.NEGATIVE_INFINITY,
    }
    if (this.#verified.size >= verifiedMax) this.#verified.clear()
    this.#verified.set(hash, verified)
    return verified
  }

  async #payload(token: string): Promise<JWTPayload> {
    try {
      const { kid, alg } = decodeProtectedHeader(token)
      if (alg === undefined || kid === undefined) throw new Fault('unauthenticated')
      const key = await this.#key(kid, alg)
      const { issuer, audience, now } = this.#options
      const { payload } = await jwtVerify(token, key, {
        issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['sub', 'org_id', 'exp', 'iat'],
        currentDate: new Date(now()),
      })
      return payload
    } catch (error) {
      // A database that cannot be asked is our failure, not the token's.
      if (error instanceof KeysUnavailable) throw error.cause
      throw new Fault('unauthenticated')
    }
  }

  /** The public key of that id, for the algorithm it was made for and no other. */
  async #key(kid: string, alg: string): Promise<CryptoKey | Uint8Array> {
    const name = `${alg} ${kid}`
    const known = this.#keys.get(name)
    if (known) return known
    if (this.#options.now() - this.#keysReadAt > keysRereadMs) {
      this.#keysReadAt = this.#options.now()
      this.#reading = this.#readKeys()
    }
    // Requests that come while the keys are read wait for that reading.
    await this.#reading
    const key = this.#keys.get(name)
    if (!key) throw new Fault('unauthenticated')
    return key
  }

  async #readKeys(): Promise<void> {
    try {
      for (const jwk of await this.#options.publicKeys()) {
        if (jwk.alg === undefined || !algorithms.has(jwk.alg)) continue
        this.#keys.set(`${jwk.alg} ${jwk.kid}`, await importJWK(jwk, jwk.alg))
      }
    } catch (cause) {
      this.#keysReadAt = Number.NEGATIVE_INFINITY
      throw new KeysUnavailable(cause)
    }
  }
}

interface Verified {
  readonly account: Account
  readonly expiresAt: number
  standingAt: number
}

class KeysUnavailable extends Error {
  constructor(cause: unknown) {
    super('the signing keys could not be read', { cause })
  }
}

const algorithms: ReadonlySet<string> = new Set(['RS256', 'ES256', 'EdDSA'])
const defaultScope = 'documents:read documents:write'
const bearerSyntax = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i
const tokenCharactersMax = 8192
const verifiedMax = 10_000
const standingMs = 30_000
const keysRereadMs = 5_000

function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255
}

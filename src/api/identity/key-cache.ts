import type { CryptoKey, JWK } from 'jose'
import { importJWK } from 'jose/key/import'

/**
 * Caches the public keys of one issuer. It reads them again when they are old, and when a token
 * names an unknown key; anybody can send such a token, so at most once every `rereadMs`.
 */
export class KeyCache {
  readonly #options: KeyCacheOptions
  #keys: ReadonlyMap<string, CryptoKey> = new Map()
  #readAt = Number.NEGATIVE_INFINITY
  #triedAt = Number.NEGATIVE_INFINITY
  #reading: Promise<void> | undefined
  #failure: { readonly cause: unknown } | undefined

  constructor(options: KeyCacheOptions) {
    this.#options = options
  }

  /**
   * The key with this id and algorithm; undefined when the issuer does not have it. Throws the
   * error of reading when the keys are unavailable: nobody knows then whether the key exists.
   */
  async find(kid: string, alg: string): Promise<CryptoKey | undefined> {
    const name = nameOf(kid, alg)
    const { freshMs, staleMsMax } = this.#options
    if (this.#age() <= freshMs) {
      const known = this.#keys.get(name)
      if (known) return known
    }
    const reading = this.#readAgain()
    // Keys that are not too old serve while newer ones are read.
    const known = this.#age() <= staleMsMax ? this.#keys.get(name) : undefined
    if (known) return known
    await reading
    if (this.#failure) throw this.#failure.cause
    return this.#age() <= staleMsMax ? this.#keys.get(name) : undefined
  }

  #age(): number {
    return this.#options.now() - this.#readAt
  }

  /** Requests during a reading wait for it. Never rejects. */
  #readAgain(): Promise<void> {
    if (this.#reading) return this.#reading
    const now = this.#options.now()
    const isFirst = this.#readAt === Number.NEGATIVE_INFINITY
    if (now - this.#triedAt < (isFirst ? firstMs : this.#options.rereadMs)) return Promise.resolve()
    this.#triedAt = now
    this.#reading = this.#read().finally(() => {
      this.#reading = undefined
    })
    return this.#reading
  }

  async #read(): Promise<void> {
    try {
      const keys = await Promise.all((await this.#options.read()).map(imported))
      // Replaced as a whole, so that a withdrawn key disappears.
      this.#keys = new Map(keys.filter((key) => key !== undefined))
      this.#readAt = this.#triedAt
      this.#failure = undefined
    } catch (cause) {
      this.#failure = { cause }
    }
  }
}

export interface KeyCacheOptions {
  /** Reads the currently published keys. */
  readonly read: () => Promise<readonly JWK[]>
  /** Older keys are read again, even when every token's key is known. */
  readonly freshMs: number
  /** Older keys are not used, even while reading fails or takes long. */
  readonly staleMsMax: number
  /** Unknown keys cause at most one reading in this time. */
  readonly rereadMs: number
  readonly now: () => number
}

/** Until the first success, reading is tried more often: nobody can authenticate yet. */
const firstMs = 1_000

/**
 * The accepted algorithms and the shape of their keys: a key is used only for its own algorithm.
 */
const shapes: ReadonlyMap<string, { readonly kty: string; readonly crv?: string }> = new Map([
  ['RS256', { kty: 'RSA' }],
  ['ES256', { kty: 'EC', crv: 'P-256' }],
  ['EdDSA', { kty: 'OKP', crv: 'Ed25519' }],
])

/** The algorithms of tokens. Source: docs/contract.md#access. */
export const algorithms: readonly string[] = [...shapes.keys()]

/**
 * Undefined for keys that cannot be used here: another purpose or algorithm, no id, or a private
 * key.
 */
async function imported(jwk: JWK): Promise<readonly [string, CryptoKey] | undefined> {
  const { kid, alg = algorithmOf(jwk), use = 'sig' } = jwk
  const shape = alg === undefined ? undefined : shapes.get(alg)
  if (kid === undefined || alg === undefined || use !== 'sig' || shape === undefined) return undefined
  if (jwk.kty !== shape.kty || jwk.crv !== shape.crv || jwk.d !== undefined) return undefined
  try {
    const key = await importJWK(jwk, alg)
    return key instanceof Uint8Array ? undefined : [nameOf(kid, alg), key]
  } catch {
    return undefined
  }
}

/** Issuers may omit `alg`: the shape of the key determines it. */
function algorithmOf({ kty, crv }: JWK): string | undefined {
  return [...shapes].find(([, shape]) => shape.kty === kty && shape.crv === crv)?.[0]
}

function nameOf(kid: string, alg: string): string {
  return `${alg} ${kid}`
}

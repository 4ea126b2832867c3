import { type CryptoKey, importJWK, type JWK } from 'jose'

/**
 * The public keys of one issuer of tokens, remembered. They are read again when they have grown
 * old, and when a token names one that is not among them, which anybody can do: so never more often
 * than `rereadMs`.
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
   * The key of that id, for the algorithm it was made for and no other; undefined when the issuer
   * has none. Throws what reading threw when the keys cannot be had: then nobody knows whether
   * there is one.
   */
  async find(kid: string, alg: string): Promise<CryptoKey | undefined> {
    const name = nameOf(kid, alg)
    const { freshMs, staleMsMax } = this.#options
    if (this.#age() <= freshMs) {
      const known = this.#keys.get(name)
      if (known) return known
    }
    const reading = this.#readAgain()
    // Keys that are not too old serve while newer ones are on their way.
    const known = this.#age() <= staleMsMax ? this.#keys.get(name) : undefined
    if (known) return known
    await reading
    if (this.#failure) throw this.#failure.cause
    return this.#age() <= staleMsMax ? this.#keys.get(name) : undefined
  }

  #age(): number {
    return this.#options.now() - this.#readAt
  }

  /** Requests that come while the keys are read wait for that reading. Never rejects. */
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
      // As a whole, so that a key that was withdrawn is gone.
      this.#keys = new Map(keys.filter((key) => key !== undefined))
      this.#readAt = this.#triedAt
      this.#failure = undefined
    } catch (cause) {
      this.#failure = { cause }
    }
  }
}

export interface KeyCacheOptions {
  /** The keys as they are published now. */
  readonly read: () => Promise<readonly JWK[]>
  /** Read again after so long, even when every token is known. */
  readonly freshMs: number
  /** What was read serves no longer than this, however long reading fails or takes. */
  readonly staleMsMax: number
  /** An unknown key is asked for at most so often. */
  readonly rereadMs: number
  readonly now: () => number
}

/** As long as there are no keys at all, reading is tried more often: nobody can be let in. */
const firstMs = 1_000

/**
 * What the service accepts, and the shape of the key it takes: a key is never used for what it was
 * not made for.
 */
const shapes: ReadonlyMap<string, { readonly kty: string; readonly crv?: string }> = new Map([
  ['RS256', { kty: 'RSA' }],
  ['ES256', { kty: 'EC', crv: 'P-256' }],
  ['EdDSA', { kty: 'OKP', crv: 'Ed25519' }],
])

/** The algorithms of tokens. Source: docs/contract.md#access. */
export const algorithms: readonly string[] = [...shapes.keys()]

/**
 * Undefined for keys that are of no use here: another purpose, another algorithm, no id, a secret
 * among them.
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

/** Issuers may leave `alg` out: the shape of the key says it. */
function algorithmOf({ kty, crv }: JWK): string | undefined {
  return [...shapes].find(([, shape]) => shape.kty === kty && shape.crv === crv)?.[0]
}

function nameOf(kid: string, alg: string): string {
  return `${alg} ${kid}`
}

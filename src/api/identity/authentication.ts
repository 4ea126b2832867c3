import { createHash } from 'node:crypto'
import { jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'
import { Fault } from '../faults.ts'
import { type ClaimedToken, claimedToken } from './claimed-token.ts'
import { algorithms } from './key-cache.ts'
import type { TokenIssuer } from './token-issuer.ts'

/** Who makes a request: claims of a token that was verified. Source: docs/contract.md#access. */
export interface Account {
  /**
   * Rate limits and idempotency count by it: the token's `sub`, with its issuer where that is not
   * the service itself.
   */
  readonly id: string
  readonly orgId: string
  readonly scopes: ReadonlySet<string>
}

/**
 * Verifies bearer tokens. Whatever is wrong with one, the caller learns no more than the contract's
 * sentence (401). A token that was verified is remembered by its hash until it expires; that its
 * key, account and organisation still stand is asked again every 20 s.
 */
export class Authentication {
  readonly #issuers: ReadonlyMap<string, TokenIssuer>
  readonly #now: () => number
  readonly #verified = new LRUCache<string, Verified>({ max: verifiedMax })

  constructor(issuers: readonly TokenIssuer[], now: () => number) {
    this.#issuers = new Map(issuers.map((issuer) => [issuer.issuer, issuer]))
    this.#now = now
  }

  /**
   * The account behind an Authorization header. Throws the Fault `unauthenticated`; and what
   * reading an issuer's keys threw when they cannot be had, since then nobody can tell a good token
   * from a wrong one.
   */
  async account(authorization: string | undefined): Promise<Account> {
    const token = bearerSyntax.exec(authorization ?? '')?.[1]
    if (token === undefined || token.length > tokenCharactersMax) throw new Fault('unauthenticated')
    const hash = createHash('sha256').update(token).digest('base64')
    const verified = this.#verified.get(hash) ?? (await this.#verify(token))
    const now = this.#now()
    if (now >= verified.expiresAt) throw new Fault('unauthenticated')
    if (now - verified.standingAt > standingMs) {
      verified.account = await this.#standing(verified)
      verified.standingAt = now
      this.#verified.set(hash, verified)
    }
    return verified.account
  }

  async #verify(token: string): Promise<Verified> {
    const claimed = claimedToken(token)
    const issuer = claimed && this.#issuers.get(claimed.issuer)
    const key = issuer && (await issuer.keys.find(claimed.kid, claimed.alg))
    if (!issuer || !key) throw new Fault('unauthenticated')
    const { audience } = issuer
    const now = this.#now()
    try {
      const { payload } = await jwtVerify(token, key, {
        issuer: issuer.issuer,
        audience,
        algorithms: [...algorithms],
        requiredClaims: ['sub', 'org_id', 'exp', 'iat'],
        clockTolerance: skewMs / 1000,
        currentDate: new Date(now),
      })
      const { sub, org_id: orgId, exp, iat, scope } = payload
      if (!isName(sub) || !isName(orgId) || !isInstant(exp) || !isInstant(iat)) throw new Fault('unauthenticated')
      if (iat * 1000 > now + skewMs) throw new Fault('unauthenticated')
      if (scope !== undefined && typeof scope !== 'string') throw new Fault('unauthenticated')
      const scopes = (scope ?? defaultScope).split(' ')
      const account = { id: issuer.accountOf(sub), orgId, scopes: new Set<string>() }
      return {
        issuer,
        claimed,
        subject: sub,
        scopes,
        expiresAt: exp * 1000,
        standingAt: Number.NEGATIVE_INFINITY,
        account,
      }
    } catch {
      throw new Fault('unauthenticated')
    }
  }

  /**
   * The account with what it may do now. Throws when its key, itself or its organisation was
   * withdrawn.
   */
  async #standing({ issuer, claimed, subject, scopes, account }: Verified): Promise<Account> {
    if (!(await issuer.keys.find(claimed.kid, claimed.alg))) throw new Fault('unauthenticated')
    const allowed = await issuer.scopesOf(account.orgId, subject)
    if (!allowed) throw new Fault('unauthenticated')
    return { ...account, scopes: new Set(scopes.filter((scope) => allowed.includes(scope))) }
  }
}

interface Verified {
  readonly issuer: TokenIssuer
  readonly claimed: ClaimedToken
  readonly subject: string
  /** What the token asks for. */
  readonly scopes: readonly string[]
  readonly expiresAt: number
  standingAt: number
  account: Account
}

const defaultScope = 'documents:read documents:write'
const bearerSyntax = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i
const tokenCharactersMax = 8192
const verifiedMax = 10_000
/**
 * With the age of the keys and of what is remembered of an organisation (10 s), below the 30 s of
 * docs/contract.md#access.
 */
const standingMs = 15_000
/** How far the clock of another machine may be ahead: for `iat` and `nbf`. */
const skewMs = 5_000

function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255
}

function isInstant(claim: unknown): claim is number {
  return typeof claim === 'number' && Number.isFinite(claim)
}

import { hash as digestOf } from 'node:crypto'
import { jwtVerify } from 'jose/jwt/verify'
import { LRUCache } from 'lru-cache'
import { isStorable } from '../../text/storable.ts'
import { Fault } from '../faults.ts'
import { type ClaimedToken, claimedToken } from './claimed-token.ts'
import { algorithms } from './key-cache.ts'
import { tokenLifetimeS } from './signing-keys.ts'
import type { TokenIssuer } from './token-issuer.ts'

/**
 * The caller of a request, from the claims of a verified token. Source: docs/contract.md#access.
 */
export interface Account {
  /**
   * The key for rate limits and idempotency: the token's `sub`, with its issuer unless that is the
   * service itself.
   */
  readonly id: string
  readonly orgId: string
  readonly scopes: ReadonlySet<string>
  /** The session of a person's token (`sid`). */
  readonly sessionId: string | undefined
}

/**
 * Verifies bearer tokens. For any wrong token the caller gets the contract's message (401) and no
 * details. A verified token is cached by its hash until it expires; its key, client and
 * organisation are checked again every 15 s.
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
   * The account of an Authorization header. Throws the Fault `unauthenticated`; or the error of
   * reading an issuer's keys, because without them no token can be judged.
   */
  async account(authorization: string | undefined): Promise<Account> {
    const token = bearerSyntax.exec(authorization ?? '')?.[1]
    if (token === undefined || token.length > tokenCharactersMax) throw new Fault('unauthenticated')
    const hash = digestOf('sha256', token, 'base64')
    const verified = this.#verified.get(hash) ?? (await this.#verify(token))
    const now = this.#now()
    if (now >= verified.expiresAt) throw new Fault('unauthenticated')
    if (now - verified.checkedAt > recheckMs) {
      verified.account = await this.#recheck(verified)
      verified.checkedAt = now
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
      const { sub, org_id: orgId, exp, iat, scope, sid } = payload
      if (!isName(sub) || !isName(orgId) || !isInstant(exp) || !isInstant(iat)) throw new Fault('unauthenticated')
      if (iat * 1000 > now + skewMs) throw new Fault('unauthenticated')
      if (exp - iat > tokenLifetimeS) {
        issuer.onLongLived()
        throw new Fault('unauthenticated')
      }
      if (scope !== undefined && typeof scope !== 'string') throw new Fault('unauthenticated')
      const scopes = (scope ?? defaultScope).split(' ')
      const sessionId = isName(sid) ? sid : undefined
      const account = { id: issuer.accountOf(sub), orgId, scopes: new Set<string>(), sessionId }
      return {
        issuer,
        claimed,
        subject: sub,
        scopes,
        expiresAt: exp * 1000,
        checkedAt: Number.NEGATIVE_INFINITY,
        account,
      }
    } catch {
      throw new Fault('unauthenticated')
    }
  }

  /**
   * The account with its current scopes. Throws when its key, client or organisation was revoked.
   */
  async #recheck({ issuer, claimed, subject, scopes, account }: Verified): Promise<Account> {
    if (!(await issuer.keys.find(claimed.kid, claimed.alg))) throw new Fault('unauthenticated')
    const allowed = await issuer.scopesOf(account.orgId, subject, account.sessionId)
    if (!allowed) throw new Fault('unauthenticated')
    return { ...account, scopes: new Set(scopes.filter((scope) => allowed.includes(scope))) }
  }
}

interface Verified {
  readonly issuer: TokenIssuer
  readonly claimed: ClaimedToken
  readonly subject: string
  /** The scopes in the token. */
  readonly scopes: readonly string[]
  readonly expiresAt: number
  checkedAt: number
  account: Account
}

const defaultScope = 'documents:read documents:write'
const bearerSyntax = /^Bearer +([A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+)$/i
const tokenCharactersMax = 8192
const verifiedMax = 10_000
/**
 * Together with the age of cached keys and organisations (10 s), below the 30 s of
 * docs/contract.md#access.
 */
const recheckMs = 15_000
/** How far another machine's clock may be ahead: for `iat` and `nbf`. */
const skewMs = 5_000

/** Names an account or a session in the database and the log, so it has no control characters. */
function isName(claim: unknown): claim is string {
  return typeof claim === 'string' && claim !== '' && claim.length <= 255 && isStorable(claim)
}

function isInstant(claim: unknown): claim is number {
  return typeof claim === 'number' && Number.isFinite(claim)
}

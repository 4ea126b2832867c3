import { KeyCache } from '../api/identity/key-cache.ts'
import { remoteKeys } from '../api/identity/remote-keys.ts'
import { publicJwk } from '../api/identity/signing-keys.ts'
import type { TokenIssuer } from '../api/identity/token-issuer.ts'
import type { Config } from '../config/config.ts'
import type { TrustedIssuer } from '../config/trusted-issuers.ts'
import { userIdOf } from '../people/sign-in.ts'
import { scopesOfRole } from '../security/roles.ts'
import { clientScopes } from '../store/accounts/clients.ts'
import type { Organisation } from '../store/accounts/organisations.ts'
import { liveKeys } from '../store/accounts/signing-keys.ts'
import { roleOfSession } from '../store/people/sessions.ts'
import type { Store } from '../store/store.ts'

/** All accepted issuers of tokens: the service itself, and those of the configuration. */
export function issuersOf(config: Config, parts: IssuerParts): readonly TokenIssuer[] {
  return [ownIssuer(config, parts), ...config.trustedIssuers.map((issuer) => otherIssuer(issuer, config, parts))]
}

export interface IssuerParts {
  readonly store: Store
  /** Undefined for an unknown or revoked organisation. */
  organisation(orgId: string): Promise<Organisation | undefined>
  /** The tokens of an issuer are refused for a reason that the operator can change. */
  onTrouble(issuer: string, error: unknown): void
  now(): number
}

/** The service itself: its keys are rows of the database, its subjects are clients and people. */
function ownIssuer({ issuer, audience }: Config, { store, now }: IssuerParts): TokenIssuer {
  const read = async () => (await liveKeys(store.database, now())).map(publicJwk)
  return {
    issuer,
    audience,
    keys: new KeyCache({ read, freshMs: 10_000, staleMsMax: 10_000, rereadMs: 250, now }),
    accountOf: (subject) => subject,
    async scopesOf(orgId, subject, sessionId) {
      const userId = userIdOf(subject)
      if (userId === undefined) return clientScopes(store.database, orgId, subject)
      if (sessionId === undefined) return undefined
      const role = await roleOfSession(store.database, { orgId, userId, sessionId, now: now() })
      return role && scopesOfRole[role]
    },
    onLongLived() {},
  }
}

/**
 * Another issuer: it decides who its subjects are, we decide which organisations they may act for.
 */
function otherIssuer(trustedIssuer: TrustedIssuer, config: Config, parts: IssuerParts): TokenIssuer {
  const { issuer, jwksUri, organisations, scopes } = trustedIssuer
  /** Each of its tokens would say the same. */
  let warnedAt = Number.NEGATIVE_INFINITY
  const read = () =>
    remoteKeys(jwksUri).catch((error: unknown) => {
      parts.onTrouble(issuer, error)
      throw error
    })
  return {
    issuer,
    audience: trustedIssuer.audience ?? config.audience,
    keys: new KeyCache({ read, freshMs: 600_000, staleMsMax: 3_600_000, rereadMs: 60_000, now: parts.now }),
    // Unique: an issuer's URL has no fragment, and our own accounts are UUIDs.
    accountOf: (subject) => `${issuer}#${subject}`,
    async scopesOf(orgId) {
      const organisation = await parts.organisation(orgId)
      const isBound = organisation && [organisation.id, organisation.name].some((name) => organisations.includes(name))
      return isBound ? scopes : undefined
    },
    onLongLived() {
      if (parts.now() - warnedAt < hourMs) return
      warnedAt = parts.now()
      parts.onTrouble(issuer, new Error('its tokens live longer than 24 hours from iat to exp'))
    },
  }
}

const hourMs = 3_600_000

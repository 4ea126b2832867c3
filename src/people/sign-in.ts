import { LRUCache } from 'lru-cache'
import { v7 } from 'uuid'
import { scopesOfRole } from '../security/roles.ts'
import type { Database } from '../store/database/database.ts'
import {
  findSession,
  type NewSession as Row,
  signOutSessions,
  startSession,
  startSessionByLink,
  touchSession,
} from '../store/people/sessions.ts'
import { confirmEmail, type User } from '../store/people/users.ts'
import { linkedAddress } from './confirmation-link.ts'
import type { NewSession, People, Person, SignedIn, SignInByProvider } from './people.ts'
import { hashOf, newSecret } from './secret.ts'

/** Sessions of people over the database. `provider` signs in by OpenID Connect. */
export function openPeople(parts: PeopleParts): People {
  const { db, now, issueToken } = parts
  const tokens = new LRUCache<string, { readonly token: Promise<string>; readonly until: number }>({ max: tokensMax })
  return {
    async signInByLink(link, userAgent) {
      const { secret, row } = sessionToBe(now(), userAgent)
      const user = await startSessionByLink(db, hashOf(link), row)
      return user && newSession(secret, row.id, user)
    },
    async signedIn(secret) {
      const time = now()
      const found = await findSession(db, hashOf(secret), time)
      if (found === undefined) return undefined
      const { sessionId, lastSeenAt, user } = found
      if (time - lastSeenAt >= touchMs) await touchSession(db, user.orgId, sessionId, time)
      return { sessionId, person: personOf(user) }
    },
    tokenOf({ sessionId, person }) {
      const time = now()
      // With the role in the key, a person who gets more rights has them at once.
      const key = `${sessionId} ${person.role}`
      const known = tokens.get(key)
      if (known && known.until > time) return known.token
      const token = issueToken({
        orgId: person.orgId,
        subject: subjectOf(person.userId),
        sessionId,
        scopes: scopesOfRole[person.role],
        lifetimeS: tokenLifetimeS,
      })
      tokens.set(key, { token, until: time + (tokenLifetimeS - spareS) * 1000 })
      token.catch(() => tokens.delete(key))
      return token
    },
    signOut: (sessionId) => signOutSessions(db, { sessionId, auditId: v7(), now: now() }),
    signOutEverywhere: (userId) => signOutSessions(db, { userId, auditId: v7(), now: now() }),
    async addressIn(link) {
      const confirmed = await linkedAddress(db, link, now())
      return confirmed?.email
    },
    async confirmAddress(link) {
      const confirmed = await linkedAddress(db, link, now())
      return confirmed !== undefined && (await confirmEmail(db, confirmed))
    },
    oidc: parts.provider?.(async (user, userAgent) => {
      const { secret, row } = sessionToBe(now(), userAgent)
      const started = await startSession(db, user, row, 'oidc')
      return started && newSession(secret, row.id, started)
    }),
  }
}

export interface PeopleParts {
  readonly db: Database
  /** ms since 1970. */
  now(): number
  /** Signs a bearer token of this service. */
  issueToken(claims: PersonClaims): Promise<string>
  /** Undefined: no identity provider is configured. */
  readonly provider: ((start: StartSession) => SignInByProvider) | undefined
}

/** Makes a session after a sign-in at the provider; undefined when the person is gone. */
export type StartSession = (user: User, userAgent: string | undefined) => Promise<NewSession | undefined>

export interface PersonClaims {
  readonly orgId: string
  /** `sub`: `user:` and the person's id. */
  readonly subject: string
  /** `sid` */
  readonly sessionId: string
  readonly scopes: readonly string[]
  readonly lifetimeS: number
}

/** What the `sub` of a person's token begins with; clients have a bare UUID. */
const userSubject = 'user:'

/** The `sub` of a person's token, which is the id of the account. */
export function subjectOf(userId: string): string {
  return `${userSubject}${userId}`
}

/** The id in the `sub` of a person's token; undefined for other accounts. */
export function userIdOf(subject: string): string | undefined {
  return subject.startsWith(userSubject) ? subject.slice(userSubject.length) : undefined
}

function sessionToBe(now: number, userAgent: string | undefined): { readonly secret: string; readonly row: Row } {
  const { secret, hash } = newSecret()
  return { secret, row: { id: v7(), secretHash: hash, userAgent: shortened(userAgent), now, auditId: v7() } }
}

/** Enough to recognise a browser; only printable ASCII. */
function shortened(userAgent: string | undefined): string | undefined {
  const text = userAgent
    ?.replaceAll(/[^\x20-\x7e]/g, '')
    .trim()
    .slice(0, userAgentMax)
  return text === '' ? undefined : text
}

function newSession(secret: string, sessionId: string, user: User): NewSession {
  const signedIn: SignedIn = { sessionId, person: personOf(user) }
  return { secret, signedIn }
}

function personOf({ id, orgId, name, email, role, language }: User): Person {
  return { userId: id, orgId, name, email, role, language }
}

const tokenLifetimeS = 300
/** A token is used for the last time this long before it expires. */
const spareS = 60
const tokensMax = 10_000
const touchMs = 60_000
const userAgentMax = 200

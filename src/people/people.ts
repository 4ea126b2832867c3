import type { Role } from '../security/roles.ts'
import type { UserLanguage } from '../store/people/users.ts'

/** Somebody with an account: what the console and the API know of a signed-in person. */
export interface Person {
  readonly userId: string
  readonly orgId: string
  readonly name: string
  readonly email: string | undefined
  readonly role: Role
  /** Undefined: the browser's language. */
  readonly language: UserLanguage | undefined
}

export interface SignedIn {
  readonly sessionId: string
  readonly person: Person
}

/** A new session: its secret goes into the cookie, and is not known to anything else. */
export interface NewSession {
  readonly secret: string
  readonly signedIn: SignedIn
}

/** Signs people in and out, for the pages. It knows no HTTP. */
export interface People {
  /**
   * Uses up a login link (one use, ten minutes). Undefined when it is unknown, used or expired.
   * Always makes a new session: a secret that a browser already holds never becomes signed in.
   */
  signInByLink(link: string, userAgent?: string): Promise<NewSession | undefined>
  /** The session of a cookie; undefined when unknown, ended, or expired (12 h idle, 7 d in all). */
  signedIn(secret: string): Promise<SignedIn | undefined>
  /** A bearer token for the public API, cached until shortly before it expires. */
  tokenOf(signedIn: SignedIn): Promise<string>
  signOut(sessionId: string): Promise<void>
  signOutEverywhere(userId: string): Promise<void>
  /** Undefined when no identity provider is configured. */
  readonly oidc: SignInByProvider | undefined
}

/** Sign-in by OpenID Connect: authorization code with PKCE, state and nonce. */
export interface SignInByProvider {
  /** The name on the button. */
  readonly name: string
  /** Where to send the browser, and what to keep in a short-lived cookie until it is back. */
  begin(redirectUri: string, returnTo: string): Promise<{ readonly url: string; readonly kept: string }>
  /** Throws SignInRefused with a reason for the page. */
  finish(callbackUrl: URL, kept: string, userAgent?: string): Promise<NewSession & { readonly returnTo: string }>
}

/** Why a provider's sign-in did not lead to a session. */
export type RefusalReason = 'expired' | 'provider_refused' | 'provider_away' | 'no_account'

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`the sign-in was refused: ${reason}`, options)
    this.reason = reason
  }
}

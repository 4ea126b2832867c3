import type { Role } from '../security/roles.ts'
import type { Invitation } from '../store/people/invitations.ts'
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
  /** The address in the link of a confirmation; undefined when the link is not ours, or is over. */
  addressIn(link: string): Promise<string | undefined>
  /** Uses such a link. False when the person has another address now, or is gone. */
  confirmAddress(link: string): Promise<boolean>
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
  finish(callbackUrl: URL, kept: string, userAgent?: string): Promise<FinishedSignIn>
  /** Whether people without an account are asked which invitation they accept. */
  readonly asksInvited: boolean
  /** Undefined when the secret is unknown or over. */
  invited(secret: string): Promise<Invited | undefined>
  /** Accepts the invitation of this user. Throws SignInRefused. */
  accept(secret: string, userId: string, userAgent?: string): Promise<NewSession>
}

/** `invited`: nobody is signed in yet; the secret lets the browser choose an invitation. */
export type FinishedSignIn =
  | (NewSession & { readonly kind: 'signed_in'; readonly returnTo: string })
  | { readonly kind: 'invited'; readonly secret: string }

/** The choice of somebody without an account: invitations to an address that they have proved. */
export interface Invited {
  readonly email: string
  readonly invitations: readonly Invitation[]
}

/**
 * Why a provider's sign-in did not lead to a session. `other_organisation`: the provider names
 * another organisation than the account's, or none. `no_role`: it names no role that we know.
 */
export type RefusalReason =
  | 'expired'
  | 'provider_refused'
  | 'provider_away'
  | 'no_account'
  | 'other_organisation'
  | 'no_role'

export class SignInRefused extends Error {
  override readonly name = 'SignInRefused'
  readonly reason: RefusalReason

  constructor(reason: RefusalReason, options?: ErrorOptions) {
    super(`the sign-in was refused: ${reason}`, options)
    this.reason = reason
  }
}

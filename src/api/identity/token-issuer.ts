import type { KeyCache } from './key-cache.ts'

/** An issuer whose tokens are accepted: the service itself, or one from the configuration. */
export interface TokenIssuer {
  /** The exact `iss` of its tokens. */
  readonly issuer: string
  /** Must be among the `aud` of its tokens. */
  readonly audience: string
  readonly keys: KeyCache
  /** The name under which an account is counted, unique across issuers. */
  accountOf(subject: string): string
  /**
   * The most that the account may do. Undefined when it or its organisation is unknown or revoked,
   * when the session ended (`sid`), or when the issuer is not bound to that organisation. Asked
   * again at most every 15 s for a token.
   */
  scopesOf(orgId: string, subject: string, sessionId?: string): Promise<readonly string[] | undefined>
  /** Called when a signed token is refused because it lives longer than 24 hours. */
  onLongLived(): void
}

import type { KeyCache } from './key-cache.ts'

/** Somebody whose tokens are accepted: the service itself, or an issuer of the configuration. */
export interface TokenIssuer {
  /** The exact `iss` of its tokens. */
  readonly issuer: string
  /** One of the `aud` of its tokens. */
  readonly audience: string
  readonly keys: KeyCache
  /** The name under which an account is counted: no two issuers share one. */
  accountOf(subject: string): string
  /**
   * What the account may do at the most; undefined when it may nothing: it or its organisation is
   * unknown or revoked, or the issuer does not speak for that organisation. Asked again at most
   * every 20 s.
   */
  scopesOf(orgId: string, subject: string): Promise<readonly string[] | undefined>
}

/** How a client finds the service and who it is. */
export interface ClientOptions {
  /** `https://selfbill.example`, without a path. */
  readonly baseUrl: string
  readonly credentials: Credentials
  /** X-API-VERSION of every request; absent: the organisation's default. */
  readonly apiVersion?: string
  /** The language of findings and printed documents. */
  readonly language?: 'en' | 'ar'
  /** How often a request is tried in all; 5 unless set. */
  readonly attemptsMax?: number
  /** A try is given up after so long; 60 s unless set. */
  readonly timeoutMs?: number
  /** In place of the platform's own, for a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch
  /** In place of a timer, for a test. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/**
 * A client's id and secret, for which tokens are fetched and kept until shortly before they end; or
 * a token, or where to get one.
 */
export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string; readonly scope?: string }
  | { readonly token: string | (() => string | Promise<string>) }

/** Where the service is, and how the client authenticates. */
export interface ClientOptions {
  /** `https://selfbill.example`, without a path. */
  readonly baseUrl: string
  readonly credentials: Credentials
  /** X-API-VERSION for every request; without it, the organisation's default applies. */
  readonly apiVersion?: string
  /** The language of findings and printed documents. */
  readonly language?: 'en' | 'ar'
  /** Attempts per request, including the first; 5 by default. */
  readonly attemptsMax?: number
  /** Time limit of one attempt; 60 s by default. */
  readonly timeoutMs?: number
  /** Replaces the platform's `fetch`, for a proxy or a test. */
  readonly fetch?: typeof globalThis.fetch
  /** Replaces the timer between attempts, for a test. */
  readonly sleep?: (ms: number, signal?: AbortSignal) => Promise<void>
}

/**
 * A client's id and secret, with which tokens are fetched and renewed; or a token, or a function
 * that returns one.
 */
export type Credentials =
  | { readonly clientId: string; readonly clientSecret: string; readonly scope?: string }
  | { readonly token: string | (() => string | Promise<string>) }

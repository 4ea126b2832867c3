import type { Gate } from '../gate/gate.ts'
import type { Authentication } from '../identity/authentication.ts'
import type { AnsweredRequest, ApiObserver } from '../observer.ts'
import type { Basics, Compatibility, Inbound, Organisations, Sandbox } from '../parts.ts'
import type { RateLimit } from '../rates/rate-limit.ts'

/** What the server needs to admit, limit, audit and observe the requests of every operation. */
export interface ServerParts extends Basics, Compatibility, Inbound, Sandbox, Pick<Organisations, 'organisation'> {
  readonly authentication: Authentication
  readonly rateLimit: RateLimit
  /**
   * For operations without a token. Each instance counts on its own, so that they need no database.
   */
  readonly publicRate: RateLimit
  /** Limits the memory that requests of organisations and access points hold. */
  readonly gate: Gate
  /** The same for callers without a token or a session. */
  readonly anonymousGate: Gate
  /** Addresses and ranges whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[]
  /** Origins whose pages may call the API from a browser. */
  readonly corsOrigins: readonly string[]
  readonly gatewayName: string
  readonly observer: ApiObserver
  /** Hears of every answered request of an account; returns at once. */
  answered(request: AnsweredRequest): void
  /** Absent: the API does not serve `/metrics`. */
  readonly metrics?: GuardedMetrics
}

/** The metrics of this process, for callers with the token. */
export interface GuardedMetrics {
  readonly token: string
  readonly type: string
  text(): Promise<string>
}

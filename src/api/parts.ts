import type { JSONWebKeySet, JWK } from 'jose'
import type { Party } from '../document/objects/party.ts'
import type { ManifestKey } from '../evidence/manifest.ts'
import type { SandboxClock } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import type { InboundResult } from '../exchange/inbound/inbound-result.ts'
import type { Feed } from '../feed/feed.ts'
import type { RecordMaker } from '../record/record-maker.ts'
import type { Printer } from '../render/printer.ts'
import type { ListedRule } from '../rulebook/catalogue/listed-rule.ts'
import type { Client } from '../store/accounts/clients.ts'
import type { Organisation } from '../store/accounts/organisations.ts'
import type { Store } from '../store/store.ts'
import type { TargetPolicy } from '../webhooks/target.ts'
import type { CompatibilityParts } from './compatibility/compatibility-parts.ts'
import type { Gate } from './gate/gate.ts'
import type { Authentication } from './identity/authentication.ts'
import type { GatewaySecret } from './identity/gateway-secret.ts'
import type { ApiObserver } from './observer.ts'
import type { RateLimit } from './rates/rate-limit.ts'

/** What operations work with: built by the composition root, handed to every call by name. */
export interface Parts {
  readonly store: Store
  readonly recordMaker: RecordMaker
  /** Documents as HTML and PDF. */
  readonly printer: Printer
  readonly authentication: Authentication
  readonly tokens: Tokens
  readonly compatibility: CompatibilityParts
  /** The key that signs evidence, the public keys that prove it, and whose they are (`iss`). */
  evidenceKey(): Promise<{ readonly key: ManifestKey; readonly keys: JSONWebKeySet; readonly issuer: string }>
  readonly rateLimit: RateLimit
  /**
   * Of operations without a token; each instance counts for itself, so that they answer without the
   * database.
   */
  readonly publicRate: RateLimit
  /** What requests may hold of the process's memory. */
  readonly gate: Gate
  /** Addresses and ranges whose X-Forwarded-For is believed. */
  readonly trustedProxies: readonly string[]
  /** The rules in force; read when they are first asked for. */
  catalogue(): Promise<readonly ListedRule[]>
  readonly gatewayName: string
  readonly observer: ApiObserver
  /** Absent: `/metrics` is no path of this service. */
  readonly metrics?: GuardedMetrics
  /** Undefined where the network is a real one. */
  readonly sandboxClock: SandboxClock | undefined
  /** `0242:…`, ours and the tax authority's. */
  readonly serviceProviderId: string
  readonly authorityId: string
  /** Where envelopes ask statuses to be sent, `0242:…`; null: to the provider that sends them. */
  readonly mlsTo: string | null
  /** Undefined for an unknown or revoked organisation; remembered for some seconds. */
  organisation(orgId: string): Promise<Organisation | undefined>
  /** It was changed: what is remembered of it is not true any more. */
  forgetOrganisation(orgId: string): void
  /** The party of a stored profile (JSON), with its profile_id. */
  partyOf(profileId: string, party: string): Party & { readonly profile_id: string }
  /** There are new legs to send. */
  wakeExchange(): void
  /** What an access point brings by HTTP; undefined: nothing comes in that way. */
  readonly inbound: InboundDoor | undefined
  /** The change feed; to be told of every change of a document that an operation makes. */
  readonly feed: Feed
  readonly webhooks: WebhookParts
  /**
   * The database takes writes, and the service is not shutting down. At most one write a second,
   * shared by all who ask.
   */
  isReady(): Promise<boolean>
  /** A failure of ours while part of an answer was already sent: for the service's own log. */
  onFailure(error: unknown): void
  /** The OpenAPI document as text. */
  openApi(): string
  /** ms since 1970. */
  now(): number
  /** Resolves after `ms`, or when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

/** What the operations about webhooks need. */
export interface WebhookParts {
  readonly targets: TargetPolicy
  /** A secret as the database keeps it. */
  seal(secret: string): string
  /** There is something to send. */
  wake(): void
}

/** The figures of this process for a monitoring system, for who has the token. */
export interface GuardedMetrics {
  readonly token: string
  readonly type: string
  text(): Promise<string>
}

export interface InboundDoor {
  readonly secret: GatewaySecret
  /** Throws the Fault `unavailable` when it could not be settled, and may be brought again. */
  receive(envelope: Uint8Array): Promise<InboundResult>
}

/** The tokens that the service itself issues. */
export interface Tokens {
  /** `iss`: a URL, or a plain name. */
  readonly issuer: string
  readonly lifetimeS: number
  issue(client: Pick<Client, 'id' | 'orgId'>, scopes: readonly string[]): Promise<string>
  /** The keys that verify them, the newest first. */
  publicKeys(): Promise<readonly JWK[]>
}

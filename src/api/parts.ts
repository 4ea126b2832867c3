import type { Party } from '@selfbill/pint-ae/document'
import type { ListedRule } from '@selfbill/pint-ae/rulebook'
import type { JSONWebKeySet, JWK } from 'jose'
import type { ManifestKey } from '../evidence/manifest.ts'
import type { SandboxClock } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import type { InboundResult } from '../exchange/inbound/inbound-result.ts'
import type { ApplyParts } from '../exchange/legs/apply.ts'
import type { Participants } from '../exchange/participants/participants.ts'
import type { ReportParts } from '../exchange/reports/report-again.ts'
import type { Feed } from '../feed/feed.ts'
import type { JudgingThreads } from '../judging/judging-threads.ts'
import type { People } from '../people/people.ts'
import type { RecordMaker } from '../record/record-maker.ts'
import type { Printer } from '../render/printer.ts'
import type { Client } from '../store/accounts/clients.ts'
import type { Organisation } from '../store/accounts/organisations.ts'
import type { AnsweredRequest } from '../store/requests/answered-requests.ts'
import type { Store } from '../store/store.ts'
import type { TargetPolicy } from '../targets/target.ts'
import type { CompatibilityParts } from './compatibility/compatibility-parts.ts'
import type { Gate } from './gate/gate.ts'
import type { Authentication } from './identity/authentication.ts'
import type { GatewaySecret } from './identity/gateway-secret.ts'
import type { ApiObserver } from './observer.ts'
import type { RateLimit } from './rates/rate-limit.ts'

/** What operations work with. The composition root builds it, and every call carries it. */
export interface Parts {
  readonly store: Store
  readonly recordMaker: RecordMaker
  /** Documents as HTML and PDF. */
  readonly printer: Printer
  /** Judges UBL documents of any origin. */
  readonly judging: Pick<JudgingThreads, 'judge'>
  readonly authentication: Authentication
  readonly tokens: Tokens
  readonly compatibility: CompatibilityParts
  /** Signs people in and out. */
  readonly people: People
  /** Where browsers reach the service, without a slash at the end; undefined: not configured. */
  readonly publicUrl: string | undefined
  /** Whether there is a mail server for e-mails to people. */
  readonly sendsMail: boolean
  /** The key that signs evidence, the public keys that verify it, and their issuer (`iss`). */
  evidenceKey(): Promise<{ readonly key: ManifestKey; readonly keys: JSONWebKeySet; readonly issuer: string }>
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
  /** The rules in force, read on first use. */
  catalogue(): Promise<readonly ListedRule[]>
  readonly gatewayName: string
  readonly observer: ApiObserver
  /** Collects answered requests for `GET /api/requests`; returns at once. */
  readonly requestRecord: { add(request: AnsweredRequest): void }
  /** Absent: the API does not serve `/metrics`. */
  readonly metrics?: GuardedMetrics
  /** Looks participants up; undefined: no register is configured. */
  readonly participants: Pick<Participants, 'lookUp'> | undefined
  /** Undefined on a real network. */
  readonly sandboxClock: SandboxClock | undefined
  /** `0242:…`: our access point's id, and the tax authority's. */
  readonly serviceProviderId: string
  readonly authorityId: string
  /** Where envelopes ask for statuses, `0242:…`; null: at the provider that sends them. */
  readonly mlsTo: string | null
  /** Undefined for an unknown or revoked organisation; cached for some seconds. */
  organisation(orgId: string): Promise<Organisation | undefined>
  /** Drops the cached organisation after a change. */
  forgetOrganisation(orgId: string): void
  /** The party of a stored profile (JSON), with its profile_id. */
  partyOf(profileId: string, party: string): Party & { readonly profile_id: string }
  /** What retries and new reports need. */
  readonly delivery: DeliveryParts
  /** The access point for the legs of a new document. */
  accessPointForNew(): string
  /** Call it when there are new legs to send; without an organisation when they may be of many. */
  wakeExchange(orgId?: string): void
  /** Receives envelopes from an access point; undefined: the way in by HTTP is closed. */
  readonly inbound: InboundReceiver | undefined
  /** The change feed. An operation that changes a document must announce it here. */
  readonly feed: Feed
  readonly webhooks: WebhookParts
  /**
   * The database accepts writes, and the service is not shutting down. At most one write a second,
   * shared by all callers.
   */
  isReady(): Promise<boolean>
  /** Logs a failure of ours in a part of an answer. */
  onFailure(error: unknown): void
  /** The OpenAPI document as text. */
  openApi(): Promise<string>
  /** ms since 1970. */
  now(): number
  /** Resolves after `ms`, or when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export type DeliveryParts = ApplyParts & ReportParts

/** The parts for the operations on webhooks. */
export interface WebhookParts {
  readonly targets: TargetPolicy
  /** Encrypts a secret for the database. */
  seal(secret: string): string
  /** Call it when there is something to send. */
  wake(): void
}

/** The metrics of this process, for callers with the token. */
export interface GuardedMetrics {
  readonly token: string
  readonly type: string
  text(): Promise<string>
}

export interface InboundReceiver {
  readonly secret: GatewaySecret
  /** Whether `receive` would refuse an envelope of so many bytes now. */
  isBusyFor(bytes: number): boolean
  /**
   * Throws the Fault `unavailable` when the envelope could not be processed and should be sent
   * again.
   */
  receive(envelope: Uint8Array): Promise<InboundResult>
}

/** Issues the service's own tokens. */
export interface Tokens {
  /** `iss`: a URL or a plain name. */
  readonly issuer: string
  readonly lifetimeS: number
  issue(client: Pick<Client, 'id' | 'orgId'>, scopes: readonly string[]): Promise<string>
  /** The keys that verify the tokens, newest first. */
  publicKeys(): Promise<readonly JWK[]>
  /** Those and the retired ones: they verify evidence, not tokens. */
  evidenceKeys(): Promise<readonly JWK[]>
}

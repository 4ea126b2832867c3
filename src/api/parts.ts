import type { ListedRule } from '@selfbill/pint-ae/rulebook'
import type { JWK } from 'jose'
import type { ApplicationParts } from '../application/caller.ts'
import type { SandboxClock } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import type { InboundResult } from '../exchange/inbound/inbound-result.ts'
import type { ApplyParts } from '../exchange/legs/apply.ts'
import type { ReportParts } from '../exchange/reports/report-again.ts'
import type { Feed } from '../feed/feed.ts'
import type { JudgingThreads } from '../judging/judging-threads.ts'
import type { People } from '../people/people.ts'
import type { Printer } from '../render/printer.ts'
import type { Client } from '../store/accounts/clients.ts'
import type { Organisation } from '../store/accounts/organisations.ts'
import type { Store } from '../store/store.ts'
import type { CompatibilityParts } from './compatibility/compatibility-parts.ts'
import type { GatewaySecret } from './identity/gateway-secret.ts'
import type { RateLimit } from './rates/rate-limit.ts'

/** What nearly every operation needs. */
export interface Basics {
  readonly store: Store
  /** ms since 1970. */
  now(): number
}

// What else the core offers, one interface each: an operation names those that it needs,
// `operationWith<Basics & Feeding>()`, and the composition root does not compile without them.

/** What issues documents: creates, resubmissions, credits, batches. */
export type Issuing = Basics & ApplicationParts

/** What stores private texts. */
export interface Sealing {
  /** Encrypts texts for the database. Opens them; undefined: their key was changed or lost. */
  readonly secrets: { seal(text: string): string; open(text: string): string | undefined }
}

export interface Feeding {
  /** The change feed. An operation that changes a document must announce it here. */
  readonly feed: Feed
}

export interface Waiting {
  /** Resolves after `ms`, or when the signal is aborted; never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export interface Delivering extends Feeding {
  /** What retries and new reports need. */
  readonly delivery: DeliveryParts
  /** Call it when there are new legs to send; without an organisation when they may be of many. */
  wakeExchange(orgId?: string): void
}

export interface Compatibility {
  readonly compatibility: CompatibilityParts
}

export interface Printing {
  /** Documents as HTML and PDF. */
  readonly printer: Printer
  readonly gatewayName: string
}

export interface Judging {
  /** Judges UBL documents of any origin. */
  readonly judging: Pick<JudgingThreads, 'judge'>
}

export interface Catalogue {
  /** The rules in force, read on first use. */
  catalogue(): Promise<readonly ListedRule[]>
}

export interface Tokens {
  readonly tokens: TokenIssuer
  readonly rateLimit: RateLimit
}

export interface SigningIn {
  /** Signs people in and out. */
  readonly people: People
  /** Where browsers reach the service, without a slash at the end; undefined: not configured. */
  readonly publicUrl: string | undefined
}

export interface Organisations {
  /** Undefined for an unknown or revoked organisation; cached for some seconds. */
  organisation(orgId: string): Promise<Organisation | undefined>
  /** Drops the cached organisation after a change. */
  forgetOrganisation(orgId: string): void
}

export interface Sandbox {
  /** Undefined on a real network. */
  readonly sandboxClock: SandboxClock | undefined
}

export interface Inbound {
  /** Receives envelopes from an access point; undefined: the way in by HTTP is closed. */
  readonly inbound: InboundReceiver | undefined
}

export interface Failures {
  /** Logs a failure of ours in a part of an answer. */
  onFailure(error: unknown): void
}

export interface Process {
  /**
   * The database accepts writes, and the service is not shutting down. At most one write a second,
   * shared by all callers.
   */
  isReady(): Promise<boolean>
  /** The OpenAPI document as text. */
  openApi(): Promise<string>
}

export type DeliveryParts = ApplyParts & ReportParts

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
export interface TokenIssuer {
  /** `iss`: a URL or a plain name. */
  readonly issuer: string
  readonly lifetimeS: number
  issue(client: Pick<Client, 'id' | 'orgId'>, scopes: readonly string[]): Promise<string>
  /** The keys that verify the tokens, newest first. */
  publicKeys(): Promise<readonly JWK[]>
  /** Those and the retired ones: they verify evidence, not tokens. */
  evidenceKeys(): Promise<readonly JWK[]>
}

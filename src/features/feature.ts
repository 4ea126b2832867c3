import type { JSONWebKeySet } from 'jose'
import type { Logger } from 'pino'
import type { AnsweredRequest } from '../api/observer.ts'
import { type Operation, type ServedOperation, serve } from '../api/operation.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import type { Route } from '../console/route.ts'
import type { ManifestKey } from '../evidence/manifest.ts'
import type { Feed } from '../feed/feed.ts'
import type { Store } from '../store/store.ts'
import type { Instruments } from './instruments.ts'

/**
 * What the service can do beside issuing and delivering documents: a folder with its operations,
 * statements, loops, pages and metrics. No feature knows another, and the core knows none by name;
 * index.ts lists them. Source: docs/decisions/0139.
 */
export interface Feature {
  /** For OpenAPI, the client and the tests, which need no running service. */
  readonly operations: readonly Operation[]
  /**
   * Reads its settings before the database opens, and refuses what it cannot use (ConfigInvalid).
   * What it returns builds the feature.
   */
  configure(config: Config): (core: Core) => BuiltFeature | Promise<BuiltFeature>
  /** What `selfbill check` tries of it; undefined where it is not configured. */
  check?(config: Config): Promise<{ readonly isFine: boolean; readonly said: string } | undefined>
}

/** What the core gives to every feature. */
export interface Core {
  readonly config: Config
  readonly store: Store
  readonly feed: Feed
  /** The database's time. */
  readonly clock: Clock
  /** For the process, never for documents. */
  readonly log: Logger
  /** Encrypts secrets for the database, and decrypts them. */
  readonly secrets: { seal(secret: string): string; open(sealed: string): string }
  /** The key that signs for the service, the public keys that verify it, and its issuer (`iss`). */
  signingKey(): Promise<{ readonly key: ManifestKey; readonly keys: JSONWebKeySet; readonly issuer: string }>
  /** Undefined where nobody reads metrics. */
  readonly instruments: Instruments | undefined
  /** ms since 1970, by the clock. */
  now(): number
}

export interface BuiltFeature {
  readonly operations: readonly ServedOperation[]
  readonly pages?: readonly Route[]
  /** Starts its loops, once the service listens. */
  start?(): void
  /** Ends its loops, once the last request is answered. */
  stop?(): Promise<void>
  /** Hears of every answered request of an account. Returns at once. */
  answered?(request: AnsweredRequest): void
  /** Looks for work at once: the clock has jumped. */
  wake?(): void
  /** What is deleted every hour. Each stops early once `isStopped`. */
  readonly upkeep?: readonly ((now: number, isStopped: () => boolean) => Promise<unknown>)[]
}

/** A feature of operations and pages alone, which need no more than the core gives. */
export function plainFeature(operations: readonly Operation<Core>[], pages: readonly Route[] = []): Feature {
  return { operations, configure: () => (core) => ({ operations: serve(operations, core), pages }) }
}

import type { Family } from '@selfbill/pint-ae/document'
import type { JSONWebKeySet } from 'jose'
import type { Logger } from 'pino'
import type { AnsweredRequest } from '../api/observer.ts'
import { type Operation, type ServedOperation, serve } from '../api/operation.ts'
import type { Issuing, Printing } from '../api/parts.ts'
import type { Clock } from '../clock/clock.ts'
import type { Ids } from '../clock/ids.ts'
import type { Config } from '../config/config.ts'
import type { Route } from '../console/route.ts'
import type { EvidenceFile } from '../evidence/listed-member.ts'
import type { ManifestKey } from '../evidence/manifest.ts'
import type { Feed } from '../feed/feed.ts'
import type { Database } from '../store/database/database.ts'
import type { ChainLink } from '../store/documents/chain.ts'
import type { Store } from '../store/store.ts'
import type { Instruments } from './instruments.ts'

/**
 * What the service can do beside issuing and delivering documents: a folder with its operations,
 * statements, loops, pages and metrics. No feature knows another, and the core imports none;
 * index.ts lists them. Source: docs/decisions/0139.
 */
export interface Feature {
  /** For OpenAPI, the client and the tests, which need no running service. */
  readonly operations: readonly Operation[]
  /**
   * Reads its settings before the database opens, and refuses what it cannot use (ConfigInvalid).
   * What it returns builds the feature.
   */
  configure(config: Config): (core: Core) => Promise<BuiltFeature>
  /** What `selfbill check` tries of it; undefined where it is not configured. */
  check?(config: Config): Promise<FeatureCheck | undefined>
  /**
   * Prepares what it keeps in a restored database, before any instance uses it. Running it twice
   * does no harm. Returns what the operator must know.
   */
  afterRestore?(db: Database): Promise<string | undefined>
  /** Reads what a document consists of, for an export of its organisation. */
  documentFiles?(config: Config): DocumentFiles
}

/** Undefined for an unknown document; of one without content there are no files. */
export type DocumentFiles = (
  db: Database,
  document: { readonly orgId: string; readonly family: Family; readonly id: string },
) => Promise<
  | { readonly link: ChainLink | undefined; readonly files: AsyncIterable<EvidenceFile> | Iterable<EvidenceFile> }
  | undefined
>

/** What the core gives to every feature. */
export interface Core {
  readonly config: Config
  readonly store: Store
  readonly feed: Feed
  /** The database's time. */
  readonly clock: Clock
  readonly ids: Ids
  /** In [0, 1). */
  readonly random: () => number
  /** For the process, never for documents. */
  readonly log: Logger
  /** Encrypts texts for the database. Opens them; undefined: their key was changed or lost. */
  readonly secrets: { seal(secret: string): string; open(sealed: string): string | undefined }
  /** The key that signs for the service, the public keys that verify it, and its issuer (`iss`). */
  signingKey(): Promise<{ readonly key: ManifestKey; readonly keys: JSONWebKeySet; readonly issuer: string }>
  /** Prints pages and documents as PDF. */
  readonly printing: Printing
  /** Undefined where nobody reads metrics. */
  readonly instruments: Instruments | undefined
  /** ms since 1970, by the clock. */
  now(): number
}

export interface BuiltFeature {
  readonly operations: readonly ServedOperation[]
  readonly pages?: readonly Route[]
  /** Starts its loops, once the service listens. `issuing` is what documents are made with. */
  start?(issuing: Issuing): void
  /** Ends its loops, once the last request is answered. */
  stop?(): Promise<void>
  /** Hears of every answered request of an account. Returns at once. */
  answered?(request: AnsweredRequest): void
  /** Looks for work at once: the clock has jumped. */
  wake?(): void
  /** What is deleted every hour. Each stops early once `isStopped`. */
  readonly upkeep?: readonly ((now: number, isStopped: () => boolean) => Promise<unknown>)[]
}

/**
 * Declares a feature: its operations once, and what builds the parts that they need. Core is enough
 * for most: `parts: core`.
 */
export function feature<Parts>({ operations, configure, ...rest }: Declared<Parts>): Feature {
  return {
    ...rest,
    operations,
    configure(config) {
      const build = configure(config)
      return async (core) => {
        const { parts, ...built } = await build(core)
        return { ...built, operations: serve(operations, parts) }
      }
    },
  }
}

interface Declared<Parts> extends Pick<Feature, 'afterRestore' | 'check' | 'documentFiles'> {
  readonly operations: readonly Operation<Parts>[]
  configure(config: Config): (core: Core) => Built<Parts> | Promise<Built<Parts>>
}

export interface Built<Parts> extends Omit<BuiltFeature, 'operations'> {
  readonly parts: Parts
}

/** What `selfbill check` found, in a sentence for the operator. */
export interface FeatureCheck {
  /** `mail server` */
  readonly what: string
  readonly isFine: boolean
  readonly said: string
}

import { listedRule, type Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Logger } from 'pino'
import { sameForAll } from '../api/answer/same-for-all.ts'
import type { Gate } from '../api/gate/gate.ts'
import { logFailure } from '../api/http/log-failure.ts'
import type { ServerParts } from '../api/http/server-parts.ts'
import { Authentication } from '../api/identity/authentication.ts'
import { publicJwk, tokenLifetimeS } from '../api/identity/signing-keys.ts'
import { unobserved } from '../api/observer.ts'
import type { CoreParts } from '../api/operations/index.ts'
import type { TokenIssuer } from '../api/parts.ts'
import { RateLimit } from '../api/rates/rate-limit.ts'
import { RateWindows } from '../api/rates/rate-windows.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import type { Exchange } from '../exchange/exchange.ts'
import type { SandboxClock } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import type { BuiltFeature } from '../features/feature.ts'
import type { Feed } from '../feed/feed.ts'
import type { JudgingThreads } from '../judging/judging-threads.ts'
import type { RecordMaker } from '../record/record-maker.ts'
import type { Printer } from '../render/printer.ts'
import { openCatalogue, type RulebookOptions } from '../rules/open-rulebook.ts'
import { findOrganisation } from '../store/accounts/organisations.ts'
import { everySigningKey, liveKeys } from '../store/accounts/signing-keys.ts'
import { isLoss } from '../store/database/database.ts'
import type { Store } from '../store/store.ts'
import { compatibilityParts } from './compatibility-parts.ts'
import { deliveryParts, inboundReceiver } from './delivery.ts'
import { issuersOf } from './issuers.ts'
import type { Metrics } from './metrics/metrics.ts'
import { openApiText } from './openapi-text.ts'
import type { OutageWatch } from './outages/outage-watch.ts'
import { peopleOf } from './people.ts'
import { Readiness } from './readiness.ts'
import { Remembered } from './remembered.ts'
import { SealedSecrets } from './sealed-secrets.ts'
import { clientToken } from './token.ts'

/** What the server and the operations of the core work with. */
export type ApiParts = CoreParts & ServerParts

export function apiParts(built: BuiltParts): ApiParts {
  const { config, store, recordMaker, printer, exchange, feed, sandboxClock, metrics, log, time } = built
  const now = () => time.now()
  const organisations = new Remembered((orgId) => findOrganisation(store.database, orgId), cachedMs, now)
  const organisation = async (orgId: string) => {
    const found = await organisations.get(orgId)
    return found?.revokedAt === undefined ? found : undefined
  }
  const readiness = new Readiness(
    () => store.ready(),
    () => performance.now(),
  )
  return {
    store,
    recordMaker,
    printer,
    judging: built.judging,
    authentication: authenticationOf(built, organisation),
    tokens: tokensOf(built),
    compatibility: compatibilityParts(config),
    people: peopleOf(built),
    publicUrl: config.publicUrl,
    ...ratesOf(built),
    gate: built.gate,
    anonymousGate: built.anonymousGate,
    trustedProxies: config.trustedProxies,
    corsOrigins: config.corsOrigins,
    catalogue: () => rulesInForce(built),
    secrets: new SealedSecrets(config),
    gatewayName: exchange.gatewayName,
    observer: metrics?.api ?? unobserved,
    answered: (request) => {
      for (const feature of built.features) feature.answered?.(request)
    },
    ...metricsPart(metrics, config.metrics.token),
    sandboxClock,
    serviceProviderId: config.serviceProviderId,
    authorityId: config.authorityId,
    organisation,
    forgetOrganisation: (orgId) => organisations.forget(orgId),
    delivery: deliveryParts(built),
    accessPointForNew: () => exchange.accessPointForNew(),
    wakeExchange: (orgId) => exchange.wake(orgId),
    ...(built.printer.printsPdf && { lettersWithoutFont }),
    inbound: inboundReceiver(config, exchange, log),
    feed,
    isReady: async () => !built.isStopping() && (await readiness.isReady()),
    onFailure: (error) => logFailure(log, error, 'part of a request'),
    openApi: openApiText,
    now,
    clock: time,
    sleep: (ms, signal) => time.sleep(ms, signal),
  }
}

/** Everything that is built before the API. */
export interface BuiltParts {
  readonly config: Config
  readonly gate: Gate
  readonly anonymousGate: Gate
  readonly store: Store
  readonly recordMaker: RecordMaker
  readonly printer: Printer
  readonly judging: JudgingThreads
  readonly exchange: Exchange
  readonly rulebook: Rulebook
  readonly rulebookOptions: RulebookOptions
  readonly feed: Feed
  readonly features: readonly BuiltFeature[]
  readonly outages: OutageWatch
  /** The database's time. */
  readonly time: Clock
  readonly sandboxClock: SandboxClock | undefined
  readonly metrics: Metrics | undefined
  readonly log: Logger
  isStopping(): boolean
}

/** Loaded with the first letter that may lack a font: it reads the fonts. */
async function lettersWithoutFont(text: string): Promise<readonly string[]> {
  const letters = await import('../render/pdf/font-letters.ts')
  return letters.lettersWithoutFont(text)
}

/** Read on first use. A thread reads an operator's files, which would block all answers. */
const rulesInForce = sameForAll(async ({ rulebookOptions, judging }: BuiltParts) =>
  rulebookOptions.directory === undefined ? (await openCatalogue(rulebookOptions)).map(listedRule) : judging.rules(),
)

/**
 * The longest time until a revocation or change of an organisation takes effect
 * (docs/contract.md#access: ≤ 30 s).
 */
const cachedMs = 10_000

function authenticationOf(
  { config, store, time, log }: BuiltParts,
  organisation: ApiParts['organisation'],
): Authentication {
  const now = () => time.now()
  const issuers = issuersOf(config, {
    store,
    organisation,
    onTrouble: (issuer, error) => log.warn({ err: error, issuer }, 'tokens of a trusted issuer are refused'),
    now,
  })
  return new Authentication(issuers, now)
}

function tokensOf({ config, store, time }: BuiltParts): TokenIssuer {
  return {
    issuer: config.issuer,
    lifetimeS: tokenLifetimeS,
    issue: (client, scopes) => clientToken(store, config, client, scopes, { now: time.now() }),
    evidenceKeys: async () => (await everySigningKey(store.database)).map(publicJwk),
    publicKeys: async () => (await liveKeys(store.database, time.now())).map(publicJwk),
  }
}

function ratesOf({ config, store, time, log }: BuiltParts): Pick<ApiParts, 'rateLimit' | 'publicRate'> {
  const limits = {
    usual: config.rateLimitPerMinute,
    profiles: config.profileRateLimitPerMinute,
    tokens: config.tokenRateLimitPerMinute,
    public: 2 * config.rateLimitPerMinute,
  }
  const now = () => time.now()
  const counts = store.sharedRates
  const onTrouble = (error: unknown) => {
    // When the database is away, the requests themselves fail and say so.
    if (!isLoss(error)) log.error({ err: error }, 'requests could not be counted for all instances')
  }
  const windows = new RateWindows(counts && { counts, clock: time, onTrouble })
  return {
    rateLimit: new RateLimit(windows, limits, now),
    publicRate: new RateLimit(new RateWindows(), limits, now),
  }
}

function metricsPart(metrics: Metrics | undefined, token: string | undefined): Pick<ApiParts, 'metrics'> {
  if (metrics === undefined || token === undefined) return {}
  return { metrics: { token, type: metrics.type, text: () => metrics.text() } }
}

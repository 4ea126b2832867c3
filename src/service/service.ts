import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Logger, pino } from 'pino'
import { Authentication } from '../api/authentication.ts'
import { unobserved as unobservedApi } from '../api/observer.ts'
import { openApiDocument } from '../api/openapi.ts'
import { operations } from '../api/operations/index.ts'
import type { Parts } from '../api/parts.ts'
import { MemoryWindows, RateLimit } from '../api/rate-limit.ts'
import { buildServer, closeServer } from '../api/server.ts'
import { privateKeyOf, publicJwk, requireSecretKey, tokenLifetimeS } from '../api/signing-keys.ts'
import type { Config } from '../config.ts'
import { DatabaseClock } from '../exchange/database-clock.ts'
import { unobserved } from '../exchange/observer.ts'
import { Feed } from '../feed/feed.ts'
import { systemIds } from '../issuing/ids.ts'
import { Issuer } from '../issuing/issuer.ts'
import { Printer } from '../render/printer.ts'
import { type CatalogueRule, openCatalogue } from '../rulebook/catalogue.ts'
import type { DatabaseObserver } from '../store/observed-database.ts'
import { type QueueFigures, queueFigures } from '../store/queue-figures.ts'
import type { Store } from '../store/store.ts'
import { unobserved as unobservedWebhooks } from '../webhooks/observer.ts'
import { buildExchange, inboundDoor, type Taps } from './delivery.ts'
import { issuersOf } from './issuers.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { MetricsListener } from './metrics-listener.ts'
import { openSandboxClock } from './open-sandbox-clock.ts'
import { openConfiguredStore } from './open-store.ts'
import { partyOf } from './party.ts'
import { QueueWatch } from './queue-watch.ts'
import { Remembered } from './remembered.ts'
import { openRulebookFrom } from './rulebook.ts'
import { demoOrganisation, demoProfileId } from './seed.ts'
import { clientToken, commandLineToken, newKey, signingKey } from './token.ts'
import { startUpkeep } from './upkeep.ts'
import { buildWebhooks } from './webhooks.ts'

/** A service that is built but takes no requests yet. */
export interface Service {
  readonly parts: Parts
  /** Listens and delivers; answers the address, `http://127.0.0.1:8080`. */
  start(): Promise<string>
  /** Where metrics can be read apart from the API; undefined before the start, and when there is no such place. */
  metricsAddress(): string | undefined
  /** Finishes requests and deliveries under way, gives leases back, closes the database. */
  stop(): Promise<void>
  /** A token of the demo organisation; for the demo and the first start. */
  demoToken(): Promise<string>
}

/** Builds every part and hands it to the next by name. `log` is for the process itself, never for documents. */
export async function buildService(config: Config, log: Logger = logger(config), taps: Taps = {}): Promise<Service> {
  const metrics = metricsFor(
    config,
    (now) => queueFigures(store.database, now),
    () => clock.now(),
  )
  const { store, rulebook, options } = await openStoreAndRules(config, metrics?.database)
  const time = await DatabaseClock.open(store.database)
  const now = () => time.now()
  await requireKeys(store, config, now())
  const issuer = new Issuer(rulebook, options, systemIds)
  const printer = new Printer()
  const sandboxClock = await openSandboxClock(config, store, time, (during, error) =>
    log.error({ err: error, during }, 'the sandbox is in trouble'),
  )
  const clock = sandboxClock ?? time
  const feed = new Feed(store.feed)
  const observer = metrics?.delivery ?? unobserved
  const webhooks = buildWebhooks({
    config,
    store,
    feed,
    clock,
    now,
    log,
    observer: metrics?.webhooks ?? unobservedWebhooks,
  })
  const exchange = buildExchange({
    config,
    store,
    rulebook,
    rulebookOptions: options,
    clock,
    log,
    observer,
    feed,
    ...taps,
  })
  let isStopping = false
  const organisations = new Remembered((orgId) => store.organisations.find(orgId), standingMs, now)
  const organisationOf = async (orgId: string) => {
    const organisation = await organisations.get(orgId)
    return organisation?.revokedAt === undefined ? organisation : undefined
  }
  let catalogue: readonly CatalogueRule[] | undefined
  const describedApi = JSON.stringify(openApiDocument(operations))
  const parts: Parts = {
    store,
    issuer,
    printer,
    authentication: new Authentication(
      issuersOf(config, {
        store,
        organisation: organisationOf,
        onTrouble: (issuer, error) => log.warn({ err: error, issuer }, 'the keys of a trusted issuer cannot be had'),
        now,
      }),
      now,
    ),
    tokens: {
      issuer: config.issuer,
      lifetimeS: tokenLifetimeS,
      issue: (client, scopes) => clientToken(store, config, client, scopes, now()),
      publicKeys: async () => (await store.keys.live(now())).map(publicJwk),
    },
    evidenceKey: async () => {
      const { key, published } = await signingKey(store, config, now())
      const privateKey = await privateKeyOf(key, config.secretKey)
      return {
        key: { kid: key.kid, alg: key.alg, privateKey },
        keys: { keys: published.map(publicJwk) },
        issuer: config.issuer,
      }
    },
    rateLimit: new RateLimit(
      store.sharedRates ?? new MemoryWindows(),
      {
        usual: config.rateLimitPerMinute,
        profiles: config.profileRateLimitPerMinute,
        tokens: config.tokenRateLimitPerMinute,
      },
      now,
    ),
    trustedProxies: config.trustedProxies,
    catalogue: () => {
      catalogue ??= openCatalogue(options)
      return catalogue
    },
    gatewayName: exchange.gatewayName,
    observer: metrics?.api ?? unobservedApi,
    ...guarded(metrics, config.metrics.token),
    sandboxClock,
    serviceProviderId: config.serviceProviderId,
    authorityId: config.authorityId,
    organisation: organisationOf,
    forgetOrganisation: (orgId) => organisations.forget(orgId),
    mlsTo: (config.gateway.kind === 'phoss-ap' ? config.gateway.mlsTo : undefined) ?? null,
    partyOf,
    wakeExchange: () => exchange.wake(),
    inbound: inboundDoor(config, exchange, log),
    feed,
    webhooks: webhooks.parts,
    isReady: async () => {
      if (isStopping) return false
      return store.ready().then(
        () => true,
        () => false,
      )
    },
    onFailure: (error) => log.error({ err: error }, 'part of a request failed'),
    openApi: () => describedApi,
    now,
    sleep: (ms, signal) => time.sleep(ms, signal),
  }
  const server = buildServer(parts, log)
  const upkeep = startUpkeep(store, now, log)
  const { listener } = config.metrics
  const scraped = metrics && listener && new MetricsListener(metrics, config.metrics.token)
  let metricsAddress: string | undefined
  return {
    parts,
    metricsAddress: () => metricsAddress,
    async start() {
      if (listener) metricsAddress = await scraped?.start(listener.host, listener.port)
      const address = await server.listen({ host: config.host, port: config.port })
      sandboxClock?.start()
      exchange.start()
      webhooks.dispatcher.start()
      return address
    },
    async stop() {
      isStopping = true
      upkeep.stop()
      feed.bell.close()
      await closeServer(server)
      await scraped?.stop()
      await Promise.all([exchange.stop(), webhooks.dispatcher.stop()])
      await sandboxClock?.stop()
      await issuer.close()
      await printer.close()
      await store.close()
    },
    async demoToken() {
      const organisation = await store.organisations.findByName(demoOrganisation)
      if (!organisation) throw new Error('there is no demo organisation')
      return commandLineToken(store, config, organisation)
    },
  }
}

/** The process as `npm start` runs it: starts, says how to try it, stops on SIGINT or SIGTERM. */
export async function startService(config: Config): Promise<void> {
  const log = logger(config)
  const service = await buildService(config, log)
  const address = await service.start()
  console.log(`Selfbill listens on ${address}`)
  const metricsAddress = service.metricsAddress()
  if (metricsAddress !== undefined) console.log(`Metrics are on ${metricsAddress}/metrics`)
  if (config.isDemoSeeded && (await service.parts.store.organisations.findByName(demoOrganisation))) {
    console.log(tryIt(address, await service.demoToken()))
  }
  const stop = () => {
    process.removeAllListeners('SIGINT').removeAllListeners('SIGTERM')
    log.info('stopping')
    service.stop().catch((error: unknown) => {
      log.error({ err: error }, 'the stop failed')
      process.exitCode = 1
    })
  }
  process.once('SIGINT', stop).once('SIGTERM', stop)
}

/** There is a key to sign with, and SECRET_KEY opens it; else the store is closed again, and the start fails. */
async function requireKeys(store: Store, config: Config, now: number): Promise<void> {
  try {
    for (const key of await store.keys.ensure(() => newKey(config, now), now)) requireSecretKey(key, config.secretKey)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Revocations and changes of an organisation are seen after so long at the latest (decisions §5: ≤ 30 s). */
const standingMs = 10_000

function logger(config: Config): Logger {
  return pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: false }))
}

/** The rules are read and compiled while the database opens, which is work of other threads. */
async function openStoreAndRules(config: Config, observer: DatabaseObserver | undefined) {
  const opening = openConfiguredStore(config, observer)
  try {
    return { ...openRulebookFrom(config), store: await opening }
  } catch (error) {
    await opening.then(
      (store) => store.close(),
      () => undefined,
    )
    throw error
  }
}

/** Undefined when nobody can read them: then nothing is counted. */
function metricsFor(
  config: Config,
  read: (now: number) => Promise<QueueFigures>,
  now: () => number,
): Metrics | undefined {
  const { listener, token } = config.metrics
  if (listener === undefined && token === undefined) return undefined
  const queue = new QueueWatch(
    () => read(now()),
    () => performance.now(),
  )
  const { gateway, database } = config
  return createMetrics({ gateway: gateway.kind, database: database.kind, queue: () => queue.figures(), now })
}

function guarded(metrics: Metrics | undefined, token: string | undefined): Pick<Parts, 'metrics'> {
  if (metrics === undefined || token === undefined) return {}
  return { metrics: { token, type: metrics.type, text: () => metrics.text() } }
}

function tryIt(address: string, token: string): string {
  const example = relative(
    process.cwd(),
    fileURLToPath(new URL('../../examples/purchase-invoice.json', import.meta.url)),
  )
  return `
Try it: issue a self-billed invoice for the demo organisation.

  curl -s -X POST ${address}/api/purchase-invoices/${demoProfileId} \\
    -H 'Authorization: Bearer ${token}' \\
    -H 'Content-Type: application/json' --data @${example}

The token is valid for 24 hours; bin/selfbill token prints another.`
}

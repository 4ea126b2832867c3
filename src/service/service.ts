import type { Logger } from 'pino'
import { Gate } from '../api/gate/gate.ts'
import { closeServer } from '../api/http/close-server.ts'
import { listen } from '../api/http/listen.ts'
import { buildServer } from '../api/http/server.ts'
import { requireSecretKey } from '../api/identity/signing-keys.ts'
import type { Parts } from '../api/parts.ts'
import { DatabaseClock } from '../clock/database-clock.ts'
import type { Config } from '../config/config.ts'
import { SandboxClock } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import { unobserved } from '../exchange/observer.ts'
import { Feed } from '../feed/feed.ts'
import { systemIds } from '../record/ids.ts'
import { RecordMaker } from '../record/record-maker.ts'
import { Printer } from '../render/printer.ts'
import type { DatabaseObserver } from '../store/database/observed-database.ts'
import { type QueueFigures, queueFigures } from '../store/queue-figures.ts'
import type { Store } from '../store/store.ts'
import { unobserved as unobservedWebhooks } from '../webhooks/observer.ts'
import { apiParts, type BuiltParts } from './api-parts.ts'
import { CatalogueReader } from './catalogue-reader.ts'
import { buildExchange, type Taps } from './delivery.ts'
import { createMetrics, type Metrics } from './metrics/metrics.ts'
import { MetricsListener } from './metrics/metrics-listener.ts'
import { QueueWatch } from './metrics/queue-watch.ts'
import { openConfiguredStore } from './open-store.ts'
import { processLog } from './process-log.ts'
import { openRulebookFrom } from './rulebook.ts'
import { demoOrganisation } from './seed.ts'
import { commandLineToken, newKey } from './token.ts'
import { startUpkeep } from './upkeep.ts'
import { allowedRanges, buildWebhooks } from './webhooks.ts'
import { isDoneWithinMs } from './within-ms.ts'

/** A service that is built but does not accept requests yet. */
export interface Service {
  readonly parts: Parts
  /** Starts to listen and to deliver; returns the address, `http://127.0.0.1:8080`. */
  start(): Promise<string>
  /** The address of the metrics listener; undefined before the start and without a listener. */
  metricsAddress(): string | undefined
  /** Finishes requests and deliveries in progress, returns leases, closes the database. */
  stop(): Promise<void>
  /**
   * A token of the demo organisation, for the demo and the first start. Valid for 24 hours by
   * default.
   */
  demoToken(lifetimeS?: number): Promise<string>
}

/**
 * Builds every part and passes it on by name. `log` is for the process itself, never for documents.
 */
export async function buildService(config: Config, log = processLog(config), taps: Taps = {}): Promise<Service> {
  let isStopping = false
  const built = await buildParts(config, log, taps, () => isStopping)
  const { store, exchange, feed, webhooks, metrics, recordMaker, printer, catalogue } = built
  const parts = apiParts(built)
  const server = buildServer(parts, log)
  const upkeep = startUpkeep({ store, clock: built.time, log, compatibility: config.compatibility })
  const { listener } = config.metrics
  const metricsListener = metrics && listener && new MetricsListener(metrics, config.metrics.token)
  let metricsAddress: string | undefined
  return {
    parts,
    metricsAddress: () => metricsAddress,
    async start() {
      if (listener) metricsAddress = await metricsListener?.start(listener.host, listener.port)
      const address = await listen(server, config)
      exchange.start()
      webhooks.dispatcher.start()
      return address
    },
    async stop() {
      isStopping = true
      const upkeepEnded = upkeep.stop()
      feed.bell.close()
      await closeServer(server)
      await metricsListener?.stop()
      await Promise.all([exchange.stop(), webhooks.dispatcher.stop()])
      if (!(await isDoneWithinMs(store.numbers.giveBackRest(), giveBackMsMax)))
        log.warn('reserved document numbers could not be given back: they will be skipped')
      await recordMaker.close()
      await printer.close()
      await catalogue.close()
      await upkeepEnded
      await store.close()
    },
    async demoToken(lifetimeS) {
      const organisation = await store.organisations.findByName(demoOrganisation)
      if (!organisation) throw new Error('there is no demo organisation')
      return commandLineToken(store, config, organisation, { lifetimeS })
    },
  }
}

/**
 * Enough for work whose caller has disconnected; a stop does not wait longer for a silent database.
 */
const giveBackMsMax = 5_000

async function buildParts(
  config: Config,
  log: Logger,
  taps: Taps,
  isStopping: BuiltParts['isStopping'],
): Promise<BuiltParts> {
  const allowed = allowedRanges(config)
  const gate = new Gate({ memoryBytes: config.requestMemoryMb * 1024 * 1024 })
  const metrics = metricsFor(
    config,
    gate,
    (now) => queueFigures(store.database, now),
    () => time.now(),
  )
  const { store, rulebook, options: rulebookOptions } = await openStoreAndRules(config, metrics?.database)
  const time = await DatabaseClock.open(store.database)
  await requireKeys(store, config, time.now())
  const feed = new Feed(store.feed)
  const shared = { config, store, feed, clock: time, log }
  const webhooks = buildWebhooks({
    ...shared,
    allowed,
    observer: metrics?.webhooks ?? unobservedWebhooks,
  })
  const exchange = buildExchange({
    ...shared,
    rulebook,
    rulebookOptions,
    observer: metrics?.delivery ?? unobserved,
    ...taps,
  })
  const onAdvanced = () => {
    exchange.lookNow()
    webhooks.dispatcher.wake()
  }
  const sandboxClock =
    config.gateway.kind === 'sandbox' ? new SandboxClock({ db: store.database, time, onAdvanced }) : undefined
  const recordMaker = new RecordMaker(rulebook, rulebookOptions, systemIds)
  const printer = new Printer()
  const catalogue = new CatalogueReader(rulebookOptions)
  const made = { config, gate, store, catalogue, recordMaker, printer, exchange, feed, webhooks }
  return { ...made, time, sandboxClock, metrics, log, isStopping }
}

/**
 * Ensures a signing key that SECRET_KEY can open; otherwise closes the store, and the start fails.
 */
async function requireKeys(store: Store, config: Config, now: number): Promise<void> {
  try {
    for (const key of await store.keys.ensure(() => newKey(config, now), now)) requireSecretKey(key, config.secretKey)
  } catch (error) {
    await store.close()
    throw error
  }
}

/** Reads and compiles the rules while the database opens, which other threads do. */
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

/** Undefined when nobody can read metrics; then nothing is counted. */
function metricsFor(
  config: Config,
  gate: Gate,
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
  return createMetrics({
    gateway: gateway.kind,
    database: database.kind,
    queue: () => queue.figures(),
    memory: () => gate.held,
    now,
  })
}

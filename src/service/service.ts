// Builds every part of the service and starts them.

import type { Logger } from 'pino'
import { Gate } from '../api/gate/gate.ts'
import { closeServer, endConnections } from '../api/http/close-server.ts'
import { listen } from '../api/http/listen.ts'
import { requireSecretKey } from '../api/identity/signing-keys.ts'
import type { ServedOperation } from '../api/operation.ts'
import { DatabaseClock } from '../clock/database-clock.ts'
import { systemIds, systemRandom } from '../clock/ids.ts'
import { isDoneWithinMs } from '../clock/within-ms.ts'
import type { Config } from '../config/config.ts'
import type { Route } from '../console/route.ts'
import { SandboxClock } from '../exchange/gateways/sandbox/sandbox-clock.ts'
import { unobserved } from '../exchange/observer.ts'
import type { BuiltFeature } from '../features/feature.ts'
import { features } from '../features/index.ts'
import { Feed } from '../feed/feed.ts'
import { RecordMaker } from '../record/record-maker.ts'
import { Printer } from '../render/printer.ts'
import { openRulebook, type RulebookOptions } from '../rules/open-rulebook.ts'
import { ensureSigningKeys } from '../store/accounts/signing-keys.ts'
import { keepApprovals } from '../store/approvals/approvals.ts'
import type { DatabaseObserver } from '../store/database/observed-database.ts'
import { queueFigures } from '../store/queue-figures.ts'
import type { Store } from '../store/store.ts'
import { type ApiParts, apiParts, type BuiltParts } from './api-parts.ts'
import { warnOfBypassedRowSecurity } from './bypassed-row-security.ts'
import { apiAddress, listening, metricsAddress as ofMetrics } from './cannot-listen.ts'
import { buildExchange, type Taps, warnOfUnservedLegs } from './delivery.ts'
import { demoLoginAddress, demoToken } from './demo-access.ts'
import { type LossLog, lossesOnce } from './losses-once.ts'
import type { Metrics, MetricsParts } from './metrics/metrics.ts'
import { MetricsListener } from './metrics/metrics-listener.ts'
import { closedOnFailure, openConfiguredStore } from './open-store.ts'
import { OutageWatch } from './outages/outage-watch.ts'
import { lostLogLines, processLog } from './process-log.ts'
import { openJudging, rulebookOptionsOf } from './rulebook.ts'
import { SealedSecrets } from './sealed-secrets.ts'
import { warnOfUnreadable } from './secret-key-check.ts'
import { serverWithConsole } from './server-with-console.ts'
import { newKey, publicSigningKey } from './token.ts'
import { startUpkeep } from './upkeep.ts'

/** A service that is built but does not accept requests yet. */
export interface Service {
  readonly parts: ApiParts
  /** Every operation, with the parts that it needs. */
  readonly operations: readonly ServedOperation[]
  /** Every page of the console. */
  readonly pages: readonly Route[]
  /** Starts to listen and to deliver; returns the address, `http://127.0.0.1:8080`. */
  start(): Promise<string>
  /** The address of the metrics listener; undefined before the start and without a listener. */
  metricsAddress(): string | undefined
  /** Finishes requests and deliveries in progress, returns leases, closes the database. */
  stop(): Promise<void>
  /** A token of the demo organisation. */
  demoToken(lifetimeS?: number): Promise<string>
  /** A login link for the demo organisation; undefined without an administrator. */
  demoLoginAddress(baseUrl: string): Promise<string | undefined>
}

/**
 * Builds every part and passes it on by name. `plainLog` is for the process itself, never for
 * documents.
 */
export async function buildService(config: Config, plainLog = processLog(config), taps: Taps = {}): Promise<Service> {
  const { log, databaseAnswered } = lossesOnce(plainLog)
  let isStopping = false
  let isListening = false
  const built = await buildParts(config, log, { ...taps, databaseAnswered }, () => isStopping)
  const { store, exchange, feed, features, metrics, recordMaker, printer, judging, outages } = built
  const parts = apiParts(built)
  const { server, operations, pages } = serverWithConsole(parts, features, log)
  const approvals = (now: number, isStopped: () => boolean) => keepApprovals(store.database, now, isStopped)
  const alsoForgotten = [approvals, ...features.flatMap(({ upkeep = [] }) => upkeep)]
  const upkeep = startUpkeep({ store, clock: built.time, log, compatibility: config.compatibility, alsoForgotten })
  const { listener } = config.metrics
  const metricsListener = metrics && listener && new MetricsListener(metrics, config.metrics.token)
  let metricsAddress: string | undefined
  return {
    parts,
    operations,
    pages,
    metricsAddress: () => metricsAddress,
    async start() {
      if (listener && metricsListener)
        metricsAddress = await listening(ofMetrics, () => metricsListener.start(listener.host, listener.port))
      await outages.start()
      const address = await listening(apiAddress, () => listen(server, config))
      isListening = true
      await warnOfUnservedLegs({ store, exchange, log })
      await warnOfBypassedRowSecurity(store, log)
      await warnOfUnreadable(config, { database: store.database, log })
      exchange.start()
      for (const feature of features) feature.start?.(parts)
      return address
    },
    async stop() {
      isStopping = true
      endConnections(server)
      if (isListening) await built.time.sleep(config.stopDelayMs)
      const upkeepEnded = upkeep.stop()
      feed.bell.close()
      await closeServer(server)
      store.hurry(hurriedMs)
      await metricsListener?.stop()
      await Promise.all([exchange.stop(), ...features.map((feature) => feature.stop?.())])
      if (!(await isDoneWithinMs(store.numbers.giveBackRest(), giveBackMsMax)))
        log.warn('reserved document numbers could not be given back: they will be skipped')
      await isDoneWithinMs(outages.stop(), giveBackMsMax)
      await recordMaker.close()
      await printer.close()
      await judging.close()
      await upkeepEnded
      await store.close()
    },
    demoToken: (lifetimeS) => demoToken(store, config, lifetimeS),
    demoLoginAddress: (baseUrl) => demoLoginAddress(store, baseUrl),
  }
}

/**
 * Enough for work whose caller has disconnected; a stop does not wait longer for a silent database.
 */
const giveBackMsMax = 5_000

/** What a stop asks of the database takes milliseconds each. */
const hurriedMs = 5_000

async function buildParts(
  config: Config,
  log: Logger,
  taps: Taps & Pick<LossLog, 'databaseAnswered'>,
  isStopping: BuiltParts['isStopping'],
): Promise<BuiltParts> {
  const configured = (taps.features ?? features).map((feature) => feature.configure(config))
  const gates = gatesOf(config)
  const metrics = await metricsFor(config, () => ({ ...gates.gate.held, anonymous: gates.anonymousGate.heldBytes }), {
    queue: (now) => queueFigures(store.database, now),
    proveReadiness: () => store.ready(),
    now: () => time.now(),
  })
  const rulebookOptions = rulebookOptionsOf(config)
  const { store, rulebook, judging } = await openStoreAndRules(config, rulebookOptions, {
    observer: metrics?.database,
    mustExist: taps.mustExist === true,
  })
  const time = await closedOnFailure(store, () => openClock(store, config))
  const feed = new Feed(store.database)
  const shared = { config, store, feed, clock: time, log }
  const outages = new OutageWatch({
    db: store.database,
    clock: time,
    instanceId: systemIds.other(),
    newestMigration: store.newestMigration,
    onMigrations: (applied) => store.textPacking.look(applied),
    onDatabase: taps.databaseAnswered,
    onTrouble: (error) => log.error({ err: error }, 'outages could not be recorded'),
  })
  const exchange = buildExchange({
    ...shared,
    rulebook,
    rulebookOptions,
    observer: metrics?.delivery ?? unobserved,
    onGateway: (accessPoint, state, why) => outages.gatewayChanged(accessPoint, state, why),
    ...taps,
  })
  const printer = taps.printer ?? loggedPrinter(log)
  const core = {
    ...shared,
    printing: { printer, gatewayName: exchange.gatewayName },
    ids: systemIds,
    random: systemRandom,
    secrets: new SealedSecrets(config),
    signingKey: () => publicSigningKey(store, config, time.now()),
    instruments: metrics?.instruments,
    now: () => time.now(),
  }
  const built: BuiltFeature[] = []
  for (const build of configured) built.push(await closedOnFailure(store, async () => build(core)))
  const onAdvanced = () => {
    exchange.lookNow()
    for (const feature of built) feature.wake?.()
  }
  const sandboxClock =
    config.gateway.kind === 'sandbox' ? new SandboxClock({ db: store.database, time, onAdvanced }) : undefined
  const recordMaker = new RecordMaker(
    rulebook,
    rulebookOptions,
    systemIds,
    time,
    config.recordThreads,
    store.textPacking,
  )
  const made = {
    config,
    store,
    rulebook,
    rulebookOptions,
    recordMaker,
    printer,
    exchange,
    feed,
    features: built,
    outages,
  }
  return { ...made, ...gates, judging, time, sandboxClock, metrics, log, isStopping }
}

/** An operator learns of a document that cannot be printed, and not only the person who waited. */
function loggedPrinter(log: Logger): Printer {
  return new Printer(undefined, undefined, (print) => log.warn(print, 'a document took too much to be printed'))
}

/** One for requests of organisations, and a small one for those that anybody can send. */
function gatesOf({ requestMemoryMb }: Config): Pick<BuiltParts, 'gate' | 'anonymousGate'> {
  const memoryBytes = requestMemoryMb * 1024 * 1024
  return {
    gate: new Gate({ memoryBytes }),
    anonymousGate: new Gate({ memoryBytes: Math.max(memoryBytes / 8, anonymousBytesMin) }),
  }
}

/** Many small requests at once, in the smallest configuration too. */
const anonymousBytesMin = 32 * 1024 * 1024

/** The database's time, with a signing key that SECRET_KEY can open. */
async function openClock(store: Store, config: Config): Promise<DatabaseClock> {
  const time = await DatabaseClock.open(store.database)
  const now = time.now()
  for (const key of await ensureSigningKeys(store.database, () => newKey(config, now), now))
    requireSecretKey(key, config)
  return time
}

/** Opens the rules while the database opens, which other threads do. */
async function openStoreAndRules(config: Config, options: RulebookOptions, opened: OpenedBy) {
  const opening = openConfiguredStore(config, opened.observer, opened.mustExist)
  // Where the rules take longer it fails before anybody waits for it, which is no stray error.
  opening.catch(() => undefined)
  try {
    const rulebook = await openRulebook(options)
    // What every create needs: the first one finds it ready.
    for (const set of ['self-billing', 'tdd'] as const) rulebook.rules(set)
    return { rulebook, judging: await openJudging(config, options), store: await opening }
  } catch (error) {
    await opening.then(
      (store) => store.close(),
      () => undefined,
    )
    throw error
  }
}

interface OpenedBy {
  readonly observer: DatabaseObserver | undefined
  readonly mustExist: boolean
}

/** Undefined when nobody can read metrics; then nothing is counted. */
async function metricsFor(
  config: Config,
  memory: MetricsParts['memory'],
  database: Pick<MetricsParts, 'queue' | 'proveReadiness' | 'now'>,
): Promise<Metrics | undefined> {
  const { listener, token } = config.metrics
  if (listener === undefined && token === undefined) return undefined
  const { createMetrics } = await import('./metrics/metrics.ts')
  return createMetrics({
    ...database,
    gateway: config.gateway.kind,
    database: config.database.kind,
    memory,
    lostLogLines,
  })
}

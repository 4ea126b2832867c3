import type { Rulebook } from '@selfbill/pint-ae/rulebook'
import type { Logger } from 'pino'
import { Fault } from '../api/faults.ts'
import { GatewaySecret } from '../api/identity/gateway-secret.ts'
import type { DeliveryParts, InboundReceiver } from '../api/parts.ts'
import type { Clock } from '../clock/clock.ts'
import { systemIds, systemRandom } from '../clock/ids.ts'
import type { Config } from '../config/config.ts'
import { createExchange, type Exchange, type ExchangeParts } from '../exchange/exchange.ts'
import type { Gateway } from '../exchange/gateway.ts'
import { createPhossAp } from '../exchange/gateways/phoss-ap/phoss-ap.ts'
import { createSandbox } from '../exchange/gateways/sandbox/sandbox.ts'
import { type DeliveryObserver, unobserved } from '../exchange/observer.ts'
import { defaultPolicy } from '../exchange/worker/worker.ts'
import type { Feature } from '../features/feature.ts'
import type { Feed } from '../feed/feed.ts'
import type { Printer } from '../render/printer.ts'
import type { RulebookOptions } from '../rules/open-rulebook.ts'
import { openLegs } from '../store/legs/open-legs.ts'
import type { Store } from '../store/store.ts'
import { ThreadBusy } from '../threads/job.ts'

/** Builds the exchange from the configuration: its gateway, its pace, and its log messages. */
export function buildExchange(parts: ExchangeInput): Exchange {
  const {
    config,
    store,
    rulebook,
    rulebookOptions,
    clock,
    log,
    observer,
    feed,
    onGateway,
    fit = (fitted) => fitted,
  } = parts
  const { serviceProviderId, authorityId } = config
  const exchangeParts: ExchangeParts = {
    db: store.database,
    clock,
    random: systemRandom,
    ids: systemIds,
    gateways: buildGateways(parts),
    ...(config.gateway.kind === 'phoss-ap' && { draining: config.gateway.draining }),
    rulebook,
    rulebookOptions,
    serviceProviderId,
    authorityId,
    owner: systemIds.other(),
    observer,
    policy: {
      ...defaultPolicy,
      concurrencyMax: config.workerConcurrency,
      leaseMs: config.workerLeaseMs,
      submitTimeoutMs: config.gatewayTimeoutMs,
      // A longer timeout is set for a slower access point.
      absenceMs: Math.max(defaultPolicy.absenceMs, 10 * config.gatewayTimeoutMs),
    },
    reportWithdrawals: config.reportWithdrawals,
    mlsOverdueMs: config.mlsOverdueMinutes * 60_000,
    onSettled: (orgId) => feed.announce(orgId),
    onTrouble: (during, error) => log.error({ err: error, during }, 'delivery worker failed'),
    onGateway: (accessPoint, state, why) => {
      const { kind } = state
      onGateway(accessPoint, state, why)
      if (kind === 'open') log.error({ accessPoint, why }, 'the gateway is away: sending pauses for a while')
      else if (kind === 'closed') log.info({ accessPoint }, 'the gateway is back')
    },
    onNotTaken: (result) =>
      result.kind === 'unknown'
        ? log.warn({ referenceId: result.verdict.referenceId }, 'a status about a transmission that is not ours')
        : log.warn({ code: result.code, reason: result.message }, 'an inbound envelope was refused'),
  }
  return createExchange(fit(exchangeParts))
}

/**
 * Logs the legs of access points that are not in the configuration: nobody sends them. Never
 * rejects.
 */
export async function warnOfUnservedLegs({ store, exchange, log }: Unserved): Promise<void> {
  const served = exchange.gatewayStates()
  try {
    for (const { accessPoint, legs } of await openLegs(store.database)) {
      if (!served.has(accessPoint))
        log.error({ accessPoint, legs }, 'legs wait for an access point that is not configured')
    }
  } catch (error) {
    log.error({ err: error }, 'the waiting legs could not be counted')
  }
}

interface Unserved {
  readonly store: Store
  readonly exchange: Exchange
  readonly log: Logger
}

/** What retries and new reports of the API need. */
export function deliveryParts({
  config,
  store,
  time,
  metrics,
  feed,
  rulebook,
  exchange,
}: DeliveryInput): DeliveryParts {
  const { serviceProviderId, authorityId } = config
  return {
    db: store.database,
    clock: time,
    random: systemRandom,
    ids: systemIds,
    policy: defaultPolicy,
    observer: metrics?.delivery ?? unobserved,
    onSettled: (orgId) => feed.announce(orgId),
    rulebook,
    serviceProviderId,
    authorityId,
    accessPointForNew: () => exchange.accessPointForNew(),
  }
}

interface DeliveryInput extends Pick<ExchangeInput, 'config' | 'store' | 'feed' | 'rulebook'> {
  readonly time: Clock
  readonly exchange: Exchange
  readonly metrics: { readonly delivery: DeliveryObserver } | undefined
}

/** Hooks for tests and tools that watch the service from inside, or disturb it. */
export interface Taps {
  /** Called with every envelope between the service and the sandbox. */
  readonly onEnvelope?: (envelope: string) => void
  /** May replace parts of the delivery: its gateway, its database, its pace. */
  readonly fit?: (parts: ExchangeParts) => ExchangeParts
  /** Only serve, demo and migrate make a database or change its schema. */
  readonly mustExist?: boolean
  /** In place of every feature. */
  readonly features?: readonly Feature[]
  /** In place of the usual one. */
  readonly printer?: Printer
}

interface ExchangeInput extends Taps {
  readonly config: Config
  readonly store: Store
  readonly rulebook: Rulebook
  readonly rulebookOptions: RulebookOptions
  readonly clock: Clock
  readonly log: Logger
  readonly observer: DeliveryObserver
  readonly feed: Feed
  readonly onGateway: ExchangeParts['onGateway']
}

function buildGateways(parts: ExchangeInput): readonly Gateway[] {
  const { gateway, gatewayTimeoutMs } = parts.config
  if (gateway.kind === 'sandbox') return [buildSandbox(parts)]
  const { accessPoints, mlsTo } = gateway
  const connectTimeoutMs = Math.min(connectTimeoutMsMax, gatewayTimeoutMs)
  return accessPoints.map((accessPoint) => createPhossAp({ ...accessPoint, mlsTo, connectTimeoutMs }))
}

function buildSandbox(parts: ExchangeInput): Gateway {
  const { config, store, rulebook, clock, log, onEnvelope } = parts
  return createSandbox({
    db: store.database,
    clock,
    random: systemRandom,
    rulebook,
    serviceProviderId: config.serviceProviderId,
    delays: {
      receiptMs: [0, Math.ceil(config.sandboxDelayMs / 4)],
      verdictMs: [Math.floor(config.sandboxDelayMs / 4), config.sandboxDelayMs],
    },
    gatherMs: defaultPolicy.gatherMs,
    onTrouble: (during, error) => log.error({ err: error, during }, 'sandbox failed'),
    onEnvelope,
  })
}

/** Less than the whole time of a submit, so that nothing is sent after a lease may have ended. */
const connectTimeoutMsMax = 5_000

/** The way in by HTTP, if a secret is configured. */
export function inboundReceiver({ inbound }: Config, exchange: Exchange, log: Logger): InboundReceiver | undefined {
  if (inbound === undefined) return undefined
  return {
    secret: new GatewaySecret(inbound.header, inbound.secret),
    isBusyFor: (bytes) => exchange.isBusyFor(bytes),
    receive: (envelope) =>
      exchange.receive(envelope).catch((error: unknown) => {
        // The access point sends it again; a flood of envelopes is not a failure of ours.
        if (!(error instanceof ThreadBusy)) log.error({ err: error }, 'an inbound envelope could not be processed')
        throw new Fault('unavailable')
      }),
  }
}

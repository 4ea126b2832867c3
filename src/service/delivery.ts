import { randomUUID } from 'node:crypto'
import type { Logger } from 'pino'
import { Fault } from '../api/faults.ts'
import { GatewaySecret } from '../api/identity/gateway-secret.ts'
import type { InboundDoor } from '../api/parts.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { createExchange, type Exchange, type ExchangeParts } from '../exchange/exchange.ts'
import type { Gateway } from '../exchange/gateway.ts'
import { createPhossAp } from '../exchange/gateways/phoss-ap/phoss-ap.ts'
import { createSandbox } from '../exchange/gateways/sandbox/sandbox.ts'
import type { DeliveryObserver } from '../exchange/observer.ts'
import { defaultPolicy } from '../exchange/worker/worker.ts'
import type { Feed } from '../feed/feed.ts'
import type { Rulebook, RulebookOptions } from '../rulebook/rulebook.ts'
import type { Store } from '../store/store.ts'
import { ThreadBusy } from '../threads/job.ts'

/**
 * Delivery as configuration wants it: its gateway, its pace, and the service's log for what goes
 * wrong.
 */
export function buildExchange(parts: DeliveryParts): Exchange {
  const { config, store, rulebook, rulebookOptions, clock, log, observer, feed, fit = (fitted) => fitted } = parts
  const { serviceProviderId, authorityId } = config
  const gateway = buildGateway(parts)
  const exchangeParts: ExchangeParts = {
    db: store.database,
    clock,
    random: Math.random,
    gateway,
    rulebook,
    rulebookOptions,
    serviceProviderId,
    authorityId,
    owner: randomUUID(),
    observer,
    policy: {
      ...defaultPolicy,
      concurrencyMax: config.workerConcurrency,
      leaseMs: config.workerLeaseMs,
      submitTimeoutMs: config.gatewayTimeoutMs,
    },
    reportWithdrawals: config.reportWithdrawals,
    mlsOverdueMs: config.mlsOverdueMinutes * 60_000,
    onSettled: (orgId) => feed.announce(orgId),
    onTrouble: (during, error) => log.error({ err: error, during }, 'the delivery is in trouble'),
    onGateway: ({ kind }, why) => {
      if (kind === 'open') log.error({ why }, 'the gateway is away: nothing is taken on for a while')
      else if (kind === 'closed') log.info('the gateway is back')
    },
    onNotTaken: (result) =>
      result.kind === 'unknown'
        ? log.warn({ referenceId: result.verdict.referenceId }, 'a status about a transmission that is not ours')
        : log.warn({ code: result.code, reason: result.message }, 'what came in was refused'),
  }
  return createExchange(fit(exchangeParts))
}

/** For who wants to watch the service from inside, or to stand in its way. */
export interface Taps {
  /** Sees every envelope that passes between the service and the sandbox. */
  readonly onEnvelope?: (envelope: string) => void
  /**
   * May put something between the delivery and what it works with: its gateway, its database, its
   * pace.
   */
  readonly fit?: (parts: ExchangeParts) => ExchangeParts
}

interface DeliveryParts extends Taps {
  readonly config: Config
  readonly store: Store
  readonly rulebook: Rulebook
  readonly rulebookOptions: RulebookOptions
  readonly clock: Clock
  readonly log: Logger
  readonly observer: DeliveryObserver
  readonly feed: Feed
}

function buildGateway({ config, store, rulebook, clock, log, onEnvelope }: DeliveryParts): Gateway {
  if (config.gateway.kind === 'phoss-ap') {
    return createPhossAp({
      ...config.gateway,
      connectTimeoutMs: Math.min(connectTimeoutMsMax, config.gatewayTimeoutMs),
    })
  }
  return createSandbox({
    db: store.database,
    clock,
    random: Math.random,
    rulebook,
    serviceProviderId: config.serviceProviderId,
    delays: {
      receiptMs: [0, Math.ceil(config.sandboxDelayMs / 4)],
      verdictMs: [Math.floor(config.sandboxDelayMs / 4), config.sandboxDelayMs],
    },
    onTrouble: (during, error) => log.error({ err: error, during }, 'the sandbox is in trouble'),
    onEnvelope,
  })
}

/** Less than a submit has in all, so that nothing is written when a lease may be over. */
const connectTimeoutMsMax = 5_000

/**
 * The way in by HTTP, where a secret opens it. The access point brings an envelope again
 * that could not be processed.
 */
export function inboundDoor({ inbound }: Config, exchange: Exchange, log: Logger): InboundDoor | undefined {
  if (inbound === undefined) return undefined
  return {
    secret: new GatewaySecret(inbound.header, inbound.secret),
    receive: (envelope) =>
      exchange.receive(envelope).catch((error: unknown) => {
        // The access point brings it again; under a flood that is no failure of ours.
        if (!(error instanceof ThreadBusy)) log.error({ err: error }, 'an inbound envelope could not be processed')
        throw new Fault('unavailable')
      }),
  }
}

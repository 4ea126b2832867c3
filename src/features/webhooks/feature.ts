import { X509Certificate } from 'node:crypto'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Config } from '../../config/config.ts'
import { ConfigInvalid } from '../../config/environment.ts'
import { readSmallFile } from '../../config/small-file.ts'
import { type AddressRange, readRange } from '../../targets/addresses.ts'
import { resolveName } from '../../targets/resolve.ts'
import { type Built, type Core, type Feature, feature } from '../feature.ts'
import { forgetAttempts, forgetDeliveries } from './deliveries.ts'
import { deliveryOperations } from './delivery-operations.ts'
import { Dispatcher, type DispatcherParts, defaultPolicy } from './dispatcher.ts'
import { observeWebhooks } from './metrics.ts'
import { unobserved } from './observer.ts'
import { webhookOperations } from './operations.ts'
import { webhookRoutes } from './pages/routes.ts'
import type { WebhookParts } from './parts.ts'
import { type PostPolicy, post } from './post.ts'

/**
 * Sends the change feed to https addresses, signed, at least once. operations.ts and
 * delivery-operations.ts are what callers do; dispatcher.ts is the loop. Their statements:
 * stored-webhooks.ts, claims.ts and settle-delivery.ts for the loop, deliveries.ts for the list,
 * event-rows.ts for what is sent. `fit` may replace parts of the
 * dispatcher, its pace for example: for tests. Source: docs/decisions/0028.
 */
export function webhooksAt(fit = (parts: DispatcherParts) => parts): Feature {
  return feature({
    operations: [...webhookOperations, ...deliveryOperations],
    configure(config) {
      const targets = webhookTargets(config)
      return (core) => build(core, targets, fit)
    },
  })
}

export const webhooks = webhooksAt()

function build(
  core: Core,
  targets: WebhookTargets,
  fit: (parts: DispatcherParts) => DispatcherParts,
): Built<WebhookParts> {
  const { config, store, feed, clock, ids, random, log, secrets, instruments } = core
  const dispatcher = new Dispatcher(
    fit({
      db: store.database,
      feed,
      clock,
      random,
      owner: ids.other(),
      policy: defaultPolicy,
      post: (order) => post(order, { ...targets, timeoutMs: 10_000 }),
      open: (secret) => secrets.open(secret),
      headers: config.gateway.kind === 'sandbox' ? { 'x-selfbill-gateway': 'sandbox' } : {},
      observer: instruments === undefined ? unobserved : observeWebhooks(instruments, store.database),
      compatibility: { serviceWide: config.compatibility, baseUrl: baseUrlOf(config) },
      onTrouble: (during, error) => log.error({ err: error, during }, 'webhook worker failed'),
    }),
  )
  const wake = () => dispatcher.wake()
  const seal = (secret: string) => secrets.seal(secret)
  return {
    parts: { store, feed, now: core.now, targets, seal, wake },
    pages: webhookRoutes,
    start: () => dispatcher.start(),
    stop: () => dispatcher.stop(),
    wake,
    upkeep: [
      (now, isStopped) => forgetAttempts(store.database, now - keptMs, isStopped),
      (now, isStopped) => forgetDeliveries(store.database, now - keptMs, isStopped),
    ],
  }
}

/** How long finished deliveries stay listed. */
const keptMs = 30 * 24 * 3_600_000

/**
 * The targets that the configuration allows and trusts. Throws ConfigInvalid.
 */
export function webhookTargets(config: Pick<Config, 'webhooks'>): WebhookTargets {
  const { caFile } = config.webhooks
  const trust = caFile === undefined ? undefined : trustContext(caFile)
  return { resolve: resolveName, allowed: allowedRanges(config), trust }
}

type WebhookTargets = Omit<PostPolicy, 'timeoutMs'>

/**
 * The configured ranges. Refuses one that would never match an address, instead of ignoring it:
 * `::ffff:10.0.0.0/104` must be written `10.0.0.0/8`. Throws ConfigInvalid.
 */
export function allowedRanges({ webhooks }: Pick<Config, 'webhooks'>): readonly AddressRange[] {
  return webhooks.allowedRanges.map((text) => {
    const range = readRange(text)
    if (range !== undefined) return range
    throw new ConfigInvalid(`WEBHOOK_ALLOWED_RANGES must be plain IPv4 or IPv6 addresses or ranges: ${text}`)
  })
}

/** A URL as issuer is the address of this service; without one, receivers get only paths. */
function baseUrlOf({ issuer }: Config): string {
  return /^https?:\/\//.test(issuer) ? issuer.replace(/\/$/, '') : ''
}

/** Built once, because reading all root certificates takes time. */
function trustContext(file: string): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, ...certificatesIn(file)] })
}

/** OpenSSL skips text that is no certificate, and then every delivery fails. */
function certificatesIn(file: string): readonly string[] {
  try {
    const certificates = new TextDecoder().decode(readSmallFile(file, 4_194_304)).match(pemCertificate) ?? []
    if (certificates.length === 0) throw new Error('it holds no certificate in PEM')
    return certificates.map((certificate) => new X509Certificate(certificate).toString())
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigInvalid(`WEBHOOK_CA_FILE cannot be read: ${file}: ${why}`)
  }
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

import { randomUUID, X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { WebhookParts } from '../api/parts.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { ConfigInvalid } from '../config/environment.ts'
import type { Feed } from '../feed/feed.ts'
import type { Store } from '../store/store.ts'
import { type AddressRange, readRange } from '../targets/addresses.ts'
import { resolveName } from '../targets/resolve.ts'
import { Dispatcher, type DispatcherParts, defaultPolicy } from '../webhooks/dispatcher.ts'
import type { WebhookObserver } from '../webhooks/observer.ts'
import { type PostPolicy, post } from '../webhooks/post.ts'
import type { Taps } from './delivery.ts'
import { SealedSecrets } from './sealed-secrets.ts'

/** Builds the configured webhooks: the dispatcher, and the parts for operations. */
export function buildWebhooks({ config, targets, store, feed, clock, log, observer, fit }: BuildParts): Webhooks {
  const headers: Readonly<Record<string, string>> =
    config.gateway.kind === 'sandbox' ? { 'x-selfbill-gateway': 'sandbox' } : {}
  const secrets = new SealedSecrets(config)
  const dispatcherParts: DispatcherParts = {
    db: store.database,
    feed,
    clock,
    random: Math.random,
    owner: randomUUID(),
    policy: defaultPolicy,
    post: (order) => post(order, { ...targets, timeoutMs: 10_000 }),
    open: (secret) => secrets.open(secret),
    headers,
    observer,
    compatibility: { serviceWide: config.compatibility, baseUrl: baseUrlOf(config) },
    onTrouble: (during, error) => log.error({ err: error, during }, 'webhook worker failed'),
  }
  const dispatcher = new Dispatcher(fit === undefined ? dispatcherParts : fit(dispatcherParts))
  const parts: WebhookParts = {
    targets,
    seal: (secret) => secrets.seal(secret),
    wake: () => dispatcher.wake(),
  }
  return { dispatcher, parts }
}

/**
 * The targets that the configuration allows and trusts. Read it before the store opens. Throws
 * ConfigInvalid.
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
    const certificates = readFileSync(file, 'utf8').match(pemCertificate) ?? []
    if (certificates.length === 0) throw new Error('it holds no certificate in PEM')
    return certificates.map((certificate) => new X509Certificate(certificate).toString())
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw new ConfigInvalid(`WEBHOOK_CA_FILE cannot be read: ${file}: ${why}`)
  }
}

const pemCertificate = /-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----/g

export interface Webhooks {
  readonly dispatcher: Dispatcher
  readonly parts: WebhookParts
}

interface BuildParts {
  readonly config: Config
  readonly targets: WebhookTargets
  readonly store: Store
  readonly feed: Feed
  readonly clock: Clock
  readonly log: Logger
  readonly observer: WebhookObserver
  readonly fit: Taps['fitWebhooks']
}

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { WebhookParts } from '../api/parts.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import { ConfigInvalid } from '../config/environment.ts'
import type { Feed } from '../feed/feed.ts'
import type { Store } from '../store/store.ts'
import { type AddressRange, readRange } from '../webhooks/addresses.ts'
import { Dispatcher, defaultPolicy } from '../webhooks/dispatcher.ts'
import type { WebhookObserver } from '../webhooks/observer.ts'
import { post } from '../webhooks/post.ts'
import { resolveName } from '../webhooks/resolve.ts'
import { SealedSecrets } from './sealed-secrets.ts'

/** Builds the configured webhooks: the dispatcher, and the parts for operations. */
export function buildWebhooks({ config, allowed, store, feed, clock, log, observer }: BuildParts): Webhooks {
  const targets = { resolve: resolveName, allowed }
  const { caFile } = config.webhooks
  const trust = caFile === undefined ? undefined : trustContext(readFileSync(caFile, 'utf8'))
  const headers: Readonly<Record<string, string>> =
    config.gateway.kind === 'sandbox' ? { 'x-selfbill-gateway': 'sandbox' } : {}
  const secrets = new SealedSecrets(config)
  const dispatcher = new Dispatcher({
    queue: store.webhookQueue,
    feed,
    clock,
    random: Math.random,
    owner: randomUUID(),
    policy: defaultPolicy,
    post: (order) => post(order, { ...targets, trust, timeoutMs: 10_000 }),
    open: (secret) => secrets.open(secret),
    headers,
    observer,
    compatibility: { serviceWide: config.compatibility, baseUrl: baseUrlOf(config) },
    onTrouble: (during, error) => log.error({ err: error, during }, 'the webhooks are in trouble'),
  })
  const parts: WebhookParts = {
    targets,
    seal: (secret) => secrets.seal(secret),
    wake: () => dispatcher.wake(),
  }
  return { dispatcher, parts }
}

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
function trustContext(certificates: string): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, certificates] })
}

export interface Webhooks {
  readonly dispatcher: Dispatcher
  readonly parts: WebhookParts
}

interface BuildParts {
  readonly config: Config
  readonly allowed: readonly AddressRange[]
  readonly store: Store
  readonly feed: Feed
  readonly clock: Clock
  readonly log: Logger
  readonly observer: WebhookObserver
}

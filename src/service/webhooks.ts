import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, rootCertificates, type SecureContext } from 'node:tls'
import type { Logger } from 'pino'
import type { WebhookParts } from '../api/parts.ts'
import type { Clock } from '../clock/clock.ts'
import type { Config } from '../config/config.ts'
import type { Feed } from '../feed/feed.ts'
import type { Store } from '../store/store.ts'
import { readRange } from '../webhooks/addresses.ts'
import { Dispatcher, defaultPolicy } from '../webhooks/dispatcher.ts'
import type { WebhookObserver } from '../webhooks/observer.ts'
import { post } from '../webhooks/post.ts'
import { resolveName } from '../webhooks/resolve.ts'
import { WebhookSecrets } from './webhook-secrets.ts'

/** Webhooks as configuration wants them: what is sent by itself, and what operations need. */
export function buildWebhooks({ config, store, feed, clock, now, log, observer }: BuildParts): Webhooks {
  const allowed = config.webhooks.allowedRanges.flatMap((text) => readRange(text) ?? [])
  const targets = { resolve: resolveName, allowed }
  const { caFile } = config.webhooks
  const trust = caFile === undefined ? undefined : trusting(readFileSync(caFile, 'utf8'))
  const headers: Readonly<Record<string, string>> =
    config.gateway.kind === 'sandbox' ? { 'x-selfbill-gateway': 'sandbox' } : {}
  const secrets = new WebhookSecrets(config)
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
    signedAt: () => new Date(now()),
    observer,
    onTrouble: (during, error) => log.error({ err: error, during }, 'the webhooks are in trouble'),
  })
  const parts: WebhookParts = {
    targets,
    seal: (secret) => secrets.seal(secret),
    wake: () => dispatcher.wake(),
    now: () => clock.now(),
  }
  return { dispatcher, parts }
}

/** Made once: reading all those certificates takes its time. */
function trusting(certificates: string): SecureContext {
  return createSecureContext({ ca: [...rootCertificates, certificates] })
}

export interface Webhooks {
  readonly dispatcher: Dispatcher
  readonly parts: WebhookParts
}

interface BuildParts {
  readonly config: Config
  readonly store: Store
  readonly feed: Feed
  /** What is due is due by this one, which the sandbox may have set forward. */
  readonly clock: Clock
  /** The real time. */
  readonly now: () => number
  readonly log: Logger
  readonly observer: WebhookObserver
}

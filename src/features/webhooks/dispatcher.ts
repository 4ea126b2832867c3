import { doEach } from '../../clock/do-each.ts'
import { Loop } from '../../clock/loop.ts'
import { entryId } from '../../feed/cursor.ts'
import { typeOf } from '../../feed/entry.ts'
import type { Feed } from '../../feed/feed.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import { originOfQueued } from '../../tracing/origin.ts'
import { inSpan, type SpanSettings } from '../../tracing/span.ts'
import { type AttemptParts, attempt } from './attempt.ts'
import {
  type ClaimedDelivery,
  claimDeliveries,
  organisationsWithLapsed,
  releaseLapsedDeliveries,
  type WebhookWork,
  webhookWork,
} from './claims.ts'
import { createDeliveries } from './event-rows.ts'
import { inFairOrder, Runners } from './runners.ts'

/**
 * Moves every active webhook along its organisation's feed and sends due deliveries. Any number of
 * dispatchers share a database: one of them takes each step along the feed, and each delivery has a
 * lease. In each dispatcher a webhook has at most one runner. An organisation, and failing targets,
 * get only a part of the runners, so that a dead target cannot delay the others.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #runners: Runners
  readonly #look: OrganisationLook
  readonly #loop: Loop
  #stopListening = () => {}
  /**
   * A busy service rings constantly, so without webhooks the dispatcher ignores the bell. A request
   * that adds one wakes it.
   */
  #hasWebhooks = true
  #nextLapsedCheckAt = 0
  #turns = 0

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    const { clock, policy, onTrouble } = parts
    this.#look = new OrganisationLook(parts.db, clock)
    this.#runners = new Runners(policy.runnersMax, () => this.wake())
    this.#loop = new Loop({
      clock,
      turn: () => this.#turn(),
      everyMs: policy.pollMs,
      pauseMs: policy.pauseMs,
      underway: () => this.#runners.ended(),
      drainMs: policy.drainMs,
      onTrouble: (error) => onTrouble('look', error),
    })
  }

  start(): void {
    this.#stopListening()
    this.#stopListening = this.#parts.feed.bell.listen({
      abort: () => {
        if (this.#hasWebhooks) this.wake()
      },
    })
    this.#loop.start()
  }

  /** There may be something to send. */
  wake(): void {
    this.#loop.wake()
  }

  /**
   * Starts nothing more, gives running attempts `drainMs` and interrupts the rest, which are due
   * again. Never rejects.
   */
  async stop(): Promise<void> {
    this.#stopListening()
    await this.#loop.stop()
  }

  /** Looks at every webhook once. */
  async #turn(): Promise<number> {
    const { clock, policy } = this.#parts
    const now = clock.now()
    const webhooks = await webhookWork(this.#look, now)
    this.#hasWebhooks = webhooks.length > 0
    if (webhooks.length === 0) return policy.pollMs
    if (now >= this.#nextLapsedCheckAt) {
      this.#nextLapsedCheckAt = now + policy.pollMs
      await this.#releaseLapsed(now)
    }
    let isMore = false
    const due: WebhookWork[] = []
    for (const webhook of webhooks) {
      const step = webhook.isBehind ? await this.#advance(webhook) : noStep
      isMore ||= step.isMore
      if (webhook.isDue || step.isNew) due.push(webhook)
    }
    this.#turns += 1
    for (const webhook of inFairOrder(due, this.#turns)) this.#begin(webhook)
    return isMore ? 0 : policy.pollMs
  }

  async #releaseLapsed(now: number): Promise<void> {
    const { db, onTrouble } = this.#parts
    const release = (orgId: string) => releaseLapsedDeliveries(db, orgId, now)
    const failed = (failures: number) => `the deliveries of ${failures} organisations are not due again`
    const organisations = await organisationsWithLapsed(this.#look, now)
    await this.#look
      .handleFound('lapsed deliveries', () => doEach(organisations, release, failed))
      .catch((error: unknown) => onTrouble('look', error))
  }

  /** Moves a webhook one step along the feed. */
  async #advance(webhook: WebhookWork): Promise<{ readonly isNew: boolean; readonly isMore: boolean }> {
    const { db, feed, clock, policy, onTrouble } = this.#parts
    try {
      const rows = await feed.entriesAfter(webhook.orgId, webhook.position, policy.pageMax)
      const last = rows.at(-1)
      if (last === undefined) return noStep
      const wanted = rows
        .filter((row) => webhook.eventTypes?.includes(typeOf(row)) ?? true)
        .map((row) => ({ ...row, eventId: entryId(row), eventType: typeOf(row) }))
      const isOurs = await createDeliveries(db, webhook, { position: last.position, wanted }, clock.now())
      return { isNew: isOurs && wanted.length > 0, isMore: rows.length === policy.pageMax }
    } catch (error) {
      onTrouble('advance', error)
      return noStep
    }
  }

  /** Starts a runner for the webhook, unless it has one or no runner is free. */
  #begin(webhook: WebhookWork): void {
    const { onTrouble } = this.#parts
    this.#runners.begin(webhook, () => this.#deliverDue(webhook).catch((error: unknown) => onTrouble('deliver', error)))
  }

  /**
   * Sends a limited number of batches, so that other webhooks get their turn. A failing target
   * first gets a single delivery.
   */
  async #deliverDue({ orgId, id, isFailing }: WebhookWork): Promise<void> {
    const { db, clock, owner, policy } = this.#parts
    for (let batch = 0; batch < policy.batchesMax && !this.#loop.stopping.aborted; batch += 1) {
      const limit = isFailing && batch === 0 ? 1 : policy.concurrencyMax
      const claim = { orgId, webhookId: id, owner, now: clock.now(), limit, leaseMs: policy.leaseMs }
      const deliveries = await claimDeliveries(db, claim)
      const results = await Promise.all(deliveries.map((delivery) => this.#attempt(delivery)))
      if (deliveries.length < limit || results.includes(false)) return
    }
  }

  /**
   * True if the target accepted the delivery. If the result cannot be stored, the delivery is sent
   * again after its lease.
   */
  #attempt(delivery: ClaimedDelivery): Promise<boolean> {
    return inSpan('deliver webhook', spanOf(delivery, this.#parts.clock.now()), async (span) => {
      try {
        const result = await attempt(this.#parts, delivery, this.#loop.breakOff)
        if (result !== 'succeeded') span.fail(result)
        return result === 'succeeded'
      } catch (error) {
        span.fail(error)
        this.#parts.onTrouble('deliver', error)
        return false
      }
    })
  }
}

export interface DispatcherParts extends AttemptParts {
  readonly feed: Feed
  /** Unique among all dispatchers that ever use the database. */
  readonly owner: string
  readonly policy: DispatcherPolicy
  /** Errors that lose nothing, for the service's log. */
  readonly onTrouble: (during: 'look' | 'advance' | 'deliver', error: unknown) => void
}

export interface DispatcherPolicy {
  readonly leaseMs: number
  readonly pollMs: number
  /** The shortest pause between two looks. */
  readonly pauseMs: number
  /** Webhooks served at the same time; a quarter of them for one organisation. */
  readonly runnersMax: number
  /** Concurrent deliveries of one webhook. */
  readonly concurrencyMax: number
  readonly batchesMax: number
  /** Feed entries read in one step. */
  readonly pageMax: number
  /** How long a stop waits for targets. */
  readonly drainMs: number
}

export const defaultPolicy: DispatcherPolicy = {
  leaseMs: 60_000,
  pollMs: 1_000,
  pauseMs: 50,
  runnersMax: 32,
  concurrencyMax: 4,
  batchesMax: 25,
  pageMax: 200,
  drainMs: 5_000,
}

const noStep = { isNew: false, isMore: false }

/**
 * The span of one attempt at a delivery: a consumer of the document's event, by OpenTelemetry's
 * conventions for messaging.
 */
function spanOf({ row, attempts, trace, tracedAt }: ClaimedDelivery, now: number): SpanSettings {
  return {
    kind: 'consumer',
    origin: originOfQueued(trace, { attempt: attempts, ageMs: now - (tracedAt ?? now) }),
    attributes: {
      'messaging.system': 'selfbill',
      'messaging.operation.name': 'deliver',
      'messaging.operation.type': 'process',
      'messaging.destination.name': 'webhook',
      'messaging.message.id': entryId(row),
      'selfbill.document.id': row.documentId,
      'selfbill.attempt': attempts,
    },
  }
}

import { Loop } from '../clock/loop.ts'
import { entryId } from '../feed/cursor.ts'
import { typeOf } from '../feed/entry.ts'
import type { Feed } from '../feed/feed.ts'
import type { ClaimedDelivery } from '../store/webhooks/claimed-delivery.ts'
import type { WebhookWork } from '../store/webhooks/webhook-queue.ts'
import { type AttemptParts, attempt } from './attempt.ts'
import { inTurn, Runners } from './runners.ts'

/**
 * Takes every active webhook along the feed of its organisation, and sends what is due. Any number
 * of dispatchers share one database: a step along the feed is taken by one of them, a delivery
 * belongs to one of them while its lease lasts. A webhook has at most one runner in each; an
 * organisation, and those whose target fails, have a part of the runners only, so that no dead
 * target holds up the others.
 */
export class Dispatcher {
  readonly #parts: DispatcherParts
  readonly #runners: Runners
  readonly #loop: Loop
  #stopListening = () => {}
  /** A busy service rings all the time; without webhooks the dispatcher does not listen. */
  #isAnyWebhook = true
  #lookForLapsedAt = 0
  #turns = 0

  constructor(parts: DispatcherParts) {
    this.#parts = parts
    const { clock, policy, onTrouble } = parts
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
        if (this.#isAnyWebhook) this.wake()
      },
    })
    this.#loop.start()
  }

  /** There may be something to send: look now. */
  wake(): void {
    this.#loop.wake()
  }

  /**
   * Takes nothing more on, gives what is under way `drainMs`, breaks off the rest, which is due
   * again. Never rejects.
   */
  async stop(): Promise<void> {
    this.#stopListening()
    await this.#loop.stop()
  }

  /** One look at every webhook. */
  async #turn(): Promise<number> {
    const { queue, clock, policy } = this.#parts
    const now = clock.now()
    this.#isAnyWebhook = true // during the look, in case one is added
    const webhooks = await queue.work(now)
    this.#isAnyWebhook = webhooks.length > 0
    if (webhooks.length === 0) return policy.pollMs
    if (now >= this.#lookForLapsedAt) {
      this.#lookForLapsedAt = now + policy.pollMs
      await queue.releaseLapsed(now)
    }
    let isMore = false
    const due: WebhookWork[] = []
    for (const webhook of webhooks) {
      const step = webhook.isBehind ? await this.#goOn(webhook) : noStep
      isMore ||= step.isMore
      if (webhook.isDue || step.isNew) due.push(webhook)
    }
    this.#turns += 1
    for (const webhook of inTurn(due, this.#turns)) this.#begin(webhook)
    return isMore ? 0 : policy.pollMs
  }

  /** A step of one webhook along the feed. */
  async #goOn(webhook: WebhookWork): Promise<{ readonly isNew: boolean; readonly isMore: boolean }> {
    const { queue, feed, clock, policy, onTrouble } = this.#parts
    try {
      const rows = await feed.behind(webhook.orgId, webhook.position, policy.pageMax)
      const last = rows.at(-1)
      if (last === undefined) return noStep
      const wanted = rows
        .filter((row) => webhook.eventTypes?.includes(typeOf(row)) ?? true)
        .map((row) => ({ position: row.position, eventId: entryId(row) }))
      const isOurs = await queue.spread(webhook, { position: last.position, wanted }, clock.now())
      return { isNew: isOurs && wanted.length > 0, isMore: rows.length === policy.pageMax }
    } catch (error) {
      onTrouble('spread', error)
      return noStep
    }
  }

  /** A runner for the webhook, when it has none and there is room for one. */
  #begin(webhook: WebhookWork): void {
    const { onTrouble } = this.#parts
    this.#runners.begin(webhook, () => this.#deliverDue(webhook).catch((error: unknown) => onTrouble('deliver', error)))
  }

  /**
   * Some batches at most, then it is another's turn. A target that fails is asked once, by one
   * delivery.
   */
  async #deliverDue({ orgId, id, isFailing }: WebhookWork): Promise<void> {
    const { queue, clock, owner, policy } = this.#parts
    for (let batch = 0; batch < policy.batchesMax && !this.#loop.stopping.aborted; batch += 1) {
      const limit = isFailing && batch === 0 ? 1 : policy.concurrencyMax
      const claim = { orgId, webhookId: id, owner, now: clock.now(), limit, leaseMs: policy.leaseMs }
      const deliveries = await queue.claim(claim)
      const results = await Promise.all(deliveries.map((delivery) => this.#attempt(delivery)))
      if (deliveries.length < limit || results.includes(false)) return
    }
  }

  /**
   * True when the target took it. What could not be written down is sent again when its lease has
   * ended.
   */
  async #attempt(delivery: ClaimedDelivery): Promise<boolean> {
    try {
      return (await attempt(this.#parts, delivery, this.#loop.breakOff)) === 'succeeded'
    } catch (error) {
      this.#parts.onTrouble('deliver', error)
      return false
    }
  }
}

export interface DispatcherParts extends AttemptParts {
  readonly feed: Feed
  /** Names this dispatcher among all that ever share the database. */
  readonly owner: string
  readonly policy: DispatcherPolicy
  /** What went wrong without being lost: for the service's own log. */
  readonly onTrouble: (during: 'look' | 'spread' | 'deliver', error: unknown) => void
}

export interface DispatcherPolicy {
  readonly leaseMs: number
  readonly pollMs: number
  /** Between two looks, however much happens. */
  readonly pauseMs: number
  /** Webhooks that are sent to at once; a quarter of them for one organisation. */
  readonly runnersMax: number
  /** Deliveries of one webhook under way at once. */
  readonly concurrencyMax: number
  readonly batchesMax: number
  /** Of the feed, in one step. */
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

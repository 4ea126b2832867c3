import type { AttemptResult } from './settle-delivery.ts'

/** Callbacks for metrics about webhooks. Every call returns at once and never throws. */
export interface WebhookObserver {
  /**
   * An attempt was stored: its result, the status of its delivery, and how long the target took.
   */
  attempted(target: AttemptResult['target'], status: AttemptResult['status'], tookMs: number): void
}

/** An observer that does nothing. */
export const unobserved: WebhookObserver = {
  attempted() {},
}

import type { AttemptResult } from '../store/webhooks/settle-delivery.ts'

/**
 * What the dispatcher tells of itself while it works, for whoever counts. Every call returns at
 * once and never throws.
 */
export interface WebhookObserver {
  /**
   * An attempt was written down: what the target did, what the delivery is now, how long the target
   * took.
   */
  attempted(target: AttemptResult['target'], status: AttemptResult['status'], tookMs: number): void
}

/** Nobody counts. */
export const unobserved: WebhookObserver = {
  attempted() {},
}

import type { FeedRow } from '../log/feed.ts'

/**
 * A delivery that a dispatcher has claimed, with everything needed to send it. Secrets are sealed.
 */
export interface ClaimedDelivery {
  readonly orgId: string
  readonly webhookId: string
  readonly url: string
  readonly secret: string
  readonly former: { readonly secret: string; readonly until: number } | undefined
  /** The organisation's setting. */
  readonly compatibility: string | undefined
  /** Includes the current attempt. */
  readonly attempts: number
  readonly row: FeedRow
  readonly mark: string
}

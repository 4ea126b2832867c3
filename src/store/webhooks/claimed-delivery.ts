import type { FeedRow } from '../log/feed.ts'

/** A delivery in hand, with all that is needed to send it. Secrets are sealed. */
export interface ClaimedDelivery {
  readonly orgId: string
  readonly webhookId: string
  readonly url: string
  readonly secret: string
  readonly former: { readonly secret: string; readonly until: number } | undefined
  /** The setting of the organisation. */
  readonly compatibility: string | undefined
  /** This one included. */
  readonly attempts: number
  readonly row: FeedRow
  readonly mark: string
}

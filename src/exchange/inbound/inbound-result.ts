import type { Verdict } from '../../ubl/network/mls.ts'
import type { InboundRefused } from './status.ts'

/**
 * What became of an envelope: `taken` also when the status was only noted; `unknown`: about no
 * transmission of ours.
 */
export type InboundResult =
  | {
      readonly kind: 'taken'
      readonly verdict: Verdict
      /**
       * False: nothing says who answers for the receiver of this leg, so the sender was believed.
       */
      readonly isVerified: boolean
      readonly applied: 'applied' | 'noted'
    }
  | { readonly kind: 'unknown'; readonly verdict: Verdict }
  | InboundRefused

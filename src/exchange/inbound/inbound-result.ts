import type { Verdict } from '@selfbill/pint-ae/ubl'
import type { InboundRefused } from './status.ts'

/**
 * The result of a received envelope. `taken`: the status was applied, noted, or kept until its
 * sender can be checked; `unknown`: it is about no transmission of ours.
 */
export type InboundResult =
  | {
      readonly kind: 'taken'
      readonly verdict: Verdict
      /**
       * False if we do not know which access point answers for the receiver, so the sender was
       * believed.
       */
      readonly isVerified: boolean
      readonly applied: 'applied' | 'noted' | 'kept'
    }
  | { readonly kind: 'unknown'; readonly verdict: Verdict }
  | InboundRefused

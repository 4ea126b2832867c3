import type { Verdict } from '@selfbill/pint-ae/ubl'
import type { Corner, LegStatus } from '../store/legs/legs.ts'
import type { Answer, Outcome } from './gateway.ts'
import type { InboundResult } from './inbound/inbound-result.ts'
import type { BreakerState } from './worker/breaker.ts'

/**
 * Callbacks for metrics about delivery. Every call returns at once and never throws. No argument
 * identifies a document, a party or an organisation.
 */
export interface DeliveryObserver {
  /** An observer of one access point; absent: this one counts for all of them. */
  at?(accessPoint: string): DeliveryObserver
  /** An attempt ended, whether it sent the document or only asked about it. */
  attempted(corner: Corner, outcome: Outcome['kind']): void
  /** The gateway answered a submit after `tookMs`. */
  submitted(corner: Corner, outcome: Outcome['kind'], tookMs: number): void
  /** The gateway was asked about a transmission. */
  asked(corner: Corner, answer: Answer['kind']): void
  /** A transmission that may have been sent before is about to be submitted again. */
  submittedAgain(corner: Corner): void
  /** A leg was taken over from a worker whose lease had expired. */
  lapsed(corner: Corner): void
  /** A leg reached a final status, or waits for an operator. */
  ended(corner: Corner, status: LegStatus): void
  /** A status settled a leg. `sinceReceiptMs` is null if the time of the receipt is unknown. */
  judged(corner: Corner, code: Verdict['responseCode'], sinceReceiptMs: number | null): void
  /** The state of the breaker changed. */
  gatewayChanged(state: BreakerState['kind']): void
  /** A received envelope was processed. */
  received(result: InboundResult): void
}

/** An observer that does nothing. */
export const unobserved: DeliveryObserver = {
  attempted() {},
  submitted() {},
  asked() {},
  submittedAgain() {},
  lapsed() {},
  ended() {},
  judged() {},
  gatewayChanged() {},
  received() {},
}

import type { Corner, LegStatus } from '../store/legs/legs.ts'
import type { Verdict } from '../ubl/network/mls.ts'
import type { Answer, Outcome } from './gateway.ts'
import type { InboundResult } from './inbound/inbound-result.ts'
import type { BreakerState } from './worker/breaker.ts'

/**
 * What the delivery tells of itself while it works, for whoever counts. Every call returns at once
 * and never throws; nothing that names a document, a party or an organisation is told.
 */
export interface DeliveryObserver {
  /** An attempt at a leg has ended, whether anything was sent in it or only asked. */
  attempted(corner: Corner, outcome: Outcome['kind']): void
  /** A transmission was handed to the gateway, which took so long to say this. */
  submitted(corner: Corner, outcome: Outcome['kind'], tookMs: number): void
  /** The gateway was asked what became of a transmission. */
  asked(corner: Corner, answer: Answer['kind']): void
  /** A leg was taken over from a worker that had let its lease end. */
  lapsed(corner: Corner): void
  /** A leg has come to an end, or waits for a person. */
  ended(corner: Corner, status: LegStatus): void
  /** A status has settled a leg; so long after its receipt, null when that is not known. */
  judged(corner: Corner, code: Verdict['responseCode'], sinceReceiptMs: number | null): void
  /** Whether the gateway works has changed: open is away, half open about to be tried. */
  gatewayStands(state: BreakerState['kind']): void
  /** What became of an envelope that came in. */
  received(result: InboundResult): void
}

/** Nobody counts. */
export const unobserved: DeliveryObserver = {
  attempted() {},
  submitted() {},
  asked() {},
  lapsed() {},
  ended() {},
  judged() {},
  gatewayStands() {},
  received() {},
}

import type { Gateway } from './gateway.ts'
import type { InboundParts } from './inbound/inbound.ts'
import { receiveInbound } from './inbound/inbound.ts'
import type { InboundResult } from './inbound/inbound-result.ts'
import { StatusReader, type StatusReaderParts } from './inbound/status-reader.ts'
import type { ApplyParts } from './legs/apply.ts'
import { ReportWriter, type ReportWriterParts } from './reports/report-writer.ts'
import { Rounds, type RoundsParts } from './rounds.ts'
import type { BreakerState } from './worker/breaker.ts'
import type { WorkerParts } from './worker/worker.ts'
import { Worker } from './worker/worker.ts'

/**
 * Delivery as a whole: a gateway, the worker that feeds it, the way in for the network's statuses,
 * and who looks for those overdue.
 */
export function createExchange(parts: ExchangeParts): Exchange {
  const worker = new Worker(parts)
  const reports = new ReportWriter(parts)
  const rounds = new Rounds({ ...parts, reports, everyMs: parts.policy.pollMs })

  const statuses = new StatusReader(parts)

  async function receive(envelope: string | Uint8Array): Promise<InboundResult> {
    const result = await receiveInbound({ ...parts, statuses }, envelope)
    parts.observer.received(result)
    if (result.kind !== 'taken') parts.onNotTaken(result)
    return result
  }

  return {
    gatewayName: parts.gateway.name,
    get gatewayState() {
      return worker.gatewayState
    },
    start() {
      parts.gateway.start(async (envelope) => void (await receive(envelope)))
      worker.start()
      rounds.start()
    },
    wake: () => worker.wake(),
    lookNow() {
      worker.wake()
      rounds.lookNow()
      parts.gateway.lookNow?.()
    },
    receive,
    async stop() {
      await Promise.all([worker.stop(), rounds.stop(), reports.close()])
      await parts.gateway.stop()
      await statuses.close()
    },
  }
}

export interface Exchange {
  readonly gatewayName: Gateway['name']
  /**
   * Whether the gateway works, as this instance sees it: open is away, half open about to be tried.
   */
  readonly gatewayState: BreakerState
  start(): void
  /** To be called after a create: its legs need not wait for the next look. */
  wake(): void
  /** To be called when time was let pass: whatever waits for a time may be due. */
  lookNow(): void
  /**
   * Takes what the network sends, whoever brings it; an envelope too large or too odd is refused
   * like any other.
   */
  receive(envelope: string | Uint8Array): Promise<InboundResult>
  /** Lets what is under way end, gives back the leases, closes the way in. */
  stop(): Promise<void>
}

export interface ExchangeParts
  extends WorkerParts,
    Omit<InboundParts, keyof ApplyParts | 'statuses'>,
    StatusReaderParts,
    ReportWriterParts,
    Pick<RoundsParts, 'mlsOverdueMs'> {
  /** What went wrong without being lost: for the service's own log. */
  readonly onTrouble: WorkerParts['onTrouble'] & RoundsParts['onTrouble']
  /**
   * An envelope that settles nothing: only the service's own log can hold what is about no
   * document.
   */
  readonly onNotTaken: (result: Exclude<InboundResult, { readonly kind: 'taken' }>) => void
}

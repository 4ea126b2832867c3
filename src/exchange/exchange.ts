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
 * Delivery as a whole: the gateway, the worker that sends, the way in for statuses, and the rounds
 * that find overdue ones.
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
  /** The breaker's state: whether the gateway works, as this instance sees it. */
  readonly gatewayState: BreakerState
  start(): void
  /** Call after a create, so that its legs are sent immediately. */
  wake(): void
  /** Call after the sandbox's clock was moved: due times may have come. */
  lookNow(): void
  /** Processes an envelope from the network. Oversized and malformed envelopes are refused. */
  receive(envelope: string | Uint8Array): Promise<InboundResult>
  /** Lets running attempts end, returns the leases and closes the way in. */
  stop(): Promise<void>
}

export interface ExchangeParts
  extends WorkerParts,
    Omit<InboundParts, keyof ApplyParts | 'statuses'>,
    StatusReaderParts,
    ReportWriterParts,
    Pick<RoundsParts, 'mlsOverdueMs'> {
  /** Errors that lose nothing, for the service's log. */
  readonly onTrouble: WorkerParts['onTrouble'] & RoundsParts['onTrouble']
  /**
   * An envelope that settled nothing. It belongs to no document, so only the service's log can
   * record it.
   */
  readonly onNotTaken: (result: Exclude<InboundResult, { readonly kind: 'taken' }>) => void
}

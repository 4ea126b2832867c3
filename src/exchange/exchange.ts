import type { Gateway, Verdict } from './gateway.ts'
import { receiveVerdict } from './verdicts.ts'
import type { WorkerParts } from './worker.ts'
import { Worker } from './worker.ts'

/** Delivery as a whole: a gateway, the worker that feeds it, and the way in for its verdicts. */
export function createExchange(parts: ExchangeParts): Exchange {
  const worker = new Worker(parts)

  async function take(verdict: Verdict): Promise<void> {
    if ((await receiveVerdict(parts, verdict)) === 'unknown') parts.onUnknownVerdict(verdict)
  }

  return {
    gatewayName: parts.gateway.name,
    start() {
      parts.gateway.start(take)
      worker.start()
    },
    wake: () => worker.wake(),
    async stop() {
      await worker.stop()
      await parts.gateway.stop()
    },
  }
}

export interface Exchange {
  readonly gatewayName: Gateway['name']
  start(): void
  /** To be called after a create: its legs need not wait for the next look. */
  wake(): void
  /** Lets what is under way end, gives back the leases, closes the way in. */
  stop(): Promise<void>
}

export interface ExchangeParts extends WorkerParts {
  /** A verdict about a transmission that is not ours: nothing but the service's own log can hold it. */
  readonly onUnknownVerdict: (verdict: Verdict) => void
}

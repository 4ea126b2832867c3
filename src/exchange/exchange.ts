import { inSpan } from '../tracing/span.ts'
import { AccessPointChoice } from './access-point-choice.ts'
import type { Gateway } from './gateway.ts'
import { receiveInbound } from './inbound/inbound.ts'
import type { InboundResult } from './inbound/inbound-result.ts'
import type { InboundParts } from './inbound/judges.ts'
import { StatusReader, type StatusReaderParts } from './inbound/status-reader.ts'
import type { ApplyParts } from './legs/apply.ts'
import { LegBatches } from './legs/leg-batches.ts'
import { ReportWriter, type ReportWriterParts } from './reports/report-writer.ts'
import { Rounds, type RoundsParts } from './rounds.ts'
import type { BreakerState } from './worker/breaker.ts'
import type { WorkerParts } from './worker/worker.ts'
import { Worker } from './worker/worker.ts'

/**
 * Delivery as a whole: the gateways, a worker for each that sends, the way in for statuses, and the
 * rounds that find overdue ones. A gateway that is away stops its own worker only.
 */
export function createExchange(parts: ExchangeParts): Exchange {
  const batches = new LegBatches(parts.db, parts.policy.gatherMs, parts.clock)
  const { gateways } = parts
  const accessPointForNew = () => choice.next()
  const applying = { ...parts, batches, accessPointForNew }
  const workers = gateways.map((gateway) => workerFor(applying, gateway))
  const choice = new AccessPointChoice(candidatesOf(workers, parts), () => parts.clock.now())
  const reports = new ReportWriter(parts)
  const statuses = new StatusReader(parts)
  const inbound = { ...applying, statuses }
  const rounds = new Rounds({ ...parts, inbound, reports, everyMs: 5 * parts.policy.pollMs })

  function receive(envelope: string | Uint8Array): Promise<InboundResult> {
    return inSpan('receive status', {}, async (span) => {
      const result = await receiveInbound(inbound, envelope)
      parts.observer.received(result)
      span.set({ 'selfbill.inbound.result': result.kind === 'taken' ? result.applied : result.kind })
      if (result.kind !== 'taken') parts.onNotTaken(result)
      return result
    })
  }

  let stopped: Promise<void> | undefined
  async function stop(): Promise<void> {
    await Promise.all([...workers.map((worker) => worker.stop()), rounds.stop(), reports.close()])
    await Promise.all(gateways.map((gateway) => gateway.stop()))
    await statuses.close()
  }

  return {
    gatewayName: gateways[0]?.name ?? '',
    gatewayStates: () => new Map(workers.map((worker) => [worker.accessPoint, worker.gatewayState])),
    accessPointForNew,
    start() {
      for (const gateway of gateways) gateway.start(async (envelope) => void (await receive(envelope)))
      for (const worker of workers) worker.start()
      rounds.start()
    },
    wake: (orgId) => wakeAll(workers, orgId),
    lookNow() {
      wakeAll(workers)
      rounds.lookNow()
      for (const gateway of gateways) gateway.lookNow?.()
    },
    receive,
    isBusyFor: (bytes) => statuses.isBusyFor(bytes),
    stop() {
      stopped ??= stop()
      return stopped
    },
  }
}

/** Each worker has its own leases, so that one that stops returns no lease of another. */
function workerFor(parts: ExchangeParts & Pick<WorkerParts, 'accessPointForNew'>, gateway: Gateway): Worker {
  const { accessPoint } = gateway
  return new Worker({
    ...parts,
    gateway,
    owner: `${parts.owner} ${accessPoint}`,
    observer: parts.observer.at?.(accessPoint) ?? parts.observer,
    onGateway: (state, why) => parts.onGateway(accessPoint, state, why),
  })
}

/** Without those that get no new legs; all of them, if none would be left. */
function candidatesOf(workers: readonly Worker[], { draining }: ExchangeParts) {
  const staying = workers.filter(({ accessPoint }) => draining?.includes(accessPoint) !== true)
  return (staying.length > 0 ? staying : workers).map((worker) => ({
    name: worker.accessPoint,
    state: () => worker.gatewayState,
    wantsProbe: () => worker.wantsProbe,
  }))
}

function wakeAll(workers: readonly Worker[], orgId?: string): void {
  for (const worker of workers) worker.wake(orgId)
}

export interface Exchange {
  readonly gatewayName: Gateway['name']
  /** The state of each access point's breaker: whether it works, as this instance sees it. */
  gatewayStates(): ReadonlyMap<string, BreakerState>
  /** The access point for the legs of a new document. */
  accessPointForNew(): string
  start(): void
  /**
   * Call after a create, so that its legs are sent immediately. Without its organisation all of
   * them are looked at.
   */
  wake(orgId?: string): void
  /** Call after the sandbox's clock was moved: due times may have come. */
  lookNow(): void
  /**
   * Processes an envelope from the network. Oversized and malformed envelopes are refused. Its
   * bytes must not be used afterwards: they may have moved to another thread.
   */
  receive(envelope: string | Uint8Array): Promise<InboundResult>
  /** Whether an envelope of so many bytes would be refused now, because too many wait. */
  isBusyFor(bytes: number): boolean
  /**
   * Lets running attempts end, returns the leases and closes the way in. It happens once: later
   * calls wait for it.
   */
  stop(): Promise<void>
}

export interface ExchangeParts
  extends Omit<WorkerParts, 'gateway' | 'onGateway' | 'accessPointForNew'>,
    Omit<InboundParts, keyof ApplyParts | 'statuses'>,
    StatusReaderParts,
    ReportWriterParts,
    Pick<RoundsParts, 'mlsOverdueMs'> {
  /** At least one, all of one kind, each with its own name of an access point. */
  readonly gateways: readonly Gateway[]
  /** Access points that finish their legs and get no new ones. */
  readonly draining?: readonly string[]
  /** An access point went down or came back, as in `WorkerParts`. */
  readonly onGateway: (accessPoint: string, ...change: Parameters<WorkerParts['onGateway']>) => void
  /** Errors that lose nothing, for the service's log. */
  readonly onTrouble: WorkerParts['onTrouble'] & RoundsParts['onTrouble']
  /**
   * An envelope that settled nothing. It belongs to no document, so only the service's log can
   * record it.
   */
  readonly onNotTaken: (result: Exclude<InboundResult, { readonly kind: 'taken' }>) => void
}

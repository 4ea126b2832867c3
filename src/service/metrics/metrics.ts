import { collectDefaultMetrics, Registry } from 'prom-client'
import type { ApiObserver } from '../../api/observer.ts'
import type { DeliveryObserver } from '../../exchange/observer.ts'
import type { Instruments } from '../../features/instruments.ts'
import type { DatabaseObserver } from '../../store/database/observed-database.ts'
import type { QueueFigure } from '../../store/queue-figures.ts'
import { apiObserver, databaseObserver } from './api-metrics.ts'
import { deliveryObserver, legGauges } from './delivery-metrics.ts'
import { FigureWatch } from './figure-watch.ts'
import { counter, gauge, histogram } from './instruments.ts'

/**
 * The metrics of this process in Prometheus format. Their names are stable (docs/operating.md lists
 * them); no label contains an organisation, a document, a party or text from a caller.
 */
export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { gateway, database } = parts
  gauge(registry, 'selfbill_info', 'Always 1; the labels show what this instance runs on', ['gateway', 'database']).set(
    { gateway, database },
    1,
  )
  const memory = gauge(registry, 'selfbill_request_memory_bytes', 'Memory that requests hold at the gate', ['budget'])
  const lostLines = counter(registry, 'selfbill_lost_log_lines_total', 'Lines of the log that could not be written', [])
  const watches: (() => Promise<void>)[] = []
  const instruments = instrumentsOf(registry, parts, watches)
  watchDatabase(registry, instruments, parts)
  return {
    type: registry.contentType,
    delivery: deliveryObserver(registry),
    api: apiObserver(registry),
    database: databaseObserver(registry),
    instruments,
    async text() {
      await Promise.all(watches.map((look) => look()))
      for (const [budget, bytes] of Object.entries(parts.memory())) memory.set({ budget }, bytes)
      lostLines.reset()
      lostLines.inc(parts.lostLogLines())
      return registry.metrics()
    },
  }
}

/** A database that is read-only or full still answers the figures, so a write decides. */
function watchDatabase(registry: Registry, instruments: Instruments, { queue, proveReadiness }: MetricsParts): void {
  const isUp = gauge(registry, 'selfbill_database_up', 'Whether the database answers and accepts writes: 1 or 0', [])
  const showLegs = legGauges(registry)
  const read = async (now: number) => {
    const [figures, proof] = await Promise.allSettled([queue(now), proveReadiness()])
    return {
      isUp: figures.status === 'fulfilled' && proof.status === 'fulfilled',
      legs: figures.status === 'fulfilled' ? figures.value : undefined,
    }
  }
  instruments.watch(read, (figures, now) => {
    isUp.set({}, figures?.isUp === true ? 1 : 0)
    showLegs(figures?.legs, now)
  })
}

/** Each `watch` adds a look to `watches`, for the next scrape. */
function instrumentsOf(registry: Registry, { now }: MetricsParts, watches: (() => Promise<void>)[]): Instruments {
  return {
    counter: (name, help, labels) => counter(registry, name, help, labels),
    gauge: (name, help, labels) => gauge(registry, name, help, labels),
    histogram: (name, help, labels, buckets) => histogram(registry, name, help, labels, buckets),
    watch(read, show) {
      const figures = new FigureWatch(
        () => read(now()),
        () => performance.now(),
      )
      watches.push(async () => show(await figures.newest(), now()))
    },
  }
}

export interface Metrics {
  /** The media type of the text. */
  readonly type: string
  readonly delivery: DeliveryObserver
  readonly api: ApiObserver
  readonly database: DatabaseObserver
  /** Makes the metrics of features. */
  readonly instruments: Instruments
  /** All metrics in Prometheus' text format. Source: Prometheus exposition formats, text 0.0.4. */
  text(): Promise<string>
}

export interface MetricsParts {
  /** As in the configuration. */
  readonly gateway: string
  readonly database: string
  /** The legs of the whole database that have not ended. */
  queue(now: number): Promise<readonly QueueFigure[]>
  /** Rejects unless the database can write and read. */
  proveReadiness(): Promise<void>
  /** Bytes that requests hold, by budget of the gate. */
  memory(): Readonly<Record<string, number>>
  /** Since the start of the process. */
  lostLogLines(): number
  /** ms since 1970. */
  now(): number
}

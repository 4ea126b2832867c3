import { collectDefaultMetrics, Registry } from 'prom-client'
import type { ApiObserver } from '../../api/observer.ts'
import type { DeliveryObserver } from '../../exchange/observer.ts'
import type { NoticeObserver } from '../../notices/observer.ts'
import type { DatabaseObserver } from '../../store/database/observed-database.ts'
import type { QueueFigures } from '../../store/queue-figures.ts'
import type { WebhookObserver } from '../../webhooks/observer.ts'
import type { KeepingObserver } from '../keeping.ts'
import { apiObserver, databaseObserver } from './api-metrics.ts'
import { deliveryObserver, legGauges } from './delivery-metrics.ts'
import { counter, gauge } from './instruments.ts'
import { keepingObserver } from './keeping-metrics.ts'
import { noticeObserver } from './notice-metrics.ts'
import { webhookGauges, webhookObserver } from './webhook-metrics.ts'

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
  const showLegs = legGauges(registry, parts.now)
  const showWebhooks = webhookGauges(registry, parts.now)
  return {
    type: registry.contentType,
    delivery: deliveryObserver(registry),
    api: apiObserver(registry),
    webhooks: webhookObserver(registry),
    notices: noticeObserver(registry),
    keeping: keepingObserver(registry),
    database: databaseObserver(registry),
    async text() {
      const figures = await parts.queue()
      for (const [budget, bytes] of Object.entries(parts.memory())) memory.set({ budget }, bytes)
      lostLines.reset()
      lostLines.inc(parts.lostLogLines())
      showLegs(figures?.legs)
      showWebhooks(figures?.webhooks)
      return registry.metrics()
    },
  }
}

export interface Metrics {
  /** The media type of the text. */
  readonly type: string
  readonly delivery: DeliveryObserver
  readonly api: ApiObserver
  readonly webhooks: WebhookObserver
  readonly notices: NoticeObserver
  readonly keeping: KeepingObserver
  readonly database: DatabaseObserver
  /** All metrics in Prometheus' text format. Source: Prometheus exposition formats, text 0.0.4. */
  text(): Promise<string>
}

export interface MetricsParts {
  /** As in the configuration. */
  readonly gateway: string
  readonly database: string
  /** Undefined when the database does not answer. */
  queue(): Promise<QueueFigures | undefined>
  /** Bytes that requests hold, by budget of the gate. */
  memory(): Readonly<Record<string, number>>
  /** Since the start of the process. */
  lostLogLines(): number
  /** ms since 1970. */
  now(): number
}

import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ApiObserver } from '../api/observer.ts'
import type { InboundResult } from '../exchange/inbound.ts'
import type { DeliveryObserver } from '../exchange/observer.ts'
import type { DatabaseObserver } from '../store/observed-database.ts'
import type { QueueFigures, QueueState } from '../store/queue-figures.ts'
import type { WebhookObserver } from '../webhooks/observer.ts'

/**
 * What this process counts and measures, as Prometheus reads it. The names are promised (docs/operating.md lists them); no
 * label holds an organisation, a document, a party or anything that a caller wrote. The only file that knows prom-client.
 */
export function createMetrics(parts: MetricsParts): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const { gateway, database } = parts
  gauge(registry, 'selfbill_info', 'Always 1: what this instance runs on', ['gateway', 'database']).set(
    { gateway, database },
    1,
  )
  const showLegs = legGauges(registry, parts.now)
  const showWebhooks = webhookGauges(registry, parts.now)
  return {
    type: registry.contentType,
    delivery: deliveryObserver(registry),
    api: apiObserver(registry),
    webhooks: webhookObserver(registry),
    database: databaseObserver(registry),
    async text() {
      const figures = await parts.queue()
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
  readonly database: DatabaseObserver
  /** Everything, in Prometheus' text format. Source: Prometheus exposition formats, text 0.0.4. */
  text(): Promise<string>
}

export interface MetricsParts {
  /** As configuration spells them. */
  readonly gateway: string
  readonly database: string
  /** Undefined when the database does not say. */
  queue(): Promise<QueueFigures | undefined>
  /** ms since 1970. */
  now(): number
}

function deliveryObserver(registry: Registry): DeliveryObserver {
  const attempts = counter(
    registry,
    'selfbill_attempts_total',
    'Attempts at legs that have ended, by what came of them',
    ['corner', 'outcome'],
  )
  const asks = counter(registry, 'selfbill_asks_total', 'Transmissions in doubt that the gateway was asked for', [
    'corner',
    'answer',
  ])
  const lapses = counter(
    registry,
    'selfbill_lapsed_leases_total',
    'Legs taken over from an instance that let its lease end',
    ['corner'],
  )
  const outcomes = counter(
    registry,
    'selfbill_leg_outcomes_total',
    'Legs that came to an end (APPROVED, REJECTED, FAILED) or wait for a person (STALLED)',
    ['corner', 'status'],
  )
  const inbound = counter(
    registry,
    'selfbill_inbound_envelopes_total',
    'Envelopes that came in, by what became of them',
    ['result'],
  )
  const submits = histogram(
    registry,
    'selfbill_submit_duration_seconds',
    'From handing a transmission to the gateway to its word on it',
    ['corner', 'outcome'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  )
  const latency = histogram(
    registry,
    'selfbill_mls_latency_seconds',
    'From the receipt of a leg to the message level status that settled it',
    ['corner', 'code'],
    // 20 and 25 minutes are what the network promises (MLS-1, MLS-2).
    [1, 5, 15, 60, 300, 600, 1200, 1500, 3600, 21_600, 86_400],
  )
  const gateway = gauge(registry, 'selfbill_gateway_up', 'Whether the gateway works, as this instance has seen it', [])
  gateway.set(1)
  // From nothing to one is a change that an alert can see only when the nothing was told.
  for (const corner of ['C3', 'C5']) {
    for (const outcome of ['receipt', 'transient', 'permanent', 'unknown', 'underway', 'stuck', 'outage'])
      attempts.inc({ corner, outcome }, 0)
    for (const status of ['APPROVED', 'REJECTED', 'FAILED', 'STALLED']) outcomes.inc({ corner, status }, 0)
    lapses.inc({ corner }, 0)
  }
  return {
    attempted: (corner, outcome) => attempts.inc({ corner, outcome }),
    submitted: (corner, outcome, tookMs) => submits.observe({ corner, outcome }, tookMs / 1000),
    asked: (corner, answer) => asks.inc({ corner, answer }),
    lapsed: (corner) => lapses.inc({ corner }),
    ended: (corner, status) => outcomes.inc({ corner, status }),
    judged(corner, code, sinceReceiptMs) {
      if (sinceReceiptMs !== null) latency.observe({ corner, code }, sinceReceiptMs / 1000)
    },
    gatewayStands: (state) => gateway.set(state === 'closed' ? 1 : 0),
    received: (result) => inbound.inc({ result: inboundResult(result) }),
  }
}

/** `applied`, `noted`, `ignored`; `unknown`; or why it was refused: `unreadable`, `wrong_sender`, … */
function inboundResult(result: InboundResult): string {
  if (result.kind === 'taken') return result.applied
  return result.kind === 'refused' ? result.code.toLowerCase() : 'unknown'
}

function apiObserver(registry: Registry): ApiObserver {
  const answers = histogram(
    registry,
    'selfbill_http_request_duration_seconds',
    'From a request to the end of its answer',
    ['operation', 'status'],
    [0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  )
  const documents = counter(
    registry,
    'selfbill_documents_total',
    'Documents stored, by family and by whether a fatal rule failed',
    ['family', 'validity'],
  )
  const fatal = counter(registry, 'selfbill_fatal_findings_total', 'Documents stored in which a fatal rule failed', [
    'rule',
  ])
  return {
    answered(operation, status, tookMs) {
      answers.observe({ operation: operation ?? 'none', status: `${Math.floor(status / 100)}xx` }, tookMs / 1000)
    },
    issued(family, findings) {
      const rules = new Set(findings.filter(({ flag }) => flag === 'fatal').map(({ reasonCode }) => reasonCode))
      documents.inc({ family, validity: rules.size === 0 ? 'valid' : 'invalid' })
      for (const rule of rules) fatal.inc({ rule })
    },
  }
}

function webhookObserver(registry: Registry): WebhookObserver {
  const attempts = histogram(
    registry,
    'selfbill_webhook_attempt_duration_seconds',
    'From sending an event to a webhook to its answer, by whether it took it',
    ['outcome'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  )
  const ended = counter(registry, 'selfbill_webhook_outcomes_total', 'Deliveries of webhooks that came to an end', [
    'status',
  ])
  for (const status of ['DELIVERED', 'FAILED']) ended.inc({ status }, 0)
  return {
    attempted(outcome, status, tookMs) {
      attempts.observe({ outcome }, tookMs / 1000)
      if (status !== 'PENDING') ended.inc({ status })
    },
  }
}

function webhookGauges(registry: Registry, now: () => number) {
  const deliveries = gauge(
    registry,
    'selfbill_webhook_deliveries',
    'Deliveries of webhooks to be sent now or later; of the whole database',
    ['state'],
  )
  const age = gauge(
    registry,
    'selfbill_oldest_webhook_delivery_age_seconds',
    'How long the longest due delivery of a webhook has waited, 0 when none does; of the whole database',
    [],
  )
  return (figures: QueueFigures['webhooks'] | undefined) => {
    deliveries.reset()
    age.remove()
    if (figures === undefined) return
    deliveries.set({ state: 'due' }, figures.due)
    deliveries.set({ state: 'waiting' }, figures.waiting)
    age.set({}, figures.dueAt === null ? 0 : Math.max(0, (now() - figures.dueAt) / 1000))
  }
}

function databaseObserver(registry: Registry): DatabaseObserver {
  const calls = histogram(
    registry,
    'selfbill_database_duration_seconds',
    'From a call of the database to its answer, waiting for a connection included',
    ['call', 'outcome'],
    [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 30],
  )
  return {
    called: (call, isAnswered, tookMs) =>
      calls.observe({ call, outcome: isAnswered ? 'answered' : 'failed' }, tookMs / 1000),
  }
}

/** Gauges of the whole database, alike on every instance. What shows them takes undefined for a database that is silent. */
function legGauges(registry: Registry, now: () => number) {
  const isUp = gauge(registry, 'selfbill_database_up', 'Whether the database told the figures of the queue: 1 or 0', [])
  const legs = gauge(
    registry,
    'selfbill_legs',
    'Legs that have not ended, by what they wait for; of the whole database',
    ['corner', 'state'],
  )
  const age = gauge(
    registry,
    'selfbill_oldest_leg_age_seconds',
    'How long the longest waiting leg has waited, 0 when none does; of the whole database',
    ['corner', 'waits_for'],
  )
  return (figures: QueueFigures['legs'] | undefined) => {
    legs.reset()
    age.reset()
    isUp.set({}, figures === undefined ? 0 : 1)
    const oldest = new Map<string, { readonly labels: Record<'corner' | 'waits_for', string>; readonly at: number }>()
    for (const { corner, state, legs: count, at } of figures ?? []) {
      legs.set({ corner, state }, count)
      const waits_for = waitsFor[state]
      if (waits_for === undefined) continue
      const key = `${corner} ${waits_for}`
      const since = Math.min(at ?? Number.POSITIVE_INFINITY, oldest.get(key)?.at ?? Number.POSITIVE_INFINITY)
      oldest.set(key, { labels: { corner, waits_for }, at: since })
    }
    for (const { labels, at } of oldest.values()) age.set(labels, Math.max(0, (now() - at) / 1000))
  }
}

/** Whom or what a leg waits for; a retry that is not due and a transmission under way are not late. */
const waitsFor: Readonly<Partial<Record<QueueState, string>>> = {
  due: 'worker',
  submitted: 'mls',
  overdue: 'mls',
  stalled: 'person',
}

function counter<Label extends string>(registry: Registry, name: string, help: string, labelNames: readonly Label[]) {
  return new Counter({ name, help, labelNames, registers: [registry] })
}

function gauge<Label extends string>(registry: Registry, name: string, help: string, labelNames: readonly Label[]) {
  return new Gauge({ name, help, labelNames, registers: [registry] })
}

function histogram<Label extends string>(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly Label[],
  buckets: number[],
) {
  return new Histogram({ name, help, labelNames, buckets, registers: [registry] })
}

import type { Registry } from 'prom-client'
import type { QueueFigures } from '../../store/queue-figures.ts'
import type { WebhookObserver } from '../../webhooks/observer.ts'
import { counter, gauge, histogram } from './instruments.ts'

/** What this instance sees of the webhooks it sends. */
export function webhookObserver(registry: Registry): WebhookObserver {
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

/** Gauges of the whole database; what shows them takes undefined for a database that is silent. */
export function webhookGauges(registry: Registry, now: () => number) {
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

import type { Registry } from 'prom-client'
import type { QueueFigures } from '../../store/queue-figures.ts'
import type { WebhookObserver } from '../../webhooks/observer.ts'
import { counter, gauge, histogram } from './instruments.ts'

/** Counts the webhook deliveries of this instance. */
export function webhookObserver(registry: Registry): WebhookObserver {
  const attempts = histogram(
    registry,
    'selfbill_webhook_attempt_duration_seconds',
    'From sending an event to a webhook to its answer, by outcome',
    ['outcome'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  )
  const ended = counter(registry, 'selfbill_webhook_outcomes_total', 'Webhook deliveries that have ended', ['status'])
  for (const status of ['DELIVERED', 'FAILED']) ended.inc({ status }, 0)
  return {
    attempted(outcome, status, tookMs) {
      attempts.observe({ outcome }, tookMs / 1000)
      if (status !== 'PENDING') ended.inc({ status })
    },
  }
}

/**
 * Gauges of the whole database. The returned function takes undefined when the database does not
 * answer.
 */
export function webhookGauges(registry: Registry, now: () => number) {
  const deliveries = gauge(
    registry,
    'selfbill_webhook_deliveries',
    'Webhook deliveries to send now or later; of the whole database',
    ['state'],
  )
  const age = gauge(
    registry,
    'selfbill_oldest_webhook_delivery_age_seconds',
    'Age of the webhook delivery that has been due longest, 0 when none is due; of the whole database',
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

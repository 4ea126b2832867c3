import { integer, integerOrNull, onlyRow } from '../../store/database/columns.ts'
import type { Database } from '../../store/database/database.ts'
import { sql } from '../../store/database/database.ts'
import { acrossOrganisations } from '../../store/database/organisation.ts'
import type { Instruments } from '../instruments.ts'
import type { WebhookObserver } from './observer.ts'

/** Counts the webhook deliveries of this instance, and shows the queue of the whole database. */
export function observeWebhooks(instruments: Instruments, db: Database): WebhookObserver {
  const attempts = instruments.histogram(
    'selfbill_webhook_attempt_duration_seconds',
    'From sending an event to a webhook to its answer, by outcome',
    ['outcome'],
    [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
  )
  const ended = instruments.counter('selfbill_webhook_outcomes_total', 'Webhook deliveries that have ended', ['status'])
  for (const status of ['DELIVERED', 'FAILED']) ended.inc({ status }, 0)
  watchQueue(instruments, db)
  return {
    attempted(outcome, status, tookMs) {
      attempts.observe({ outcome }, tookMs / 1000)
      if (status !== 'PENDING') ended.inc({ status })
    },
  }
}

function watchQueue(instruments: Instruments, db: Database): void {
  const deliveries = instruments.gauge(
    'selfbill_webhook_deliveries',
    'Webhook deliveries to send now or later; of the whole database',
    ['state'],
  )
  const age = instruments.gauge(
    'selfbill_oldest_webhook_delivery_age_seconds',
    'Age of the webhook delivery that has been due longest, 0 when none is due; of the whole database',
    [],
  )
  instruments.watch(
    (now) => deliveryQueue(db, now),
    (queue, now) => {
      deliveries.reset()
      age.remove()
      if (queue === undefined) return
      deliveries.set({ state: 'due' }, queue.due)
      deliveries.set({ state: 'waiting' }, queue.waiting)
      age.set({}, queue.dueAt === null ? 0 : Math.max(0, (now - queue.dueAt) / 1000))
    },
  )
}

/**
 * Deliveries that are due now and those that are due later, up to `countedMax` together. `dueAt` is
 * when the oldest due one became due: ms since 1970, null if none is due.
 */
interface DeliveryQueue {
  readonly due: number
  readonly waiting: number
  readonly dueAt: number | null
}

async function deliveryQueue(db: Database, now: number): Promise<DeliveryQueue> {
  const rows = await db.query(
    acrossOrganisations(
      'queue of deliveries',
      sql(
        `select count(*) filter (where next_attempt_at <= $1) as due,
         count(*) filter (where next_attempt_at > $1) as waiting,
         min(next_attempt_at) filter (where next_attempt_at <= $1) as due_at
       from (select next_attempt_at from webhook_deliveries where next_attempt_at is not null
         order by org_id, webhook_id, next_attempt_at limit ${countedMax}) as counted`,
        now,
      ),
    ),
  )
  const row = onlyRow(rows)
  return { due: integer(row, 'due'), waiting: integer(row, 'waiting'), dueAt: integerOrNull(row, 'due_at') }
}

/** Counting this many takes about 20 ms on either database. */
const countedMax = 100_000

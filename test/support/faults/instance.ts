import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { readConfig } from '../../../src/config/config.ts'
import { defaultPolicy, type WorkerPolicy } from '../../../src/exchange/worker/worker.ts'
import { features } from '../../../src/features/index.ts'
import type { DispatcherParts } from '../../../src/features/webhooks/dispatcher.ts'
import { webhooks, webhooksAt } from '../../../src/features/webhooks/feature.ts'
import { buildService } from '../../../src/service/service.ts'
import { scaledPolicy } from '../delivery/scaled-policy.ts'
import { withStrikes } from './broken-parts.ts'
import { Journal } from './journal.ts'
import { JumpingTime } from './jumping-time.ts'
import type { Plan } from './plan.ts'
import { type Strike, Strikes } from './strikes.ts'

/**
 * The service as a process, configured by the environment, with short pauses and with faults at the
 * steps in its argument. It sends its parent the address and takes orders.
 */
export interface InstanceOrders {
  readonly journal: string
  /** Its name in the journal. */
  readonly name: string
  readonly strikes: readonly Strike[]
  /** How far its clock is off at the start. */
  readonly clockAheadMs: number
  readonly policy: Plan['policy']
  /** The longest submit; all other times follow from it. */
  readonly submitTimeoutMs: number
}

/** `calm`: no more strikes. */
export type Order = { readonly kind: 'jump'; readonly ms: number } | { readonly kind: 'calm' }

/** `calm`: the order was carried out. */
export type Word = { readonly kind: 'listening'; readonly address: string } | { readonly kind: 'calm' }

function policyOf({ policy, submitTimeoutMs }: InstanceOrders): WorkerPolicy {
  return policy === 'production'
    ? scaledPolicy(defaultPolicy, defaultPolicy.submitTimeoutMs / submitTimeoutMs)
    : shortPolicy(submitTimeoutMs)
}

/** Short pauses everywhere: a round takes seconds. */
function shortPolicy(submitTimeoutMs: number): WorkerPolicy {
  return {
    attemptsMax: 30,
    backoffFirstMs: 20,
    backoffLastMs: 120,
    patienceMs: 3_600_000,
    submitTimeoutMs,
    // The first question comes after two timeouts; a late record takes three.
    absenceMs: 2.5 * submitTimeoutMs,
    leaseMs: 4 * submitTimeoutMs,
    pollMs: 80,
    gatherMs: 5,
    concurrencyMax: 8,
    batchMax: 6,
    doubtAfterMs: 5_000,
    breaker: { outagesMax: 5, openFirstMs: 200, openLastMs: 800 },
    drainMs: 300,
  }
}

/** Short enough that a missing status is overdue within the round, and so is a late one. */
const mlsOverdueMs = 1_000

/** The receivers of a round answer at once. */
const webhookLeaseMs = 2_000

function quickWebhooks(parts: DispatcherParts): DispatcherParts {
  return { ...parts, policy: { ...parts.policy, leaseMs: webhookLeaseMs, pollMs: 200 } }
}

async function run(orders: InstanceOrders): Promise<void> {
  const time = new JumpingTime()
  time.jump(orders.clockAheadMs)
  const journal = new Journal(orders.journal, orders.name)
  const strikes = new Strikes(orders.strikes, journal)
  const config = readConfig(process.env)
  const log = pino({ level: config.logLevel }, pino.destination({ dest: 2, sync: true }))
  const service = await buildService(config, log, {
    fit: (parts) => ({
      ...withStrikes(parts, strikes, journal),
      policy: policyOf(orders),
      mlsOverdueMs,
    }),
    features: features.map((feature) => (feature === webhooks ? webhooksAt(quickWebhooks) : feature)),
  })
  process.on('message', (order: Order) => {
    if (order.kind === 'jump') time.jump(order.ms)
    if (order.kind === 'calm') {
      strikes.end()
      say({ kind: 'calm' })
    }
  })
  process.once('SIGTERM', async () => {
    await service.stop()
    process.disconnect()
  })
  // It ends with its parent.
  process.once('disconnect', () => setTimeout(() => process.exit(), 1_000).unref())
  say({ kind: 'listening', address: await service.start() })
  flushCompileCache()
}

function say(word: Word): void {
  process.send?.(word)
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '{}'))

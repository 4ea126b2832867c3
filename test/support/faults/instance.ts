import { flushCompileCache } from 'node:module'
import { pino } from 'pino'
import { readConfig } from '../../../src/config/config.ts'
import type { WorkerPolicy } from '../../../src/exchange/worker/worker.ts'
import { buildService } from '../../../src/service/service.ts'
import { withStrikes } from './broken-parts.ts'
import { Journal } from './journal.ts'
import { JumpingTime } from './jumping-time.ts'
import { type Strike, Strikes } from './strikes.ts'

/**
 * The service in a process of its own, configured by the environment as ever, in a hurry, and with
 * faults at the steps that its argument names. It tells its parent the address that it listens on,
 * and takes orders from it.
 */
export interface InstanceOrders {
  readonly journal: string
  /** Its name in the journal. */
  readonly name: string
  readonly strikes: readonly Strike[]
  /** How far its clock is off from the start. */
  readonly clockAheadMs: number
  /** A lease is four times that. */
  readonly submitTimeoutMs: number
}

/** `calm`: from now on nothing is struck. */
export type Order = { readonly kind: 'jump'; readonly ms: number } | { readonly kind: 'calm' }

/** `calm`: as ordered. */
export type Word = { readonly kind: 'listening'; readonly address: string } | { readonly kind: 'calm' }

/** Everything that waits waits for moments: a round is over in seconds. */
function roundPolicy(submitTimeoutMs: number): WorkerPolicy {
  return {
    attemptsMax,
    backoffFirstMs: 20,
    backoffLastMs: 120,
    patienceMs: 3_600_000,
    submitTimeoutMs,
    leaseMs: 4 * submitTimeoutMs,
    pollMs: 80,
    concurrencyMax: 8,
    batchMax: 6,
    doubtAfterMs: 5_000,
    breaker: { outagesMax: 5, openFirstMs: 200, openLastMs: 800 },
    drainMs: 300,
  }
}

export const attemptsMax = 30

/**
 * So short that every status that never comes is missed within the round, and one that comes late
 * as well.
 */
const mlsOverdueMs = 1_000

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
      policy: roundPolicy(orders.submitTimeoutMs),
      mlsOverdueMs,
    }),
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
  // Without its parent it is nobody's.
  process.once('disconnect', () => setTimeout(() => process.exit(), 1_000).unref())
  say({ kind: 'listening', address: await service.start() })
  flushCompileCache()
}

function say(word: Word): void {
  process.send?.(word)
}

if (import.meta.main) await run(JSON.parse(process.argv[2] ?? '{}'))

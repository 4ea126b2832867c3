import { randomUUID } from 'node:crypto'
import { after } from 'node:test'
import { systemClock } from '../../../src/clock/clock.ts'
import { systemIds } from '../../../src/clock/ids.ts'
import type { Exchange, ExchangeParts } from '../../../src/exchange/exchange.ts'
import { createExchange } from '../../../src/exchange/exchange.ts'
import type { Gateway } from '../../../src/exchange/gateway.ts'
import type { SandboxParts } from '../../../src/exchange/gateways/sandbox/sandbox.ts'
import { createSandbox } from '../../../src/exchange/gateways/sandbox/sandbox.ts'
import { unobserved } from '../../../src/exchange/observer.ts'
import type { WorkerPolicy } from '../../../src/exchange/worker/worker.ts'
import { openRulebook } from '../../../src/rules/open-rulebook.ts'
import type { Database } from '../../../src/store/database/database.ts'
import { Random } from '../random.ts'
import { networkIds } from './deliverables.ts'

const random = new Random(1)

const rulebookOptions = { gaps: true }
const rulebook = await openRulebook(rulebookOptions)

/** A policy for fast tests: every pause is a few milliseconds. */
export const hurriedPolicy: WorkerPolicy = {
  attemptsMax: 4,
  backoffFirstMs: 5,
  backoffLastMs: 20,
  patienceMs: 60_000,
  submitTimeoutMs: 1_000,
  absenceMs: 200,
  leaseMs: 4_000,
  pollMs: 10,
  gatherMs: 0,
  concurrencyMax: 16,
  batchMax: 8,
  doubtAfterMs: 60_000,
  breaker: { outagesMax: 5, openFirstMs: 20, openLastMs: 100 },
  drainMs: 200,
}

/**
 * For tests in which submits time out and leases expire often, with enough attempts for a busy
 * machine.
 */
export const hastyPolicy: WorkerPolicy = { ...hurriedPolicy, submitTimeoutMs: 100, leaseMs: 400, attemptsMax: 100 }

export function aSandbox(db: Database, overrides: Partial<SandboxParts> = {}): Gateway {
  return createSandbox({
    db,
    clock: systemClock,
    random: () => random.next(),
    delays: { receiptMs: [0, 3], verdictMs: [0, 10] },
    gatherMs: 0,
    rulebook,
    serviceProviderId: networkIds.serviceProviderId,
    onTrouble: raise,
    ...overrides,
  })
}

/** Stops with its test. A test that fails does not reach its own stop, and its process would not end. */
export function anExchange(db: Database, gateway: Gateway, overrides: Partial<ExchangeParts> = {}): Exchange {
  const exchange = createExchange({
    db,
    gateways: [gateway],
    clock: systemClock,
    ids: systemIds,
    random: () => random.next(),
    owner: randomUUID(),
    policy: hurriedPolicy,
    mlsOverdueMs: 25 * 60_000,
    observer: unobserved,
    onTrouble: raise,
    onGateway: () => undefined,
    onNotTaken: (result) => raise('inbound', result),
    rulebook,
    rulebookOptions,
    ...networkIds,
    ...overrides,
  })
  after(() => exchange.stop())
  return exchange
}

/** Unexpected trouble fails the test. */
function raise(during: string, error: unknown): void {
  throw new Error(`trouble during ${during}`, { cause: error })
}

import type { ClaimedLeg } from '../store/leg-queue.ts'
import { claimLegs, lapsedLegs, legsHeldBy } from '../store/leg-queue.ts'
import type { LegState } from '../store/legs.ts'
import type { ApplyParts } from './apply.ts'
import { applyToLeg } from './apply.ts'
import type { Gateway, Outcome } from './gateway.ts'
import { bareResponse } from './gateway.ts'
import type { RetryPolicy } from './leg.ts'
import { send } from './send.ts'

/**
 * Takes due legs from the database and sends them. Any number of workers share one database: what each of them holds is
 * written in the rows as a lease. It never claims more than it can begin at once, so that work waits in the database,
 * where another instance can take it, and not in memory.
 */
export function createWorker(parts: WorkerParts): Worker {
  const settings = parts.policy
  if (settings.leaseMs < 3 * settings.submitTimeoutMs) throw new Error('leaseMs must be at least 3 × submitTimeoutMs')
  const underway = new Set<Promise<void>>()
  // A quarter of the places must be free before more is claimed: fuller batches under load.
  const underwayForClaim = settings.concurrencyMax - Math.ceil(settings.concurrencyMax / 4)
  const hardStop = new AbortController()
  let nap = new AbortController()
  let isStopping = false
  let loop: Promise<void> | undefined
  let lookForLapsedAt = 0

  async function deliver(leg: ClaimedLeg): Promise<void> {
    const sendParts = { gateway: parts.gateway, clock: parts.clock, submitTimeoutMs: settings.submitTimeoutMs }
    await settle(leg, await send(sendParts, leg, hardStop.signal))
  }

  /** A settle that fails is no loss: the lease ends, and whoever takes the leg over asks what became of it. */
  async function settle(leg: LegState, outcome: Outcome): Promise<void> {
    const isOurs = (fresh: LegState) => fresh.leaseOwner === leg.leaseOwner && fresh.leaseUntil === leg.leaseUntil
    await applyToLeg(parts, leg, outcome, isOurs).catch((error: unknown) => parts.onTrouble('settle', error))
  }

  /** True when there may be more to do at once. */
  async function turn(): Promise<boolean> {
    const now = parts.clock.now()
    if (now >= lookForLapsedAt) {
      lookForLapsedAt = now + settings.pollMs
      await Promise.all((await lapsedLegs(parts.db, now, settings.batchMax)).map((leg) => settle(leg, interrupted)))
    }
    const limit = Math.min(settings.batchMax, settings.concurrencyMax - underway.size)
    const claimed = await claimLegs(parts.db, { owner: parts.owner, now, limit, leaseMs: settings.leaseMs })
    for (const leg of claimed) {
      const delivery = deliver(leg).finally(() => underway.delete(delivery))
      underway.add(delivery)
    }
    return claimed.length === limit
  }

  async function run(): Promise<void> {
    while (!isStopping) {
      const mine = new AbortController()
      nap = mine // a wake during the turn counts: the nap after it is over before it begins
      const isMore = await turn().catch((error: unknown) => {
        parts.onTrouble('claim', error)
        return false
      })
      if (isStopping) return
      if (!isMore) await parts.clock.sleep(settings.pollMs, mine.signal)
      while (underway.size > underwayForClaim && !isStopping) await Promise.race(underway)
    }
  }

  return {
    start() {
      loop ??= run()
    },
    wake() {
      nap.abort()
    },
    async stop() {
      isStopping = true
      nap.abort()
      const drained = new AbortController()
      const drain = parts.clock.sleep(settings.drainMs, drained.signal).then(() => hardStop.abort())
      await loop
      await Promise.all(underway)
      drained.abort()
      await drain
      const held = await legsHeldBy(parts.db, parts.owner).catch((error: unknown) => {
        parts.onTrouble('release', error)
        return []
      })
      await Promise.all(held.map((leg) => settle(leg, interrupted)))
    },
  }
}

export interface Worker {
  start(): void
  /** There is a new leg: look now. */
  wake(): void
  /** Claims nothing more, lets what is under way end within `drainMs`, gives back the rest. Never rejects. */
  stop(): Promise<void>
}

export interface WorkerParts extends ApplyParts {
  readonly gateway: Gateway
  /** Names this worker among all that ever share the database. */
  readonly owner: string
  readonly policy: WorkerPolicy
  /** What went wrong without being lost: for the service's own log. */
  readonly onTrouble: (during: 'claim' | 'settle' | 'release', error: unknown) => void
}

export interface WorkerPolicy extends RetryPolicy {
  readonly leaseMs: number
  readonly pollMs: number
  /** How many legs are under way at once. */
  readonly concurrencyMax: number
  readonly batchMax: number
  /** How long a stop waits for the gateway. */
  readonly drainMs: number
}

export const defaultPolicy: WorkerPolicy = {
  attemptsMax: 12,
  backoffFirstMs: 5_000,
  backoffLastMs: 3_600_000,
  submitTimeoutMs: 30_000,
  leaseMs: 120_000,
  pollMs: 1_000,
  concurrencyMax: 16,
  batchMax: 32,
  drainMs: 10_000,
}

const interrupted: Outcome = { kind: 'unknown', response: bareResponse('INTERRUPTED', 'The attempt was interrupted') }

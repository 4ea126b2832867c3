import { Loop } from '../../clock/loop.ts'
import type { ClaimedLeg } from '../../store/legs/leg-queue.ts'
import { lapsedLegs, legsHeldBy } from '../../store/legs/leg-queue.ts'
import type { LegEntry, LegState } from '../../store/legs/legs.ts'
import { recordSubmitAgain } from '../../store/legs/submit-again.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import { inSpan } from '../../tracing/span.ts'
import type { Gateway, Outcome } from '../gateway.ts'
import { bareResponse } from '../gateway.ts'
import { startInTurns } from '../in-turns.ts'
import type { Applied, ApplyParts } from '../legs/apply.ts'
import { applyToLeg } from '../legs/apply.ts'
import type { RetryPolicy } from '../legs/try-again.ts'
import { Breaker, type BreakerPolicy, type BreakerState } from './breaker.ts'
import { LargeTurns } from './large-turns.ts'
import { LegClaims } from './leg-claims.ts'
import { isFailure, spanOf } from './leg-span.ts'
import { send } from './send.ts'

/**
 * Claims due legs of one access point from the database and sends them. Any number of workers
 * share a database; each row carries its lease. A worker claims only as many legs as it can start
 * at once, so that the rest stay in the database for other instances. Only large documents wait
 * here for their turn, unread. While the gateway is down it claims nothing. A leg that was due
 * before the worker began, or before another server of the database answered, is asked about first,
 * since the database may be an old copy. Source: docs/decisions/0029.
 */
export class Worker {
  readonly #parts: WorkerParts
  readonly #policy: WorkerPolicy
  readonly #breaker: Breaker
  readonly #underway = new Set<Promise<void>>()
  readonly #turns = new LargeTurns()
  readonly #claims: LegClaims
  readonly #look: OrganisationLook
  readonly #loop: Loop
  #settling = 0
  #nextLapsedCheckAt = 0
  #startedAt = Number.POSITIVE_INFINITY

  constructor(parts: WorkerParts) {
    this.#parts = parts
    this.#policy = parts.policy
    const { leaseMs, submitTimeoutMs } = parts.policy
    if (leaseMs < 4 * submitTimeoutMs) throw new Error('leaseMs must be at least 4 × submitTimeoutMs')
    const { clock, random, observer, onGateway, onTrouble } = parts
    const { pollMs, gatherMs, drainMs, doubtAfterMs } = parts.policy
    this.#look = new OrganisationLook(parts.db, clock)
    this.#claims = new LegClaims({
      ...parts,
      look: this.#look,
      leaseMs,
      pollMs,
      doubtAfterMs,
      accessPoint: parts.gateway.accessPoint,
    })
    this.#loop = new Loop({
      clock,
      turn: async () => ((await this.#turn()) ? 0 : pollMs),
      everyMs: pollMs,
      pauseMs: gatherMs,
      ready: () => this.#waitForPlaces(),
      underway: () => Promise.all(this.#underway),
      drainMs,
      onTrouble: (error) => onTrouble('claim', error),
    })
    this.#breaker = new Breaker({
      ...parts.policy.breaker,
      now: () => clock.now(),
      random,
      onChange: (state, why) => {
        observer.gatewayChanged(state.kind)
        onGateway(state, why)
        if (state.kind === 'closed') this.wake()
      },
    })
  }

  get accessPoint(): string {
    return this.#parts.gateway.accessPoint
  }

  /** Whether the gateway works, as this worker sees it. */
  get gatewayState(): BreakerState {
    return this.#breaker.state
  }

  /** True if the gateway may be back, and no leg is under way that will show it. */
  get wantsProbe(): boolean {
    return this.#breaker.wantsProbe
  }

  start(): void {
    this.#startedAt = Math.min(this.#startedAt, this.#parts.clock.now())
    this.#loop.start()
  }

  /** There are new legs, of an organisation or nobody knows whose: claim now. */
  wake(orgId?: string): void {
    this.#claims.wake(orgId)
    this.#loop.wake()
  }

  /**
   * Stops claiming, gives running attempts `drainMs` to end and returns the leases of the others.
   * Never rejects.
   */
  async stop(): Promise<void> {
    const { owner, onTrouble } = this.#parts
    await this.#loop.stop()
    const held = await legsHeldBy(this.#look, owner).catch((error: unknown) => {
      onTrouble('release', error)
      return []
    })
    await Promise.all(held.map((leg) => this.#settle(leg, interrupted)))
  }

  /** Waits until a quarter of the places are free, so that claims are larger under load. */
  async #waitForPlaces(): Promise<void> {
    const placesForClaim = Math.ceil(this.#policy.concurrencyMax / 4)
    while (this.#places < placesForClaim && !this.#loop.stopping.aborted) await Promise.race(this.#underway)
  }

  /**
   * How many more legs can start. Up to `concurrencyMax` legs may wait, for their turn as a large
   * document or for the commit of their outcome, without taking the place of others at the gateway.
   */
  get #places(): number {
    const { concurrencyMax } = this.#policy
    const { size } = this.#underway
    return Math.min(concurrencyMax - (size - this.#turns.waiting - this.#settling), 2 * concurrencyMax - size)
  }

  /** True when there may be more to do at once. */
  async #turn(): Promise<boolean> {
    const { clock } = this.#parts
    const { batchMax, pollMs } = this.#policy
    const now = clock.now()
    if (now >= this.#nextLapsedCheckAt) {
      this.#nextLapsedCheckAt = now + pollMs
      const lapsed = await lapsedLegs(this.#look, now, batchMax)
      await Promise.all(lapsed.map((leg) => this.#takeOver(leg)))
    }
    const limit = Math.min(batchMax, this.#places, this.#breaker.allowance())
    if (limit <= 0) return false
    // The database may have been restored before this worker started, so legs due earlier are in
    // doubt.
    const { legs, isMore } = await this.#claims.next({ limit, now, doubtBefore: this.#startedAt })
    this.#breaker.recordClaimed(legs.length)
    await startInTurns(clock, legs, async (leg) => {
      const delivery = this.#deliver(leg).finally(() => this.#underway.delete(delivery))
      this.#underway.add(delivery)
    })
    return isMore
  }

  #deliver(leg: ClaimedLeg): Promise<void> {
    const { db, gateway, clock, policy, observer } = this.#parts
    const { submitTimeoutMs, absenceMs } = policy
    const recordAgain = (entry: LegEntry) => recordSubmitAgain(db, leg, entry, clock.now())
    const parts = { gateway, clock, submitTimeoutMs, absenceMs, observer, turns: this.#turns, recordAgain }
    return inSpan(`submit ${leg.corner}`, spanOf(leg, clock.now()), async (span) => {
      const outcome = await send(parts, leg, this.#loop.breakOff)
      observer.attempted(leg.corner, outcome.kind)
      if (isFailure(outcome)) span.fail(outcome.kind)
      this.#breaker.record(outcome)
      this.#settling += 1
      await this.#settle(leg, outcome)
      this.#settling -= 1
    })
  }

  /** Several workers may see the same lapsed leg; one of them gets it. */
  async #takeOver(leg: LegState): Promise<void> {
    if ((await this.#settle(leg, interrupted)) === 'applied') this.#parts.observer.lapsed(leg.corner)
  }

  /** A failed settle loses nothing: the lease ends, and the next worker asks about the leg. */
  async #settle(leg: LegState, outcome: Outcome): Promise<Applied | undefined> {
    const isOurs = (fresh: LegState) => fresh.leaseOwner === leg.leaseOwner && fresh.leaseUntil === leg.leaseUntil
    return applyToLeg(this.#parts, leg, outcome, isOurs).catch((error: unknown) => {
      this.#parts.onTrouble('settle', error)
      return undefined
    })
  }
}

export interface WorkerParts extends ApplyParts {
  readonly gateway: Gateway
  /** Unique among all workers that ever use the database. */
  readonly owner: string
  readonly policy: WorkerPolicy
  /** Errors that lose nothing, for the service's log. */
  readonly onTrouble: (during: 'claim' | 'settle' | 'release', error: unknown) => void
  /**
   * The gateway went down or came back. `why`: its error message, if an outage caused the change.
   */
  readonly onGateway: (state: BreakerState, why: string | null) => void
}

export interface WorkerPolicy extends RetryPolicy {
  readonly leaseMs: number
  readonly pollMs: number
  /** How long new legs and outcomes gather after a claim or commit, for the next one. */
  readonly gatherMs: number
  /** How many legs are under way at once. */
  readonly concurrencyMax: number
  readonly batchMax: number
  /**
   * A leg that was due for longer than this when another server of the database answered is asked
   * about before it is sent.
   */
  readonly doubtAfterMs: number
  readonly breaker: BreakerPolicy
  /** How long a stop waits for the gateway. */
  readonly drainMs: number
}

export const defaultPolicy: WorkerPolicy = {
  attemptsMax: 12,
  backoffFirstMs: 5_000,
  backoffLastMs: 3_600_000,
  patienceMs: 7 * 86_400_000,
  submitTimeoutMs: 30_000,
  // Longer than the slowest record of a submit that we know of: docs/decisions/0109.
  absenceMs: 600_000,
  leaseMs: 120_000,
  pollMs: 1_000,
  gatherMs: 50,
  concurrencyMax: 64,
  batchMax: 64,
  // A leg usually waits a second at most. A failover to an older copy takes longer than this.
  doubtAfterMs: 5_000,
  breaker: { outagesMax: 5, openFirstMs: 30_000, openLastMs: 300_000 },
  drainMs: 10_000,
}

const interrupted: Outcome = { kind: 'unknown', response: bareResponse('INTERRUPTED', 'The attempt was interrupted') }

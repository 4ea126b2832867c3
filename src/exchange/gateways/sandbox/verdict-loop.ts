import type { Clock } from '../../../clock/clock.ts'
import type { InboundSink } from '../../gateway.ts'
import type { SandboxDelays } from './delays.ts'
import { within } from './delays.ts'
import type { DueVerdict, Ledger, SentVerdict } from './ledger.ts'
import { scriptNamed } from './scripts.ts'
import { composeStatus } from './status.ts'

/**
 * Brings the verdicts that are due. What is due stands in the ledger, so that a verdict owed by a process that has died
 * is brought by the next one; one that the sink could not take comes again.
 */
export class VerdictLoop {
  readonly #parts: VerdictLoopParts
  #nap = new AbortController()
  /** Until then the loop looks at nothing. */
  #asleepUntil = 0
  #isStopping = false
  #loop: Promise<void> | undefined

  constructor(parts: VerdictLoopParts) {
    this.#parts = parts
  }

  start(inbound: InboundSink): void {
    this.#loop ??= this.#run(inbound)
  }

  /** A verdict will be due at that instant: no need to find it by polling. */
  expect(dueAt: number): void {
    if (dueAt < this.#asleepUntil) this.#nap.abort()
  }

  /** Verdicts may be due that nobody expected yet. */
  lookNow(): void {
    this.#nap.abort()
  }

  async stop(): Promise<void> {
    this.#isStopping = true
    this.#nap.abort()
    await this.#loop
  }

  async #run(inbound: InboundSink): Promise<void> {
    const { clock, onTrouble } = this.#parts
    while (!this.#isStopping) {
      const nap = new AbortController()
      this.#nap = nap
      this.#asleepUntil = Number.POSITIVE_INFINITY // what is expected from here on may be missed by the look that follows
      const nextLookAt = await this.#turn(inbound).catch((error: unknown) => {
        onTrouble('verdicts', error)
        return clock.now() + pollMs
      })
      this.#asleepUntil = nextLookAt
      const waitMs = nextLookAt - clock.now()
      if (waitMs > 0 && !this.#isStopping) await clock.sleep(waitMs, nap.signal)
    }
  }

  /** Brings what is due; answers when to look again. */
  async #turn(inbound: InboundSink): Promise<number> {
    const { clock, ledger } = this.#parts
    const now = clock.now()
    const due = await ledger.takeDue(now, batchMax, now + againMs)
    const sent = await Promise.all(due.map((verdict) => this.#bring(verdict, inbound)))
    const done = sent.filter((verdict) => verdict !== undefined)
    if (done.length > 0) await ledger.markSent(done)
    const nextDueAt = await ledger.nextDueAt()
    return Math.min(nextDueAt ?? Number.POSITIVE_INFINITY, clock.now() + pollMs)
  }

  async #bring(due: DueVerdict, inbound: InboundSink): Promise<SentVerdict | undefined> {
    const { clock, random, delays, serviceProviderId, onTrouble } = this.#parts
    const now = clock.now()
    const { verdicts: script } = scriptNamed(due.script)
    const saying = script[due.verdictsSent]
    try {
      if (saying !== undefined) {
        await inbound(composeStatus({ due, saying, now, random: random(), toProviderId: serviceProviderId }))
      }
    } catch (error) {
      onTrouble('verdicts', error)
      return undefined
    }
    const verdictsSent = due.verdictsSent + 1
    const nextDueAt = verdictsSent >= script.length ? null : now + within(delays.verdictMs, random())
    return { transmissionUuid: due.transmissionUuid, verdictsSent, nextDueAt }
  }
}

export interface VerdictLoopParts {
  readonly ledger: Ledger
  readonly clock: Clock
  readonly random: () => number
  readonly delays: SandboxDelays
  /** Whom the statuses are sent to: our own access point, `0242:…`. */
  readonly serviceProviderId: string
  readonly onTrouble: (during: 'verdicts', error: unknown) => void
}

/** Finds what other processes left behind. */
const pollMs = 1_000
const batchMax = 64
/** How long a verdict that was not taken waits before it is brought again. */
const againMs = 5_000

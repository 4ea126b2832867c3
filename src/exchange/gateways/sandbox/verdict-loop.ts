import type { Clock } from '../../../clock/clock.ts'
import { Loop } from '../../../clock/loop.ts'
import type { InboundSink } from '../../gateway.ts'
import { startInTurns } from '../../in-turns.ts'
import type { SandboxDelays } from './delays.ts'
import { within } from './delays.ts'
import type { DueVerdict, Ledger, SentVerdict } from './ledger.ts'
import { scriptNamed } from './scripts.ts'
import { composeStatus } from './status.ts'

/**
 * Sends the due verdicts. They are stored in the ledger, so a verdict of a process that died is
 * sent by the next one. If the sink rejects a verdict, it is sent again.
 */
export class VerdictLoop {
  readonly #parts: VerdictLoopParts
  readonly #loop: Loop
  #inbound: InboundSink | undefined
  /**
   * When the next look happens without a wake. Infinite during a look, which may miss verdicts that
   * are scheduled meanwhile.
   */
  #asleepUntil = Number.POSITIVE_INFINITY

  constructor(parts: VerdictLoopParts) {
    this.#parts = parts
    const { clock, gatherMs, onTrouble } = parts
    const trouble = (error: unknown) => onTrouble('verdicts', error)
    this.#loop = new Loop({ clock, turn: () => this.#turn(), everyMs: pollMs, pauseMs: gatherMs, onTrouble: trouble })
  }

  start(inbound: InboundSink): void {
    this.#inbound ??= inbound
    this.#loop.start()
  }

  /** A verdict is due at `dueAt`, earlier than polling may find it. */
  expect(dueAt: number): void {
    if (dueAt < this.#asleepUntil) this.#loop.wake()
  }

  /** Due times may have changed. */
  lookNow(): void {
    this.#loop.wake()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
  }

  /** Sends the due verdicts; resolves to the time until the next look. */
  async #turn(): Promise<number> {
    const { clock, ledger } = this.#parts
    this.#asleepUntil = Number.POSITIVE_INFINITY
    const now = clock.now()
    const due = await ledger.takeDue(now, batchMax, now + againMs)
    const sent = await Promise.all(await startInTurns(clock, due, (verdict) => this.#send(verdict)))
    const done = sent.filter((verdict) => verdict !== undefined)
    if (done.length > 0) await ledger.markSent(done)
    const nextDueAt = await ledger.nextDueAt()
    this.#asleepUntil = Math.min(nextDueAt ?? Number.POSITIVE_INFINITY, clock.now() + pollMs)
    return this.#asleepUntil - clock.now()
  }

  async #send(due: DueVerdict): Promise<SentVerdict | undefined> {
    const { clock, random, delays, serviceProviderId, onTrouble } = this.#parts
    const now = clock.now()
    const { verdicts: script } = scriptNamed(due.script)
    const verdictScript = script[due.verdictsSent]
    try {
      if (verdictScript !== undefined) {
        await this.#inbound?.(
          composeStatus({ due, verdictScript, now, random: random(), toProviderId: serviceProviderId }),
        )
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
  /** How long due verdicts gather after a look, for the next one. */
  readonly gatherMs: number
  /** The receiver of the statuses: our own access point, `0242:…`. */
  readonly serviceProviderId: string
  readonly onTrouble: (during: 'verdicts', error: unknown) => void
}

/** Finds verdicts that other processes left behind. */
const pollMs = 1_000
const batchMax = 256
/** How long a rejected verdict waits before it is sent again. */
const againMs = 5_000

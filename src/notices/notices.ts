import type { Clock } from '../clock/clock.ts'
import { Loop } from '../clock/loop.ts'
import { hasDueTurn, releaseLapsedTurns } from '../store/notices/notice-turns.ts'
import { type DeliverParts, deliverNext } from './deliver.ts'
import { type GatherParts, gatherNotices } from './gather.ts'
import type { MailSession } from './smtp.ts'
import { retryDelayMs } from './times.ts'

/**
 * Writes e-mails to people about what needs them. It reads the change feed and the stalled legs by
 * itself: nothing else waits for it, and a mail server that is away delays nothing but mails. Any
 * number of instances share a database. Source: docs/decisions/0072.
 */
export class Notices {
  readonly #parts: NoticeParts
  readonly #loop: Loop
  #nextSessionAt = 0
  #failedSessions = 0

  constructor(parts: NoticeParts) {
    this.#parts = parts
    this.#loop = new Loop({
      clock: parts.clock,
      turn: () => this.turn(),
      everyMs: pollMs,
      onTrouble: (error) => parts.onTrouble('mail', error),
    })
  }

  start(): void {
    this.#loop.start()
  }

  /** Finishes the mail in progress. Never rejects. */
  async stop(): Promise<void> {
    await this.#loop.stop()
  }

  /**
   * Looks for events once, then sends what is due. Returns the pause until the next turn in ms; the
   * loop calls it.
   */
  async turn(): Promise<number> {
    const { db, clock, observer } = this.#parts
    const isMore = await gatherNotices(this.#parts, clock.now())
    const uncertain = await releaseLapsedTurns(db, clock.now())
    if (uncertain > 0) observer.leftUncertain(uncertain)
    const isBusy = await this.#deliver()
    return isMore || isBusy ? 0 : pollMs
  }

  /** Sends up to `mailsPerTurn` mails over one connection. True when more may be due. */
  async #deliver(): Promise<boolean> {
    const { db, clock } = this.#parts
    if (clock.now() < this.#nextSessionAt || !(await hasDueTurn(db, clock.now()))) return false
    const session = await this.#openSession()
    if (session === undefined) return false
    try {
      for (let mails = 0; mails < mailsPerTurn && !this.#loop.stopping.aborted; mails += 1) {
        const outcome = await deliverNext(this.#parts, session)
        if (outcome === undefined) return false
        if (outcome === 'nothing' || outcome.kind === 'accepted') continue
        // The next mail gets a new connection: this one may be broken.
        return outcome.kind === 'refused'
      }
      return true
    } finally {
      session.close()
    }
  }

  /** Before anybody's turn is claimed: while the server is away, no notice counts an attempt. */
  async #openSession(): Promise<MailSession | undefined> {
    const { clock, openSession, observer, onTrouble } = this.#parts
    try {
      const session = await openSession()
      this.#failedSessions = 0
      return session
    } catch (error) {
      observer.mailed('away')
      if (this.#failedSessions === 0) onTrouble('mail', error)
      this.#nextSessionAt = clock.now() + Math.min(retryDelayMs(this.#failedSessions), sessionDelayMsMax)
      this.#failedSessions += 1
      return undefined
    }
  }
}

export interface NoticeParts extends GatherParts, DeliverParts {
  readonly clock: Clock
  readonly openSession: () => Promise<MailSession>
}

const pollMs = 5_000
const mailsPerTurn = 100
/** A server that is back is used again after this at most. */
const sessionDelayMsMax = 10 * 60_000

import type { Clock } from '../../clock/clock.ts'
import { Loop } from '../../clock/loop.ts'
import { isLoss } from '../../store/database/database.ts'
import { OrganisationLook } from '../../store/organisation-look.ts'
import { dueConfirmations, sendConfirmation } from './confirmations.ts'
import { type DeliverParts, deliverNext } from './deliver.ts'
import { type GatherParts, gatherNotices } from './gather.ts'
import { lapsedTurns, organisationsWithDueTurns, releaseLapsedTurn } from './notice-turns.ts'
import type { MailOutcome, MailSession } from './smtp.ts'
import { retryDelayMs } from './times.ts'

/**
 * Writes e-mails to people about what needs them. It reads the change feed and the stalled legs by
 * itself: nothing else waits for it, and a mail server that is away delays nothing but mails. Any
 * number of instances share a database. Source: docs/decisions/0072.
 */
export class Notices {
  readonly #parts: NoticeParts
  readonly #look: OrganisationLook
  readonly #loop: Loop
  #nextSessionAt = 0
  #failedSessions = 0
  #nextConfirmationsAt = 0

  constructor(parts: NoticeParts) {
    this.#parts = parts
    this.#look = new OrganisationLook(parts.db, parts.clock)
    this.#loop = new Loop({
      clock: parts.clock,
      turn: () => this.turn(),
      everyMs: parts.pollMs,
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
    const isMore = await gatherNotices({ ...this.#parts, look: this.#look }, this.#parts.clock.now())
    await this.#releaseLapsed()
    const isBusy = await this.#deliver()
    await this.#confirm()
    return isMore || isBusy ? 0 : this.#parts.pollMs
  }

  async #releaseLapsed(): Promise<void> {
    const { db, clock, observer, onTrouble } = this.#parts
    for (const turn of await lapsedTurns(this.#look, clock.now())) {
      const uncertain = await releaseLapsedTurn(db, turn, clock.now()).catch((error: unknown) => {
        onTrouble('mail', error)
        return 0
      })
      if (uncertain > 0) observer.leftUncertain(uncertain)
    }
  }

  /** Sends up to `mailsPerTurn` mails over one connection. True when more may be due. */
  async #deliver(): Promise<boolean> {
    const { clock } = this.#parts
    if (clock.now() < this.#nextSessionAt) return false
    const due = await organisationsWithDueTurns(this.#look, clock.now(), mailsPerTurn)
    if (due.length === 0) return false
    const session = await this.#openSession()
    if (session === undefined) return false
    try {
      for (const orgId of due) {
        if (this.#loop.stopping.aborted) return false
        const outcome = await this.#deliverOne(orgId, session)
        if (outcome === undefined || outcome === 'nothing' || outcome.kind === 'accepted') continue
        // The next mail gets a new connection: this one may be broken.
        return outcome.kind === 'refused'
      }
      return due.length >= mailsPerTurn
    } finally {
      session.close()
    }
  }

  /** Asks addresses that are new, now and then: nothing about a document waits for them. */
  async #confirm(): Promise<void> {
    const { clock, onTrouble } = this.#parts
    const now = clock.now()
    if (now < this.#nextConfirmationsAt || now < this.#nextSessionAt) return
    this.#nextConfirmationsAt = now + confirmEveryMs
    const due = await dueConfirmations(this.#parts, now)
    if (due.length === 0) return
    const session = await this.#openSession()
    if (session === undefined) return
    try {
      for (const person of due) {
        if (this.#loop.stopping.aborted) return
        const outcome = await sendConfirmation(this.#parts, person, session)
        // The next mail gets a new connection: this one may be broken.
        if (outcome?.kind === 'lost' || outcome?.kind === 'uncertain') return
      }
    } catch (error) {
      if (!isLoss(error)) throw error
      onTrouble('mail', error)
    } finally {
      session.close()
    }
  }

  /** A database that fails for one organisation delays no mail of others. */
  async #deliverOne(orgId: string, session: MailSession): Promise<MailOutcome | 'nothing' | undefined> {
    try {
      return await this.#look.handleFound('due mails', () => deliverNext(this.#parts, orgId, session))
    } catch (error) {
      if (!isLoss(error)) throw error
      this.#parts.onTrouble('mail', error)
      return undefined
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
  /** How often it looks for events and mails. */
  readonly pollMs: number
}

export const usualPollMs = 5_000
const mailsPerTurn = 100
/** The look at the people of all organisations costs more than the others. */
const confirmEveryMs = 15_000
/** A server that is back is used again after this at most. */
const sessionDelayMsMax = 10 * 60_000

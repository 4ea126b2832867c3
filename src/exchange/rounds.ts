import { doEach } from '../clock/do-each.ts'
import { Loop } from '../clock/loop.ts'
import { markOverdue, organisationsWithOverdue } from '../store/legs/overdue-legs.ts'
import { OrganisationLook } from '../store/organisation-look.ts'
import type { InboundParts } from './inbound/judges.ts'
import { decideWaitingStatuses } from './inbound/waiting-statuses.ts'
import { decideWithdrawals, type WithdrawalParts } from './reports/withdrawals.ts'

/**
 * Periodic work beside the due legs: marks overdue statuses, decides withdrawals that wait for
 * their report, and statuses that wait for a receipt. Each round handles one batch from the
 * database, so any number of instances can run it.
 */
export class Rounds {
  readonly #parts: RoundsParts
  readonly #look: OrganisationLook
  readonly #loop: Loop

  constructor(parts: RoundsParts) {
    this.#parts = parts
    this.#look = new OrganisationLook(parts.db, parts.clock)
    const { clock, everyMs, onTrouble } = parts
    const trouble = (error: unknown) => onTrouble('rounds', error)
    this.#loop = new Loop({ clock, turn: () => this.#turn(), everyMs, onTrouble: trouble })
  }

  start(): void {
    this.#loop.start()
  }

  /** There may be work before the next round. */
  lookNow(): void {
    this.#loop.wake()
  }

  async stop(): Promise<void> {
    await this.#loop.stop()
  }

  async #turn(): Promise<number> {
    const { everyMs, onTrouble } = this.#parts
    const tasks = [this.#markOverdue(), this.#decideWithdrawals(), this.#decideWaitingStatuses()].map((task) =>
      task.catch((error: unknown) => {
        // A stop interrupts what is being written.
        if (!this.#loop.stopping.aborted) onTrouble('rounds', error)
        return false
      }),
    )
    const isMore = await Promise.all(tasks)
    return isMore.includes(true) ? 0 : everyMs
  }

  /** True if there may be more to do immediately. */
  async #markOverdue(): Promise<boolean> {
    const { db, clock, mlsOverdueMs } = this.#parts
    const overdue = { now: clock.now(), overdueMs: mlsOverdueMs, limit: batchMax }
    let marked = 0
    const mark = async (orgId: string) => {
      marked += await markOverdue(db, orgId, overdue)
    }
    const organisations = await organisationsWithOverdue(this.#look, overdue)
    await this.#look.handleFound('overdue legs', () =>
      doEach(organisations, mark, (failures) => `the overdue legs of ${failures} organisations were not marked`),
    )
    return marked >= batchMax
  }

  async #decideWithdrawals(): Promise<boolean> {
    const decide = () => decideWithdrawals(this.#parts, this.#look, withdrawalsMax)
    return (await this.#look.handleFound('decidable withdrawals', decide)) >= withdrawalsMax
  }

  async #decideWaitingStatuses(): Promise<boolean> {
    const decide = () => decideWaitingStatuses(this.#parts.inbound, this.#look, waitingMax)
    return (await this.#look.handleFound('waiting statuses', decide)) >= waitingMax
  }
}

export interface RoundsParts extends WithdrawalParts {
  readonly inbound: InboundParts
  /** How long a status may take after the receipt. */
  readonly mlsOverdueMs: number
  readonly everyMs: number
  readonly onTrouble: (during: 'rounds', error: unknown) => void
}

const batchMax = 200
/** Each one is a document to read, judge and write. */
const withdrawalsMax = 20
/** Transmissions with waiting statuses. */
const waitingMax = 100

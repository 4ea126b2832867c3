import { integer, onlyRow } from '../store/database/columns.ts'
import { type Database, sql } from '../store/database/database.ts'
import { type Clock, systemClock } from './clock.ts'

/**
 * The database's time: one clock for all instances, so that a lease ends at the same moment for
 * each of them, whatever their own clocks say. Between two looks it goes by the process's steady
 * timer, which nobody can set. Source: docs/decisions/0026.
 */
export class DatabaseClock implements Clock {
  /** Rejects when the database does not answer. */
  static async open(db: Database, steady: () => number = () => performance.now()): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, steady)
    for (let look = 1; look <= firstLooks; look += 1) await clock.#look()
    return clock
  }

  readonly #db: Database
  readonly #steady: () => number
  /** What the steady timer is behind the database's time: somewhere from the one to the other. */
  #behind: number | undefined
  #lookedAt = Number.NEGATIVE_INFINITY
  #isLooking = false

  private constructor(db: Database, steady: () => number) {
    this.#db = db
    this.#steady = steady
  }

  now(): number {
    const steady = this.#steady()
    if (steady - this.#lookedAt > lookAgainMs && !this.#isLooking) {
      // A database that does not answer keeps its time: the steady timer goes on.
      this.#look().catch(() => undefined)
    }
    return Math.floor(steady + (this.#behind ?? 0))
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return systemClock.sleep(ms, signal)
  }

  /**
   * The answer was given some time between the question and now; what is believed moves no further
   * than that proves.
   */
  async #look(): Promise<void> {
    this.#isLooking = true
    const asked = this.#steady()
    this.#lookedAt = asked
    try {
      const rows = await this.#db.query(sql(`select ${this.#db.dialect.now} as now`))
      const now = integer(onlyRow(rows), 'now')
      const [least, most] = [now - this.#steady(), now + 1 - asked]
      this.#behind = this.#behind === undefined ? (least + most) / 2 : Math.min(Math.max(this.#behind, least), most)
    } finally {
      this.#isLooking = false
    }
  }
}

/** The quickest of them says it best. */
const firstLooks = 3
const lookAgainMs = 10_000

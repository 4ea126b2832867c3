import { integer, onlyRow } from '../store/database/columns.ts'
import { type Database, sql } from '../store/database/database.ts'
import { type Clock, systemClock } from './clock.ts'

/**
 * The database's time, one clock for all instances: a lease ends at the same moment for each of
 * them. Between two queries the process's steady timer counts on, which nobody can set. Source:
 * docs/decisions/0026.
 */
export class DatabaseClock implements Clock {
  /** Rejects if the database does not answer. */
  static async open(db: Database, machine: Clock = systemClock): Promise<DatabaseClock> {
    const clock = new DatabaseClock(db, machine)
    for (let query = 1; query <= firstQueries; query += 1) await clock.#query()
    return clock
  }

  readonly #db: Database
  /** The clock of this machine: its steady timer, and its timers. */
  readonly #machine: Clock
  /** Database time minus the steady timer. */
  #offset: number | undefined
  /** By the steady timer: since when the offset has not moved forward by more than `jumpMs`. */
  #steadySince: number
  #queriedAt = Number.NEGATIVE_INFINITY
  /** The machine's own time minus the steady timer, at the last query. */
  #machineOffset = 0
  #isQuerying = false

  private constructor(db: Database, machine: Clock) {
    this.#db = db
    this.#machine = machine
    this.#steadySince = machine.steady()
  }

  now(): number {
    const steady = this.#machine.steady()
    // Setting or suspending the machine's clock may have moved the database's clock too.
    const isMoved = Math.abs(this.#machine.now() - steady - this.#machineOffset) > jumpMs
    if ((isMoved || steady - this.#queriedAt > queryAgainMs) && !this.#isQuerying) {
      // Without an answer the steady timer simply goes on.
      this.#query().catch(() => undefined)
    }
    return Math.floor(steady + (this.#offset ?? 0))
  }

  /**
   * Since this process has counted, or since the database's clock last jumped forward: it was set,
   * or the machine was suspended. A jump back only lengthens spans, and moves this moment with it.
   */
  steadySince(): number {
    return Math.ceil(this.#steadySince + (this.#offset ?? 0))
  }

  sleep(ms: number, signal?: AbortSignal): Promise<void> {
    return this.#machine.sleep(ms, signal)
  }

  steady(): number {
    return this.#machine.steady()
  }

  timer(ms: number, work: () => void): () => void {
    return this.#machine.timer(ms, work)
  }

  turn(): Promise<void> {
    return this.#machine.turn()
  }

  /**
   * The database read its clock at some moment between the question and now. That gives bounds for
   * the offset, and the offset moves only as far as they require.
   */
  async #query(): Promise<void> {
    this.#isQuerying = true
    const asked = this.#machine.steady()
    this.#queriedAt = asked
    this.#machineOffset = this.#machine.now() - asked
    try {
      const rows = await this.#db.query(sql(`select ${this.#db.dialect.now} as now`))
      const now = integer(onlyRow(rows), 'now')
      const [least, most] = [now - this.#machine.steady(), now + 1 - asked]
      const before = this.#offset
      this.#offset = before === undefined ? (least + most) / 2 : Math.min(Math.max(before, least), most)
      if (before !== undefined && this.#offset - before > jumpMs) this.#steadySince = this.#machine.steady()
    } finally {
      this.#isQuerying = false
    }
  }
}

/** The quickest answer gives the tightest bounds. */
const firstQueries = 3
const queryAgainMs = 10_000
/** Clocks that run at different speeds come apart by less between two queries. */
const jumpMs = 1_000

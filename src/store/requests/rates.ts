import { integer, onlyRow } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/**
 * Counts requests in windows of time for several instances that share a database. One process
 * counts faster in its own memory. On PostgreSQL the table is unlogged: losing it in a crash costs
 * nobody more than a fresh minute.
 */
export class SharedRates {
  readonly #database: Database
  #newestMs = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** How many hits the key has in the window that starts at `windowStartMs`, this one included. */
  async hit(key: string, windowStartMs: number): Promise<number> {
    const rows = await this.#database.query(
      sql(
        `insert into rate_windows (window_start, rate_key, hits) values ($1, $2, 1)
         on conflict (window_start, rate_key) do update set hits = rate_windows.hits + 1 returning hits`,
        windowStartMs,
        key,
      ),
    )
    if (windowStartMs > this.#newestMs) {
      this.#newestMs = windowStartMs
      await this.#forgetBefore(windowStartMs)
    }
    return integer(onlyRow(rows), 'hits')
  }

  /**
   * Once a window by each instance. Another's clock may be a little behind, so the window before
   * stays.
   */
  async #forgetBefore(windowStartMs: number): Promise<void> {
    await this.#database.query(
      sql(
        `delete from rate_windows where window_start <
           (select max(window_start) from rate_windows where window_start < $1)`,
        windowStartMs,
      ),
    )
  }
}

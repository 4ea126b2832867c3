import { integer, onlyRow } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/**
 * Counts requests in time windows for instances that share a database. A single process counts in
 * memory, which is faster. The table is unlogged: after a crash each account starts with a fresh
 * minute.
 */
export class SharedRates {
  readonly #database: Database
  #newestMs = 0

  constructor(database: Database) {
    this.#database = database
  }

  /** Counts a hit and returns the key's hits in the window that starts at `windowStartMs`. */
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
   * Runs once a window on each instance. The window before stays: another instance's clock may be
   * behind.
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

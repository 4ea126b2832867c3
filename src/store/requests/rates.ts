import { integer, text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { jsonRows } from '../database/json-rows.ts'

/**
 * Counts requests in time windows for instances that share a database. The table is unlogged:
 * after a crash each account starts with a fresh minute.
 */
export class SharedRates {
  readonly #database: Database
  #newestMs = 0

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Adds requests by key to the window that starts at `windowStartMs`. Resolves to the hits of
   * these keys, of all instances.
   */
  async add(windowStartMs: number, requests: ReadonlyMap<string, number>): Promise<ReadonlyMap<string, number>> {
    // In one order, so that two instances do not wait for each other's rows.
    const counted = [...requests]
      .map(([key, hits]) => ({ key, hits }))
      .sort((one, other) => (one.key < other.key ? -1 : 1))
    const rows = await this.#database.query(
      sql(
        `insert into rate_windows (window_start, rate_key, hits)
         select cast($2 as bigint), counted_key, counted_hits
         from ${jsonRows(this.#database.dialect, 'counted', { key: 'text', hits: 'bigint' })} where true
         on conflict (window_start, rate_key) do update set hits = rate_windows.hits + excluded.hits
         returning rate_key, hits`,
        JSON.stringify(counted),
        windowStartMs,
      ),
    )
    if (windowStartMs > this.#newestMs) {
      this.#newestMs = windowStartMs
      await this.#forgetBefore(windowStartMs)
    }
    return new Map(rows.map((row) => [text(row, 'rate_key'), integer(row, 'hits')]))
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

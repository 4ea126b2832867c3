import { randomUUID } from 'node:crypto'
import { integer, onlyRow } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/**
 * Long polls, limited for each account across all instances: each holds a slot until it is
 * answered. The slot of an instance that died is free again at `heldUntil`.
 */
export class LongPolls {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /**
   * Takes a slot until `heldUntil` (ms since 1970). When all are taken, returns when the first
   * becomes free.
   */
  async take(account: string, now: number, heldUntil: number): Promise<LongPoll | { readonly freeAt: number }> {
    const holder = randomUUID()
    for (let attempt = 1; attempt <= slotsMax; attempt += 1) {
      const rows = await this.#database.query(
        sql(
          `insert into long_polls (account, slot, holder, held_until)
           select cast($1 as text), slots.slot, cast($2 as text), cast($3 as bigint) from (${slots}) as slots
           where not exists (select 1 from long_polls held
             where held.account = $1 and held.slot = slots.slot and held.held_until > $4)
           order by slots.slot limit 1
           on conflict (account, slot) do update set holder = excluded.holder, held_until = excluded.held_until
             where long_polls.held_until <= $4
           returning slot`,
          account,
          holder,
          heldUntil,
          now,
        ),
      )
      if (rows.length === 1) return { account, holder }
      const freeAt = await this.#freeAt(account, now)
      // Another request was first, and a slot is left.
      if (freeAt !== undefined) return { freeAt }
    }
    return { freeAt: now }
  }

  async giveBack({ account, holder }: LongPoll): Promise<void> {
    await this.#database.query(sql('delete from long_polls where account = $1 and holder = $2', account, holder))
  }

  /** Undefined while a slot is free. */
  async #freeAt(account: string, now: number): Promise<number | undefined> {
    const rows = await this.#database.query(
      sql(
        `select count(*) as held, coalesce(min(held_until), 0) as first_end from long_polls
         where account = $1 and held_until > $2`,
        account,
        now,
      ),
    )
    const counted = onlyRow(rows)
    return integer(counted, 'held') >= slotsMax ? integer(counted, 'first_end') : undefined
  }
}

export interface LongPoll {
  readonly account: string
  readonly holder: string
}

export const slotsMax = 5

const slots = Array.from({ length: slotsMax }, (_, at) => `select ${at + 1} as slot`).join(' union all ')

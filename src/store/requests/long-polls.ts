import { integer, onlyRow } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { newMark } from '../new-mark.ts'

/**
 * Long polls are limited for each account across all instances: each holds a slot until it is
 * answered. Takes a slot until `heldUntil` (ms since 1970), when it is free again even if its
 * instance died. When all are taken, returns when the first becomes free.
 */
export async function takeLongPoll(
  db: Database,
  account: string,
  now: number,
  heldUntil: number,
): Promise<LongPoll | { readonly freeAt: number }> {
  const holder = newMark()
  for (let attempt = 1; attempt <= slotsMax; attempt += 1) {
    const rows = await db.query(
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
    const freeAt = await firstFreeAt(db, account, now)
    // Another request was first, and a slot is left.
    if (freeAt !== undefined) return { freeAt }
  }
  return { freeAt: now }
}

export async function releaseLongPoll(db: Database, { account, holder }: LongPoll): Promise<void> {
  await db.query(sql('delete from long_polls where account = $1 and holder = $2', account, holder))
}

/** Undefined while a slot is free. */
async function firstFreeAt(db: Database, account: string, now: number): Promise<number | undefined> {
  const rows = await db.query(
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

export interface LongPoll {
  readonly account: string
  readonly holder: string
}

export const slotsMax = 5

const slots = Array.from({ length: slotsMax }, (_, at) => `select ${at + 1} as slot`).join(' union all ')

import { integer, optionalInteger } from './database/columns.ts'
import { type Database, sql } from './database/database.ts'

/**
 * Enters a starting instance. Returns when the last instance was seen, if all of them ended
 * without stopping, at least `silentMs` ago; undefined when one still runs, or all were stopped.
 */
export async function enterInstance(db: Database, instance: Instance, silentMs: number): Promise<number | undefined> {
  const { id, at } = instance
  const [before = [], [remaining] = []] = await db.transaction([
    sql('delete from instances where seen_at < $1 returning seen_at', at - silentMs),
    sql('select max(seen_at) as seen_at from instances'),
    sql('insert into instances (id, started_at, seen_at) values ($1, $2, $2)', id, at),
  ])
  if (before.length === 0 || (remaining && optionalInteger(remaining, 'seen_at') !== undefined)) return undefined
  return Math.max(...before.map((row) => integer(row, 'seen_at')))
}

export interface Instance {
  readonly id: string
  /** ms since 1970. */
  readonly at: number
}

/** The instance still runs. Enters it again if another one took it for dead. */
export async function renewInstance(db: Database, { id, at }: Instance): Promise<void> {
  await db.query(
    sql(
      `insert into instances (id, started_at, seen_at) values ($1, $2, $2)
       on conflict (id) do update set seen_at = excluded.seen_at`,
      id,
      at,
    ),
  )
}

/** The instance stops as it should. */
export async function leaveInstance(db: Database, id: string): Promise<void> {
  await db.query(sql('delete from instances where id = $1', id))
}

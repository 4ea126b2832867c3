import { integer, text } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'

/**
 * The organisations whose turn it is: those with due legs at an access point, by id, from behind
 * `after` and round again. Reads one leg each of a fixed number of organisations, however many
 * legs wait.
 */
export async function nextTurns(db: Database, turn: Look): Promise<Turns> {
  const next = (from: string) => `coalesce(
    (select l.org_id from legs l where ${waits} and l.org_id > ${from} order by l.org_id limit 1),
    (select l.org_id from legs l where ${waits} order by l.org_id limit 1))`
  // `>=`, and both columns in the order: with an equality the planner may use the index of all due
  // legs.
  const rows = await db.query(
    acrossOrganisations(
      'the worker serves all organisations',
      sql(
        `select org_id, (select l.next_attempt_at from legs l where l.org_id >= walked.org_id
           and ${waits} order by l.org_id, l.next_attempt_at limit 1) as due_at
       from (
         with recursive walk (org_id, first_id, step) as (
           select first.org_id, first.org_id, 1 from (select ${next('$1')} as org_id) as first
           union all
           select ${next('walk.org_id')}, first_id, step + 1 from walk
           where step < ${stepsMax} and (step = 1 or org_id <> first_id))
         select org_id, step from walk where step = 1 or org_id <> first_id) as walked
       where org_id is not null order by step`,
        turn.after,
        turn.accessPoint,
      ),
    ),
  )
  const walked = rows.map((row) => text(row, 'org_id'))
  return {
    due: rows.filter((row) => integer(row, 'due_at') <= turn.now).map((row) => text(row, 'org_id')),
    last: walked.at(-1) ?? turn.after,
  }
}

interface Look {
  readonly accessPoint: string
  readonly after: string
  readonly now: number
}

const waits = 'l.access_point = $2 and l.next_attempt_at is not null'

export interface Turns {
  readonly due: readonly string[]
  /** The last organisation read, due or not: the next look begins behind it. */
  readonly last: string
}

/**
 * Limits how many organisations with nothing due are skipped.
 */
const stepsMax = 8

/** Before the first look: all legs wait in one queue. */
export const noTurns: Turns = { due: [], last: '' }

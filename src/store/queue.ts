import type { Crossing } from './database/crossings.ts'
import type { Dialect, Row } from './database/database.ts'
import { fewRows } from './database/few-rows.ts'
import { ofOneOrAll } from './database/organisation.ts'
import type { OrganisationLook } from './organisation-look.ts'

/**
 * A table as a queue that any number of instances share. An instance claims due rows: each has a
 * lease then, and is due for nobody else. A lease that has ended without a result is found, so that
 * the row is due again. Each queue keeps its own fence: what shows that the row is still ours.
 */
export interface Queue {
  readonly table: string
  /** The columns that name a row with the key, as places. The organisation is always `$1`. */
  readonly within: (Readonly<Record<string, string>> & { readonly org_id: '$1' }) | 'no organisation'
  readonly key: string
  /** The column with the time from which on a row is due, ms since 1970; null: it is not. */
  readonly due: string
  /** The order of rows that are due since the same moment, as a column. */
  readonly next?: string
}

/**
 * Claims the rows that are due longest. They are chosen once, before anything changes: with a
 * subselect a planner might choose again for each row. Those that another transaction claims are
 * skipped. The limit is in the text: see `isPlannedByValues`.
 */
export function claimText(queue: Queue, { skipLocked }: Dialect, claim: ClaimParts): string {
  const { table, key, due, next } = queue
  const { also = [], now, limit, set, returning } = claim
  const places = queue.within === 'no organisation' ? {} : queue.within
  const within = Object.entries(places).map(([column, place]) => `${column} = ${place}`)
  const order = next === undefined ? due : `${due}, ${next}`
  return `with due as (select ${key} as due_key from ${table}
     where ${[...within, ...also, `${due} <= ${now}`].join(' and ')} order by ${order} limit ${limit} ${skipLocked})
   update ${table} set ${set}
   from ${fewRows('due', 'cast(due_key as text)')}
   where ${[...within, `${key} = due_key`].join(' and ')}
   returning ${returning ?? key}`
}

export interface ClaimParts {
  /** Further conditions on the rows. */
  readonly also?: readonly string[]
  /** A place such as `$3`: rows due later are left. */
  readonly now: string
  readonly limit: number
  /** What becomes of a claimed row: a `lease`, unless the queue has none, and more. */
  readonly set: string
  /** Columns; the key if absent. */
  readonly returning?: string
}

/** `owner` and `until` are places. */
export function lease(owner: string, until: string): string {
  return `lease_owner = ${owner}, lease_until = ${until}`
}

export const noLease = 'lease_owner = null, lease_until = null'

/** Rows whose lease ended without a result, longest ago first, of all organisations. */
export function lapsedRows(
  look: OrganisationLook,
  { table }: Pick<Queue, 'table'>,
  { name, columns, now, limit }: LapsedParts,
): Promise<readonly Row[]> {
  return look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      name,
      // The order makes the planner use the index.
      (own) => `select ${columns} from ${table} where ${own}lease_until <= $1 order by lease_until limit ${limit}`,
      now,
    ),
  )
}

interface LapsedParts {
  readonly name: Crossing
  readonly columns: string
  readonly now: number
  readonly limit: number
}

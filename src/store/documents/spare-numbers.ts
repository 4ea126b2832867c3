import type { Family } from '@selfbill/pint-ae/document'
import { integer } from '../database/columns.ts'
import { type Database, inPassing, sql } from '../database/database.ts'

/**
 * Stores unused reserved numbers as ranges, all of them or none. Every instance mints them before
 * new ones.
 */
export async function addSpareNumbers(db: Database, ranges: readonly NumberRange[]): Promise<void> {
  if (ranges.length === 0) return
  await db.transaction(
    ranges.map(({ orgId, family, first, last }) =>
      sql(
        'insert into spare_numbers (org_id, family, first, last) values ($1, $2, $3, $4)',
        orgId,
        family,
        first,
        last,
      ),
    ),
  )
}

/**
 * Removes and returns the lowest range. Undefined if there is no range, or if another instance
 * takes it at the same moment.
 */
export async function takeSpareNumbers(
  db: Database,
  orgId: string,
  family: Family,
): Promise<Pick<NumberRange, 'first' | 'last'> | undefined> {
  const [row] = await db.query(
    inPassing(
      sql(
        `delete from spare_numbers where org_id = $1 and family = $2
           and first = (select min(first) from spare_numbers where org_id = $1 and family = $2)
         returning first, last`,
        orgId,
        family,
      ),
    ),
  )
  return row && { first: integer(row, 'first'), last: integer(row, 'last') }
}

export interface NumberRange {
  readonly orgId: string
  readonly family: Family
  readonly first: number
  readonly last: number
}

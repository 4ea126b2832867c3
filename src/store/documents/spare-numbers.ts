import type { Family } from '../../document/family.ts'
import { integer } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/**
 * Numbers that were reserved and given back, as ranges in the database, for whichever instance
 * needs some next.
 */
export class SpareNumbers {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  /** All of them or none. */
  async add(ranges: readonly NumberRange[]): Promise<void> {
    if (ranges.length === 0) return
    await this.#database.transaction(
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
   * The lowest range, for the caller alone; undefined when there is none, or another instance takes
   * it at this moment.
   */
  async take(orgId: string, family: Family): Promise<Omit<NumberRange, 'orgId' | 'family'> | undefined> {
    const [row] = await this.#database.query(
      sql(
        `delete from spare_numbers where org_id = $1 and family = $2
           and first = (select min(first) from spare_numbers where org_id = $1 and family = $2)
         returning first, last`,
        orgId,
        family,
      ),
    )
    return row && { first: integer(row, 'first'), last: integer(row, 'last') }
  }
}

export interface NumberRange {
  readonly orgId: string
  readonly family: Family
  readonly first: number
  readonly last: number
}

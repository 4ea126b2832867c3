import { integer, text } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'

/**
 * The legs that still need their access point, of all organisations: waiting, being sent, or
 * stalled. Sorted by name; without access points that have none.
 */
export async function openLegs(db: Database): Promise<readonly OpenLegs[]> {
  const rows = await db.query(
    acrossOrganisations(
      'open legs',
      sql(
        `select access_point, cast(sum(legs) as bigint) as legs from (
         select access_point, count(*) as legs from legs where next_attempt_at is not null group by access_point
         union all
         select access_point, count(*) from legs where lease_until is not null group by access_point
         union all
         select access_point, count(*) from legs where status = 'STALLED' group by access_point
         union all
         select access_point, count(*) from legs
           where report = 'W' and status = 'PENDING' and next_attempt_at is null group by access_point) as open
       group by access_point order by access_point`,
      ),
    ),
  )
  return rows.map((row) => ({ accessPoint: text(row, 'access_point'), legs: integer(row, 'legs') }))
}

export interface OpenLegs {
  readonly accessPoint: string
  readonly legs: number
}

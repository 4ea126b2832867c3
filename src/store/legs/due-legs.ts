import { text } from '../database/columns.ts'
import { type Statement, sql } from '../database/database.ts'
import { ofOrganisation } from '../database/organisation.ts'
import type { OrganisationLook } from '../organisation-look.ts'

/**
 * The organisations behind `after`, by id, that have due legs at an access point, each with how
 * many were seen. Reads `limit` legs at most, however many are due: of an organisation with many,
 * the look sees a part, and the next one begins behind it. `isAll`: there are no further ones.
 */
export async function dueOrganisations(look: OrganisationLook, place: DuePlace): Promise<DueOrganisations> {
  const rows = await look.rows((orgId) => dueLegs(place, orgId))
  const due = new Map<string, number>()
  for (const row of rows) {
    const orgId = text(row, 'org_id')
    due.set(orgId, (due.get(orgId) ?? 0) + 1)
  }
  return { due, isAll: rows.length < place.limit }
}

export interface DuePlace {
  readonly accessPoint: string
  readonly after: string
  /** ms since 1970. */
  readonly now: number
  readonly limit: number
}

export interface DueOrganisations {
  /** Due legs by organisation, in the order of their ids. */
  readonly due: ReadonlyMap<string, number>
  readonly isAll: boolean
}

function dueLegs({ accessPoint, after, now, limit }: DuePlace, orgId: string | undefined): Statement {
  const whose = orgId === undefined ? 'org_id > $1' : 'org_id = $1'
  return ofOrganisation(
    orgId,
    'due legs',
    sql(
      `select org_id from legs where ${whose} and access_point = $2 and next_attempt_at <= $3
       order by org_id, next_attempt_at limit ${limit}`,
      orgId ?? after,
      accessPoint,
      now,
    ),
  )
}

/** Always true: with it, statements about all organisations use the index `legs_due_of_all`. */
export const dueOfAll = 'attempts >= 0'

import { integer, optionalText } from '../database/columns.ts'
import type { Database } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { ofOrganisation } from '../database/organisation.ts'
import { stalledLegsByDocument } from '../identity-reads.ts'
import { type LegState, legState, stateColumns } from './legs.ts'
import { type ListedLeg, listedLeg, listedMax } from './listed-leg.ts'

/** The stalled legs of one organisation or of all, longest waiting first. */
export async function stalledLegs(db: Database, orgId: string | undefined): Promise<readonly StalledLeg[]> {
  const rows = await db.query(
    ofOrganisation(
      orgId,
      'listed stalled legs',
      sql(
        `select l.transmission_uuid, l.corner, l.report, l.attempts, l.updated_at, l.transmission_response,
         d.document_number, d.family
       from legs l join documents d on d.org_id = l.org_id and d.id = l.document_id
       where ${orgId === undefined ? '' : 'l.org_id = $1 and '}l.status = 'STALLED'
       order by l.updated_at limit ${listedMax}`,
        ...(orgId === undefined ? [] : [orgId]),
      ),
    ),
  )
  return rows.map((row) => ({
    ...listedLeg(row),
    attempts: integer(row, 'attempts'),
    since: integer(row, 'updated_at'),
    transmissionResponse: optionalText(row, 'transmission_response'),
  }))
}

export interface StalledLeg extends ListedLeg {
  readonly attempts: number
  /** When the last attempt ended, ms since 1970. */
  readonly since: number
  /** JSON: the facts of the last attempt. */
  readonly transmissionResponse: string | undefined
}

/** The stalled legs of one document, found by its id in any organisation. */
export async function stalledLegsOf(db: Database, documentId: string): Promise<readonly LegState[]> {
  return (await db.query(stalledLegsByDocument(stateColumns, documentId))).map(legState)
}

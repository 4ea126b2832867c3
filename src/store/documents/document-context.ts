import type { Organisation } from '../accounts/organisations.ts'
import { flag, integer, optionalText, text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'

/**
 * The organisation and profile that a document is made with; undefined where one does not exist.
 */
export async function contextOf(db: Database, orgId: string, profileId: string): Promise<StoredContext> {
  const [row] = await db.query(
    sql(
      `select o.default_api_version, o.phase2, o.auto_numbering, o.number_format,
         case when exists (select 1 from agreements a where a.org_id = $1) then 1 else 0 end as has_agreements,
         p.party, p.version, p.status
       from organisations o
       left join profiles p on p.org_id = $1 and p.profile_id = $2 where o.id = $1`,
      orgId,
      profileId,
    ),
  )
  if (row === undefined) return { organisation: undefined, profile: undefined }
  const party = optionalText(row, 'party')
  return {
    organisation: {
      defaultApiVersion: text(row, 'default_api_version'),
      hasPhase2: flag(row, 'phase2'),
      hasAutoNumbering: flag(row, 'auto_numbering'),
      numberFormat: optionalText(row, 'number_format'),
      hasAgreements: flag(row, 'has_agreements'),
    },
    profile:
      party === undefined
        ? undefined
        : { party, version: integer(row, 'version'), isActive: text(row, 'status') === 'ACTIVE' },
  }
}

export interface StoredContext {
  readonly organisation:
    | (Pick<Organisation, 'defaultApiVersion' | 'hasPhase2' | 'hasAutoNumbering' | 'numberFormat'> & {
        /** Whether it has any agreement on self-billing. */
        readonly hasAgreements: boolean
      })
    | undefined
  /** `party` is the JSON of the party object; hand `version` back with the document. */
  readonly profile: { readonly party: string; readonly version: number; readonly isActive: boolean } | undefined
}

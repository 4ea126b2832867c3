import { LRUCache } from 'lru-cache'
import type { Organisation } from '../accounts/organisations.ts'
import { flag, integer, optionalText, text } from '../database/columns.ts'
import { type Database, type Row, sql } from '../database/database.ts'

/**
 * The organisation and profile that a document is made with; undefined where one does not exist.
 */
export async function contextOf(db: Database, orgId: string, profileId: string): Promise<StoredContext> {
  const [row] = await db.query(sql(`select ${contextColumns}, p.party from ${contextRows('$1')}`, profileId, orgId))
  if (row === undefined) return { organisation: undefined, profile: undefined }
  const party = optionalText(row, 'party')
  const { organisation, version, isActive } = editionOf(row)
  return { organisation, profile: party === undefined ? undefined : { party, version: version ?? 0, isActive } }
}

export interface StoredContext {
  readonly organisation: ContextOfOrganisation | undefined
  /** `party` is the JSON of the party object; hand `version` back with the document. */
  readonly profile: { readonly party: string; readonly version: number; readonly isActive: boolean } | undefined
}

export type ContextOfOrganisation = Pick<
  Organisation,
  'defaultApiVersion' | 'hasPhase2' | 'hasAutoNumbering' | 'numberFormat'
> & {
  /** Whether it has any agreement on self-billing. */
  readonly hasAgreements: boolean
}

/** A context without the party: equal editions are of the same context. */
export interface ContextEdition {
  readonly organisation: ContextOfOrganisation
  readonly version: number | undefined
  readonly isActive: boolean
}

/** The columns of an edition, from `contextRows`. */
export const contextColumns = `o.default_api_version, o.phase2, o.auto_numbering, o.number_format,
  case when exists (select 1 from agreements h where h.org_id = $2) then 1 else 0 end as has_agreements,
  p.version as profile_version, p.status as profile_status`

/** One row, if there is the organisation `$2`. `profileId`: the placeholder of its profile. */
export function contextRows(profileId: string): string {
  return `organisations o left join profiles p on p.org_id = $2 and p.profile_id = ${profileId} where o.id = $2`
}

export function editionOf(row: Row): ContextEdition {
  return {
    organisation: {
      defaultApiVersion: text(row, 'default_api_version'),
      hasPhase2: flag(row, 'phase2'),
      hasAutoNumbering: flag(row, 'auto_numbering'),
      numberFormat: optionalText(row, 'number_format'),
      hasAgreements: flag(row, 'has_agreements'),
    },
    version: row.profile_version == null ? undefined : integer(row, 'profile_version'),
    isActive: optionalText(row, 'profile_status') === 'ACTIVE',
  }
}

export function isOfEdition({ organisation, profile }: StoredContext, edition: ContextEdition | undefined): boolean {
  if (organisation === undefined || profile === undefined || edition === undefined) return false
  const now = edition.organisation
  return (
    profile.version === edition.version &&
    profile.isActive === edition.isActive &&
    organisation.defaultApiVersion === now.defaultApiVersion &&
    organisation.hasPhase2 === now.hasPhase2 &&
    organisation.hasAutoNumbering === now.hasAutoNumbering &&
    organisation.numberFormat === now.numberFormat &&
    organisation.hasAgreements === now.hasAgreements
  )
}

/**
 * The contexts that documents were made with last. One may have changed since, so its edition
 * must be compared before anything is stored (docs/decisions/0123).
 */
export class KnownContexts {
  readonly #known = new LRUCache<string, StoredContext>({ max: knownMax })

  get(orgId: string, profileId: string): StoredContext | undefined {
    return this.#known.get(keyOf(orgId, profileId))
  }

  set(orgId: string, profileId: string, context: StoredContext): void {
    this.#known.set(keyOf(orgId, profileId), context)
  }
}

/** A party takes about a kilobyte. */
const knownMax = 1_000

function keyOf(orgId: string, profileId: string): string {
  return JSON.stringify([orgId, profileId])
}

import type { Family } from '@selfbill/pint-ae/document'
import { integer } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { type StoredText, takeRoom } from '../database/stored-text.ts'
import type { Room } from '../room.ts'
import { requireContent } from './content-removed.ts'
import { revisionTextColumns, revisionTextIn } from './revision-texts.ts'

/**
 * The request of a document's revision, as it was kept. Undefined for an unknown document, and
 * `request` for an unknown revision or one from before requests were kept.
 */
export async function storedRequest(db: Database, wanted: RequestWanted, room: Room): Promise<RequestOf | undefined> {
  const { orgId, family, id } = wanted
  const [row] = await db.query(
    sql(
      `select d.revision as present, d.removed_at, r.revision, ${revisionTextColumns('r.', 'request')}
       from documents d left join revisions r on r.org_id = d.org_id and r.document_id = d.id
         and r.revision = coalesce(cast($4 as bigint), d.revision)
       where d.org_id = $1 and d.family = $2 and d.id = $3`,
      orgId,
      family,
      id,
      wanted.revision ?? null,
    ),
  )
  if (row === undefined) return undefined
  requireContent(id, row)
  const revision = wanted.revision ?? integer(row, 'present')
  if (row.request === null) return { revision, request: undefined }
  const request = revisionTextIn(db, row, 'request', { orgId, documentId: id, revision })
  await takeRoom(room, request)
  return { revision, request }
}

export interface RequestWanted {
  readonly orgId: string
  readonly family: Family
  readonly id: string
  /** Absent: the present one. */
  readonly revision?: number | undefined
}

export interface RequestOf {
  readonly revision: number
  readonly request: StoredText | undefined
}

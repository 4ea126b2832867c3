import type { Family } from '@selfbill/pint-ae/document'
import { integer, optionalText } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { storedText } from '../database/stored-text.ts'
import { revisionOwner, textLength } from '../database/text-parts.ts'
import type { Room } from '../room.ts'
import { requireContent } from './content-removed.ts'

/** The revisions of a document, newest first. Undefined if the family has no such document. */
export async function revisionsOf(
  db: Database,
  wanted: {
    readonly orgId: string
    readonly family: Family
    readonly id: string
    readonly size: number
    readonly page: number
    readonly room: Room
  },
): Promise<RevisionPage | undefined> {
  const { orgId, family, id, size, page, room } = wanted
  await room.take(await pageBytes(db, wanted))
  const [document] = await db.query(
    sql('select revision, removed_at from documents where org_id = $1 and family = $2 and id = $3', orgId, family, id),
  )
  if (document === undefined) return undefined
  requireContent(id, document)
  const total = integer(document, 'revision')
  // Revisions are only ever added, so both statements see the same ones up to `total`.
  const statement = sql(
    // The first revision has findings instead of changes.
    `select revision, created_at, changes, case when revision = 1 then findings end as findings,
       findings_bytes from revisions
     where org_id = $1 and document_id = $2 and revision <= $5 order by revision desc limit $3 offset $4`,
    orgId,
    id,
    size,
    size * page,
    total,
  )
  const rows = await db.query({ ...statement, isLong: true })
  return {
    total,
    revisions: await Promise.all(
      rows.map(async (row) => ({
        revision: integer(row, 'revision'),
        createdAt: integer(row, 'created_at'),
        changes: optionalText(row, 'changes'),
        findings:
          row.findings === null
            ? undefined
            : await storedText(db, row, 'findings', { orgId, owner: revisionOwner(id, 1) }).string(),
      })),
    ),
  }
}

export interface RevisionPage {
  readonly total: number
  readonly revisions: readonly StoredRevision[]
}

export interface StoredRevision {
  readonly revision: number
  /** ms since 1970. */
  readonly createdAt: number
  /** JSON; undefined for the first revision. */
  readonly changes: string | undefined
  /** JSON; only for the first revision. */
  readonly findings: string | undefined
}

/** The size of a page's texts. */
async function pageBytes(
  db: Database,
  {
    orgId,
    id,
    size,
    page,
  }: { readonly orgId: string; readonly id: string; readonly size: number; readonly page: number },
): Promise<number> {
  const rows = await db.query(
    sql(
      `select coalesce(octet_length(changes), 0)
         + case when revision = 1 then ${textLength('findings')} else 0 end as bytes
       from revisions where org_id = $1 and document_id = $2 order by revision desc limit $3 offset $4`,
      orgId,
      id,
      size,
      size * page,
    ),
  )
  return rows.reduce((bytes, row) => bytes + integer(row, 'bytes'), 0)
}

import type { Family } from '@selfbill/pint-ae/document'
import { integer, optionalText } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { textLength } from '../database/text-parts.ts'
import type { Room } from '../room.ts'
import { requireContent } from './content-removed.ts'
import { revisionTextIn } from './revision-texts.ts'

/**
 * The revisions of a document, newest first, at most `limit`. Undefined if the family has no such
 * document.
 */
export async function revisionsOf(
  db: Database,
  wanted: {
    readonly orgId: string
    readonly family: Family
    readonly id: string
    /** Only earlier revisions. */
    readonly before: number | undefined
    readonly limit: number
    readonly room: Room
  },
): Promise<readonly StoredRevision[] | undefined> {
  const { orgId, family, id, before = Number.MAX_SAFE_INTEGER, limit, room } = wanted
  await room.take(await pageBytes(db, { orgId, id, before, limit }))
  const [document] = await db.query(
    sql('select removed_at from documents where org_id = $1 and family = $2 and id = $3', orgId, family, id),
  )
  if (document === undefined) return undefined
  requireContent(id, document)
  const statement = sql(
    // The first revision has findings instead of changes.
    `select revision, created_at, changes, case when revision = 1 then findings end as findings,
       findings_bytes, case when revision = 1 then packed end as revision_packed from revisions
     where org_id = $1 and document_id = $2 and revision < $3 order by revision desc limit $4`,
    orgId,
    id,
    before,
    limit,
  )
  const rows = await db.query({ ...statement, isLong: true })
  return Promise.all(
    rows.map(async (row) => ({
      revision: integer(row, 'revision'),
      createdAt: integer(row, 'created_at'),
      changes: optionalText(row, 'changes'),
      findings:
        row.findings === null
          ? undefined
          : await revisionTextIn(db, row, 'findings', { orgId, documentId: id, revision: 1 }).string(),
    })),
  )
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
    before,
    limit,
  }: { readonly orgId: string; readonly id: string; readonly before: number; readonly limit: number },
): Promise<number> {
  const rows = await db.query(
    sql(
      `select coalesce(octet_length(changes), 0)
         + case when revision = 1 then ${textLength('findings')} else 0 end as bytes
       from revisions
       where org_id = $1 and document_id = $2 and revision < $3 order by revision desc limit $4`,
      orgId,
      id,
      before,
      limit,
    ),
  )
  return rows.reduce((bytes, row) => bytes + integer(row, 'bytes'), 0)
}

import { type Family, numberKey } from '@selfbill/pint-ae/document'
import { integer, text } from '../database/columns.ts'
import { type Database, sql } from '../database/database.ts'
import { type StoredText, takeRoom } from '../database/stored-text.ts'
import type { Room } from '../room.ts'
import { requireContent } from './content-removed.ts'
import { documentColumns, type StoredDocument, storedDocument, textColumns } from './document-row.ts'
import { revisionTextColumns, revisionTextIn } from './revision-texts.ts'

/**
 * The document in its present revision. Undefined also for a document of another organisation.
 * Throws `ContentRemoved` after its retention, as all reads of content do.
 */
export async function findDocument(
  db: Database,
  orgId: string,
  family: Family,
  id: string,
  room: Room,
): Promise<StoredDocument | undefined> {
  const [row] = await db.query(
    sql(
      `select ${documentColumns}, ${textColumns}
       from documents d join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
       where d.org_id = $1 and d.family = $2 and d.id = $3`,
      orgId,
      family,
      id,
    ),
  )
  if (row === undefined) return undefined
  requireContent(id, row)
  const document = storedDocument(db, row)
  await takeRoom(room, document.answer, document.findings)
  return document
}

export async function hasDocument(db: Database, orgId: string, family: Family, id: string): Promise<boolean> {
  const rows = await db.query(
    sql('select id from documents where org_id = $1 and family = $2 and id = $3', orgId, family, id),
  )
  return rows.length > 0
}

/** The UBL text of the present revision. */
export async function findUbl(
  db: Database,
  orgId: string,
  family: Family,
  id: string,
  room: Room,
): Promise<StoredText | undefined> {
  const [row] = await db.query(
    sql(
      `select d.revision, d.removed_at, ${revisionTextColumns('r.', 'ubl')} from documents d
       join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
       where d.org_id = $1 and d.family = $2 and d.id = $3`,
      orgId,
      family,
      id,
    ),
  )
  if (row === undefined) return undefined
  requireContent(id, row)
  const ubl = revisionTextIn(db, row, 'ubl', { orgId, documentId: id, revision: integer(row, 'revision') })
  await takeRoom(room, ubl)
  return ubl
}

/**
 * The id of the document with this number, or with one that reads the same; undefined while the
 * number is free.
 */
export async function idOfNumber(
  db: Database,
  orgId: string,
  family: Family,
  documentNumber: string,
): Promise<string | undefined> {
  const [row] = await db.query(
    sql(
      `select id from documents where org_id = $1 and family = $2 and (number_key = $4 or document_number = $3)
       order by case when document_number = $3 then 0 else 1 end, sequence limit 1`,
      orgId,
      family,
      documentNumber,
      numberKey(documentNumber),
    ),
  )
  return row && text(row, 'id')
}

import { type Database, sql } from '../database/database.ts'
import { type StoredBytes, storedBytes } from '../database/stored-bytes.ts'

/** The long texts and files of a document, read slice by slice. None of their rows is ever changed or deleted. */

/** A text of a revision. */
export function revisionText(db: Database, column: RevisionText, of: RevisionKey, bytes: number): StoredBytes {
  return storedBytes(db, of.orgId, bytes, (from, length) =>
    sql(
      `select substr(${db.dialect.utf8(column)}, $4, $5) as slice from revisions
       where org_id = $1 and document_id = $2 and revision = $3`,
      of.orgId,
      of.documentId,
      of.revision,
      from,
      length,
    ),
  )
}

export type RevisionText = 'request' | 'answer' | 'ubl' | 'findings'

export interface RevisionKey {
  readonly orgId: string
  readonly documentId: string
  readonly revision: number
}

/** The document of a leg that sends one of its own. */
export function legDocument(db: Database, orgId: string, transmissionUuid: string, bytes: number): StoredBytes {
  return storedBytes(db, orgId, bytes, (from, length) =>
    sql(
      `select substr(${db.dialect.utf8('document_xml')}, $3, $4) as slice from leg_documents
       where org_id = $1 and transmission_uuid = $2`,
      orgId,
      transmissionUuid,
      from,
      length,
    ),
  )
}

/** The status that decided a leg, as it came. */
export function statusEnvelope(db: Database, orgId: string, transmissionUuid: string, bytes: number): StoredBytes {
  return storedBytes(db, orgId, bytes, (from, length) =>
    sql(
      'select substr(envelope, $3, $4) as slice from leg_statuses where org_id = $1 and transmission_uuid = $2',
      orgId,
      transmissionUuid,
      from,
      length,
    ),
  )
}

/** A file of a document. */
export function attachmentContent(
  db: Database,
  of: { readonly orgId: string; readonly documentId: string; readonly id: string },
  bytes: number,
): StoredBytes {
  return storedBytes(db, of.orgId, bytes, (from, length) =>
    sql(
      `select substr(content, $4, $5) as slice from attachments where org_id = $1 and document_id = $2 and id = $3`,
      of.orgId,
      of.documentId,
      of.id,
      from,
      length,
    ),
  )
}

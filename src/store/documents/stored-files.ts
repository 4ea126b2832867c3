import { type Database, sql } from '../database/database.ts'
import { type StoredBytes, storedFile } from '../database/stored-bytes.ts'

/**
 * The long files of a document, read slice by slice. None of their rows is ever changed or deleted.
 */

/** The status that decided a leg, byte for byte. */
export function statusEnvelope(db: Database, orgId: string, transmissionUuid: string, bytes: number): StoredBytes {
  return storedFile(db, orgId, bytes, (from, length) =>
    sql(
      'select substr(envelope, $3, $4) as slice from leg_statuses where org_id = $1 and transmission_uuid = $2',
      orgId,
      transmissionUuid,
      from,
      length,
    ),
  )
}

/** An attachment. */
export function attachmentContent(
  db: Database,
  of: { readonly orgId: string; readonly documentId: string; readonly id: string },
  bytes: number,
): StoredBytes {
  return storedFile(db, of.orgId, bytes, (from, length) =>
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

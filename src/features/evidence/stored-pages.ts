import { flag, integer, text } from '../../store/database/columns.ts'
import { type Database, sql } from '../../store/database/database.ts'
import { type AttachmentLength, attachmentSize, sizeOfAttachment } from '../../store/documents/stored-files.ts'
import type { EvidenceSnapshot } from './snapshot.ts'

/** The revisions of a snapshot, oldest first, read page by page. */
export async function* revisionsIn(db: Database, of: EvidenceSnapshot): AsyncGenerator<PackedRevision> {
  for (let after = 0; after < of.revision; after += pageRows) {
    const rows = await db.query(
      sql(
        `select revision, case when octet_length(request) is null then 0 else 1 end as has_request from revisions
         where org_id = $1 and document_id = $2 and revision > $3 and revision <= $4 order by revision`,
        of.orgId,
        of.documentId,
        after,
        Math.min(after + pageRows, of.revision),
      ),
    )
    for (const row of rows) yield { revision: integer(row, 'revision'), hasRequest: flag(row, 'has_request') }
  }
}

export interface PackedRevision {
  readonly revision: number
  /** False for documents created before requests were stored. */
  readonly hasRequest: boolean
}

/** The attachments of a snapshot in the order they were added, read page by page. */
export async function* attachmentsIn(db: Database, of: EvidenceSnapshot): AsyncGenerator<AttachmentSize> {
  let after = { revision: 0, id: '' }
  for (;;) {
    const rows = await db.query(
      sql(
        `select id, revision, file_name, file_type, ${attachmentSize()} from attachments
         where org_id = $1 and document_id = $2 and revision <= $3 and (revision, id) > ($4, $5)
         order by revision, id limit $6`,
        of.orgId,
        of.documentId,
        of.revision,
        after.revision,
        after.id,
        pageRows,
      ),
    )
    for (const row of rows) {
      after = { revision: integer(row, 'revision'), id: text(row, 'id') }
      yield {
        id: after.id,
        fileName: text(row, 'file_name'),
        fileType: text(row, 'file_type'),
        ...sizeOfAttachment(row),
      }
    }
    if (rows.length < pageRows) return
  }
}

export interface AttachmentSize extends AttachmentLength {
  readonly id: string
  readonly fileName: string
  readonly fileType: string
}

const pageRows = 200

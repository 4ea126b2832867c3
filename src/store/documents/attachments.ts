import type { Family } from '../../document/family.ts'
import { bytes, integer, text } from '../database/columns.ts'
import { type Database, handedOver, type Row, type Statement, sql } from '../database/database.ts'
import type { StoredBytes } from '../database/stored-bytes.ts'
import type { Room } from '../room.ts'
import { attachmentContent } from './stored-files.ts'

/** Statements that store the attachments of a revision. */
export function insertAttachments(
  document: { readonly orgId: string; readonly id: string },
  revision: number,
  attachments: readonly NewAttachment[],
): readonly Statement[] {
  return attachments.map((attachment) =>
    handedOver(
      sql(
        `insert into attachments (org_id, document_id, id, revision, file_name, file_type, sha256, content)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        document.orgId,
        document.id,
        attachment.id,
        revision,
        attachment.fileName,
        attachment.fileType,
        attachment.sha256,
        attachment.content,
      ),
    ),
  )
}

export interface NewAttachment {
  readonly id: string
  readonly fileName: string
  /** MIME type. */
  readonly fileType: string
  readonly content: Uint8Array
  /** SHA-256 of the content, hexadecimal. */
  readonly sha256: string
}

export type StoredAttachment = NewAttachment

/**
 * Streams an attachment of any revision of the document. Undefined also for another organisation's.
 */
export async function attachmentOf(
  db: Database,
  orgId: string,
  family: Family,
  documentId: string,
  id: string,
): Promise<AttachmentToRead | undefined> {
  const [row] = await db.query(
    sql(
      `select a.id, a.file_name, a.file_type, a.sha256, octet_length(a.content) as bytes from documents d
       join attachments a on a.org_id = d.org_id and a.document_id = d.id
       where d.org_id = $1 and d.family = $2 and d.id = $3 and a.id = $4`,
      orgId,
      family,
      documentId,
      id,
    ),
  )
  if (row === undefined) return undefined
  return {
    ...describedAttachment(row),
    content: attachmentContent(db, { orgId, documentId, id }, integer(row, 'bytes')),
  }
}

export interface AttachmentToRead extends Omit<StoredAttachment, 'content'> {
  readonly content: StoredBytes
}

/** The attachments of the present revision: those of the latest revision that has any. */
export async function presentAttachments(
  db: Database,
  orgId: string,
  documentId: string,
  room: Room,
): Promise<readonly StoredAttachment[]> {
  const [size] = await db.query(
    sql(
      `select coalesce(sum(octet_length(content)), 0) as bytes from attachments where org_id = $1 and document_id = $2
         and revision = (select max(revision) from attachments where org_id = $1 and document_id = $2)`,
      orgId,
      documentId,
    ),
  )
  await room.take(size === undefined ? 0 : integer(size, 'bytes'))
  const rows = await db.query(
    sql(
      `select id, file_name, file_type, sha256, content from attachments where org_id = $1 and document_id = $2
         and revision = (select max(revision) from attachments where org_id = $1 and document_id = $2) order by id`,
      orgId,
      documentId,
    ),
  )
  return rows.map(storedAttachment)
}

function storedAttachment(row: Row): StoredAttachment {
  return { ...describedAttachment(row), content: bytes(row, 'content') }
}

function describedAttachment(row: Row): Omit<StoredAttachment, 'content'> {
  return {
    id: text(row, 'id'),
    fileName: text(row, 'file_name'),
    fileType: text(row, 'file_type'),
    sha256: text(row, 'sha256'),
  }
}

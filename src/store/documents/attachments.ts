import type { Family } from '@selfbill/pint-ae/document'
import { blobBytesMin } from '../blobs/blob-database.ts'
import { bytes, integer, optionalInteger, text } from '../database/columns.ts'
import { type Database, handedOver, type Row, type Statement, sql } from '../database/database.ts'
import type { StoredBytes } from '../database/stored-bytes.ts'
import { insertPlainParts } from '../database/text-parts.ts'
import type { Room } from '../room.ts'
import {
  attachmentContent,
  attachmentPlace,
  attachmentSize,
  sizeOfAttachment,
  wholeAttachment,
} from './stored-files.ts'

/**
 * Statements that store the attachments of a revision: with an object store in parts, but for the
 * shortest; without one in their rows, because they hardly shrink.
 */
export function insertAttachments(
  { blobs }: Pick<Database, 'blobs'>,
  document: { readonly orgId: string; readonly id: string },
  revision: number,
  attachments: readonly NewAttachment[],
): readonly Statement[] {
  return attachments.flatMap((attachment) => {
    const { content, id } = attachment
    if (blobs === undefined || content.length <= blobBytesMin) {
      return [insertAttachment(document, revision, attachment, null)]
    }
    const place = attachmentPlace({ orgId: document.orgId, documentId: document.id, id })
    const row = { ...attachment, content: new Uint8Array(0) }
    return [insertAttachment(document, revision, row, content.length), ...insertPlainParts(place, content)]
  })
}

function insertAttachment(
  document: { readonly orgId: string; readonly id: string },
  revision: number,
  attachment: NewAttachment,
  bytesInParts: number | null,
): Statement {
  return handedOver(
    sql(
      `insert into attachments (org_id, document_id, id, revision, file_name, file_type, sha256, content, content_bytes)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      document.orgId,
      document.id,
      attachment.id,
      revision,
      attachment.fileName,
      attachment.fileType,
      attachment.sha256,
      attachment.content,
      bytesInParts,
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
      `select a.id, a.file_name, a.file_type, a.sha256, ${attachmentSize('a.')} from documents d
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
    content: attachmentContent(db, { orgId, documentId, id, ...sizeOfAttachment(row) }),
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
      `select coalesce(sum(coalesce(content_bytes, octet_length(content))), 0) as bytes from attachments
       where org_id = $1 and document_id = $2
         and revision = (select max(revision) from attachments where org_id = $1 and document_id = $2)`,
      orgId,
      documentId,
    ),
  )
  await room.take(size === undefined ? 0 : integer(size, 'bytes'))
  const rows = await db.query(
    sql(
      `select id, file_name, file_type, sha256, content, content_bytes from attachments
       where org_id = $1 and document_id = $2
         and revision = (select max(revision) from attachments where org_id = $1 and document_id = $2) order by id`,
      orgId,
      documentId,
    ),
  )
  const attachments: StoredAttachment[] = []
  for (const row of rows) {
    const described = describedAttachment(row)
    const inParts = optionalInteger(row, 'content_bytes')
    const content =
      inParts === undefined
        ? bytes(row, 'content')
        : await wholeAttachment(db, { orgId, documentId, id: described.id }, inParts)
    attachments.push({ ...described, content })
  }
  return attachments
}

function describedAttachment(row: Row): Omit<StoredAttachment, 'content'> {
  return {
    id: text(row, 'id'),
    fileName: text(row, 'file_name'),
    fileType: text(row, 'file_type'),
    sha256: text(row, 'sha256'),
  }
}

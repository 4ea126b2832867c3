import { createHash } from 'node:crypto'
import { type Statement, sql } from '../database/database.ts'
import type { NewAttachment } from './documents.ts'

/** One row for each document that a credit note refers to, however often it does; after the document's own row. */
export function insertReferences(document: PartOwner, references: readonly string[]): readonly Statement[] {
  const distinct = [...new Set(references)]
  if (distinct.length === 0) return []
  const rows = distinct.map(
    (_, at) => `($1, $2, $${at + 4}, (select sequence from documents where org_id = $1 and id = $3))`,
  )
  return [
    sql(
      `insert into billing_references (org_id, family, reference, sequence) values ${rows.join(', ')}`,
      document.orgId,
      document.family,
      document.id,
      ...distinct,
    ),
  ]
}

/** The files that a revision brings. */
export function insertAttachments(
  document: PartOwner,
  revision: number,
  attachments: readonly NewAttachment[],
): readonly Statement[] {
  return attachments.map((attachment) =>
    sql(
      `insert into attachments (org_id, document_id, id, revision, file_name, file_type, sha256, content)
       values ($1, $2, $3, $4, $5, $6, $7, $8)`,
      document.orgId,
      document.id,
      attachment.id,
      revision,
      attachment.fileName,
      attachment.fileType,
      sha256(attachment.content),
      attachment.content,
    ),
  )
}

export interface PartOwner {
  readonly orgId: string
  readonly family: string
  readonly id: string
}

/** In hexadecimal. */
export function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex')
}

import { randomUUID } from 'node:crypto'
import type { Database, Statement } from '../../../src/store/database/database.ts'
import { bytesInParts, columnOf, insertParts, revisionOwner } from '../../../src/store/database/text-parts.ts'
import { insertEntries } from '../../../src/store/log/new-entries.ts'
import { pack } from '../../../src/text/packing.ts'
import { sql } from '../databases/any-row.ts'
import { addDeliverable, type Deliverable } from '../delivery/deliverables.ts'

/**
 * A document with as many revisions, bytes and entries as requested, written straight into the
 * database: through the API it would take hours.
 */
export async function addKeptDocument(db: Database, kept: Kept): Promise<Deliverable> {
  const document = await addDeliverable(db, { orgId: `org-${randomUUID()}` })
  const { orgId, documentId } = document
  const ubl = await pack('0'.repeat(kept.ublBytes))
  await db.transaction([
    sql(
      `update revisions set request = $3, answer = $3, ubl = cast($4 as text), ubl_bytes = $5
       where org_id = $1 and document_id = $2`,
      orgId,
      documentId,
      '{"é":"ع"}',
      columnOf(ubl),
      bytesInParts(ubl),
    ),
    ...insertParts({ orgId, owner: revisionOwner(documentId, 1), name: 'ubl' }, ubl),
    ...moreRevisions(orgId, documentId, kept.revisions),
    ...attachments(db, orgId, documentId, kept),
    ...Array.from({ length: kept.entries }, (_, at) => at).flatMap((at) =>
      insertEntries([{ orgId, documentId, event: 'VALIDATION_SUCCESS', message: `entry ${at} "ع"` }], 1_000 - (at % 7)),
    ),
  ])
  return document
}

export interface Kept {
  readonly revisions: number
  readonly ublBytes: number
  readonly attachments: number
  readonly attachmentBytes: number
  /** Log entries beyond the first. */
  readonly entries: number
}

/** Copies of revision 1, in one statement. */
export function moreRevisions(orgId: string, documentId: string, revisions: number): readonly Statement[] {
  return [
    sql(
      `insert into revisions (org_id, document_id, revision, request, answer, ubl, findings, created_at,
         request_bytes, answer_bytes, ubl_bytes, findings_bytes, packed)
       with recursive numbers (number) as (select 2 union all select number + 1 from numbers where number < $3)
       select org_id, document_id, number, request, answer, ubl, findings, created_at,
         request_bytes, answer_bytes, ubl_bytes, findings_bytes, packed from revisions, numbers
       where org_id = $1 and document_id = $2 and revision = 1 and number <= $3`,
      orgId,
      documentId,
      revisions,
    ),
    sql(
      `insert into text_parts (org_id, owner, name, part, packing, content)
       with recursive numbers (number) as (select 2 union all select number + 1 from numbers where number < $4)
       select org_id, cast($2 as text) || '/' || cast(number as text), name, part, packing, content from text_parts, numbers
       where org_id = $1 and owner = $3 and number <= $4`,
      orgId,
      documentId,
      revisionOwner(documentId, 1),
      revisions,
    ),
    sql('update documents set revision = $3 where org_id = $1 and id = $2', orgId, documentId, revisions),
  ]
}

function attachments(db: Database, orgId: string, documentId: string, kept: Kept): readonly Statement[] {
  return Array.from({ length: kept.attachments }, (_, at) =>
    sql(
      `insert into attachments (org_id, document_id, id, revision, file_name, file_type, sha256, content)
       values ($1, $2, $3, $4, $5, 'application/pdf', '', ${db.dialect.utf8(filled(db, '$6'))})`,
      orgId,
      documentId,
      randomUUID(),
      1 + (at % kept.revisions),
      `ملف ${at}.pdf`,
      kept.attachmentBytes,
    ),
  )
}

/** A text of that many bytes, made in the database. */
function filled(db: Database, bytes: string): string {
  return db.dialect.name === 'sqlite'
    ? `substr(hex(zeroblob(cast(${bytes} as integer) / 2 + 1)), 1, cast(${bytes} as integer))`
    : `repeat('0', cast(${bytes} as integer))`
}

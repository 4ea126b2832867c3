import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, optionalInteger, text, textOrNull, word, wordOrNull } from '../database/columns.ts'
import type { Database, Row } from '../database/database.ts'
import { sql } from '../database/database.ts'
import type { StoredText } from '../database/stored-text.ts'
import { type RevisionKey, revisionTextColumns, revisionTextIn } from '../documents/revision-texts.ts'
import { joinReport, reportColumns, reportIn } from './leg-document.ts'
import type { Corner, LegReport, LegStatus } from './legs.ts'
import { corners, legReports, legStatuses } from './legs.ts'

/**
 * A document with the legs of its present revision. Undefined if the document does not exist. Long
 * texts never change, so they are read only when needed.
 */
export async function snapshotOf(db: Database, orgId: string, documentId: string): Promise<SnapshotRows | undefined> {
  const [[document] = [], rows = []] = await db.snapshot([
    sql(
      `select d.family, d.updated_at, d.revision, d.removed_at, 
         ${revisionTextColumns('r.', 'ubl', 'findings')}
       from documents d
         join revisions r on r.org_id = d.org_id and r.document_id = d.id and r.revision = d.revision
       where d.org_id = $1 and d.id = $2`,
      orgId,
      documentId,
    ),
    sql(
      `select l.transmission_uuid, l.corner, l.report, l.sender_id, l.receiver_id, l.doc_type_id, l.process_id,
         l.country, l.status, l.transmission_response, l.mls_response, l.updated_at, ${reportColumns}
       from legs l
         join documents d on d.org_id = l.org_id and d.id = l.document_id and d.revision = l.revision
         ${joinReport}
       where l.org_id = $1 and l.document_id = $2 order by l.created_at, l.corner`,
      orgId,
      documentId,
    ),
  ])
  if (document === undefined) return undefined
  const key = { orgId, documentId, revision: integer(document, 'revision') }
  return {
    documentId,
    family: word(document, 'family', families),
    ubl: revisionTextIn(db, document, 'ubl', key),
    findings: revisionTextIn(db, document, 'findings', key),
    updatedAt: integer(document, 'updated_at'),
    removedAt: optionalInteger(document, 'removed_at'),
    legs: rows.map((row) => legRow(db, key, row)),
  }
}

export interface SnapshotRows {
  readonly documentId: string
  readonly family: Family
  readonly ubl: StoredText
  /** JSON: the validation results. */
  readonly findings: StoredText
  readonly updatedAt: number
  /** When its content was removed after its retention, ms since 1970. */
  readonly removedAt: number | undefined
  readonly legs: readonly LegRow[]
}

export interface LegRow {
  readonly transmissionUuid: string
  readonly corner: Corner
  /** Null for a leg that was created with its document. */
  readonly report: LegReport | null
  readonly senderId: string
  readonly receiverId: string
  readonly docTypeId: string
  readonly processId: string
  readonly country: string
  readonly status: LegStatus
  /** JSON; null until the first attempt ends. */
  readonly transmissionResponse: string | null
  /** JSON; null until a verdict comes. */
  readonly mlsResponse: string | null
  readonly updatedAt: number
  /** Null when the leg sends the document's own UBL. */
  readonly documentXml: StoredText | null
}

function legRow(db: Database, key: RevisionKey, row: Row): LegRow {
  const transmissionUuid = text(row, 'transmission_uuid')
  return {
    transmissionUuid,
    corner: word(row, 'corner', corners),
    report: wordOrNull(row, 'report', legReports),
    senderId: text(row, 'sender_id'),
    receiverId: text(row, 'receiver_id'),
    docTypeId: text(row, 'doc_type_id'),
    processId: text(row, 'process_id'),
    country: text(row, 'country'),
    status: word(row, 'status', legStatuses),
    transmissionResponse: textOrNull(row, 'transmission_response'),
    mlsResponse: textOrNull(row, 'mls_response'),
    updatedAt: integer(row, 'updated_at'),
    documentXml: reportIn(db, row, { ...key, transmissionUuid }) ?? null,
  }
}

import { type Family, families } from '@selfbill/pint-ae/document'
import { integer, text, textOrNull, word } from '../database/columns.ts'
import type { Database, Row, Statement } from '../database/database.ts'
import { sql } from '../database/database.ts'

/**
 * A document's log, oldest first; entries of the same millisecond in the order of writing.
 * Undefined if the family has no such document: every document has an entry for its creation.
 */
export async function logOf(
  db: Database,
  orgId: string,
  family: Family,
  documentId: string,
): Promise<readonly LogRow[] | undefined> {
  const rows = await db.query(logStatement(orgId, family, documentId))
  return rows.length === 0 ? undefined : rows.map(logRow)
}

function logStatement(orgId: string, family: Family, documentId: string): Statement {
  return sql(`${entriesOfDocument} order by e.at, e.id`, orgId, documentId, family)
}

/** Up to `limit` log entries of a document after the one with this `at` and id. */
export async function logAfter(
  db: Database,
  document: { readonly orgId: string; readonly family: Family; readonly id: string },
  after: { readonly at: number; readonly id: number },
  limit: number,
): Promise<readonly LogRow[]> {
  const rows = await db.query(
    sql(
      `${entriesOfDocument} and (e.at, e.id) > ($4, $5) order by e.at, e.id limit $6`,
      document.orgId,
      document.id,
      document.family,
      after.at,
      after.id,
      limit,
    ),
  )
  return rows.map(logRow)
}

const entriesOfDocument = `select d.family, e.id, e.document_id, e.transmission_uuid, e.event, e.message, e.at,
    l.sender_id, l.receiver_id, l.doc_type_id, l.process_id, l.country
  from documents d
    join entries e on e.org_id = d.org_id and e.document_id = d.id
    left join legs l on l.org_id = e.org_id and l.transmission_uuid = e.transmission_uuid
  where d.org_id = $1 and d.id = $2 and d.family = $3`

/** A log entry with facts about its leg; these are null when the entry is about the document. */
export interface LogRow {
  readonly id: number
  readonly documentId: string
  readonly family: Family
  readonly transmissionUuid: string | null
  readonly event: string
  readonly message: string
  readonly at: number
  readonly senderId: string | null
  readonly receiverId: string | null
  readonly docTypeId: string | null
  readonly processId: string | null
  readonly country: string | null
}

function logRow(row: Row): LogRow {
  return {
    id: integer(row, 'id'),
    documentId: text(row, 'document_id'),
    family: word(row, 'family', families),
    transmissionUuid: textOrNull(row, 'transmission_uuid'),
    event: text(row, 'event'),
    message: text(row, 'message'),
    at: integer(row, 'at'),
    senderId: textOrNull(row, 'sender_id'),
    receiverId: textOrNull(row, 'receiver_id'),
    docTypeId: textOrNull(row, 'doc_type_id'),
    processId: textOrNull(row, 'process_id'),
    country: textOrNull(row, 'country'),
  }
}

import { failedConstraint } from '../constraints.ts'
import { text } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { lockDocument } from '../documents/lock-document.ts'
import { insertEntries } from '../log/new-entries.ts'
import { successMessages } from '../log/success-messages.ts'
import { newMark } from '../new-mark.ts'

/**
 * Removes the content of a document whose retention is over: texts, files, statuses, names, and the
 * messages of its log. What stays is its row with ids, number, sequence, dates and amounts, its
 * link in the chain, and its log. Objects in the object store go later, when no row refers to them
 * any more (`reviewObjects`). Returns false and changes nothing if the document may not be removed:
 * a hold or a new setting was first, or a leg is still open. Source: docs/decisions/0108.
 */
export async function removeContent(db: Database, document: Removable, now: number): Promise<boolean> {
  try {
    await db.transaction(statements(db, document, now))
    return true
  } catch (error) {
    if (failedConstraint(error) === 'removable') return false
    throw error
  }
}

export interface Removable extends RetentionEnd {
  readonly orgId: string
  readonly documentId: string
}

/** Documents issued and created before it are kept long enough. */
export interface RetentionEnd {
  readonly years: number
  /** A first of January, which ends the last year that is kept no longer. */
  readonly day: string
  /** The same day in Gulf Standard Time, ms since 1970. */
  readonly time: number
}

/** The documents whose content may be removed, after `last`, in the order of their issue dates. */
export async function removableDocuments(
  db: Database,
  orgId: string,
  { day, time }: RetentionEnd,
  last: RemovableDocument,
): Promise<readonly RemovableDocument[]> {
  const rows = await db.query({
    ...sql(
      `select id, issue_date from documents
       where org_id = $1 and issue_date < $2 and created_at < $3 and (issue_date, id) > ($4, $5)
         and removed_at is null and held_at is null and ${hasNoOpenLeg}
       order by issue_date, id limit ${removableMax}`,
      orgId,
      day,
      time,
      last.issueDate,
      last.documentId,
    ),
    isPlannedByValues: true,
    isLong: true,
  })
  return rows.map((row) => ({ documentId: text(row, 'id'), issueDate: text(row, 'issue_date') }))
}

export interface RemovableDocument {
  readonly documentId: string
  readonly issueDate: string
}

export const removableMax = 200

/** A condition on `documents`, in a statement whose first parameter is the organisation. */
const hasNoOpenLeg = `not exists (select 1 from legs l where l.org_id = $1 and l.document_id = documents.id
  and l.status in ('PENDING', 'SENDING', 'RETRYING', 'STALLED'))`

function statements(db: Pick<Database, 'dialect'>, document: Removable, now: number): readonly Statement[] {
  const { orgId, documentId, years } = document
  return [
    // A new setting or hold of the organisation waits for this row, or is seen here.
    ...(db.dialect.forUpdate === ''
      ? []
      : [sql(`select mark from retentions where org_id = $1 ${db.dialect.forUpdate}`, orgId)]),
    ...lockDocument(db, orgId, documentId),
    removeNames(document, now),
    ...removeTexts(document),
    ...removeOfLegs(document),
    sql(`update entries set message = '' where org_id = $1 and document_id = $2`, orgId, documentId),
    ...insertEntries(
      [
        {
          orgId,
          documentId,
          event: 'DOCUMENT_CONTENT_REMOVED',
          message: successMessages.DOCUMENT_CONTENT_REMOVED(years),
        },
      ],
      now,
    ),
  ]
}

/** Fails at `removable` when the document may not be removed. */
function removeNames({ orgId, documentId, years, day, time }: Removable, now: number): Statement {
  return sql(
    `update documents set removed_at = $3, updated_at = $3, billed_by_name = '', billed_by_vat = null,
       billed_by_shown = '', billed_to_name = '', billed_to_vat = null, billed_to_shown = '',
       order_key = '',
       handled_by = case when handled_by is null then null else '' end,
       handled_note = case when handled_note is null then null else '' end,
       sequence = case when removed_at is null and held_at is null and issue_date < $4 and created_at < $5
         and exists (select 1 from retentions r
           where r.org_id = $1 and r.removes = 1 and r.held_at is null and r.years = $6)
         and ${hasNoOpenLeg} then sequence end
     where org_id = $1 and id = $2`,
    orgId,
    documentId,
    now,
    day,
    time,
    years,
  )
}

function removeTexts({ orgId, documentId }: Removable): readonly Statement[] {
  return [
    sql(
      `update revisions set request = null, request_bytes = null, answer = '{}', answer_bytes = null, ubl = '',
         ubl_bytes = null, findings = '[]', findings_bytes = null, changes = null,
         packed = null, report_bytes = null
       where org_id = $1 and document_id = $2`,
      orgId,
      documentId,
    ),
    // The owners of its parts begin with its id and a slash, which the digit 0 follows.
    sql(
      'delete from text_parts where org_id = $1 and owner > $2 and owner < $3',
      orgId,
      `${documentId}/`,
      `${documentId}0`,
    ),
    sql('delete from attachments where org_id = $1 and document_id = $2', orgId, documentId),
    sql('delete from invoice_credits where org_id = $1 and invoice_id = $2', orgId, documentId),
  ]
}

function removeOfLegs({ orgId, documentId }: Removable): readonly Statement[] {
  const legs = 'select l.transmission_uuid from legs l where l.org_id = $1 and l.document_id = $2'
  return [
    sql(`delete from text_parts where org_id = $1 and owner in (${legs})`, orgId, documentId),
    sql(`delete from leg_documents where org_id = $1 and transmission_uuid in (${legs})`, orgId, documentId),
    sql(`delete from waiting_statuses where org_id = $1 and transmission_uuid in (${legs})`, orgId, documentId),
    sql(`delete from leg_statuses where org_id = $1 and transmission_uuid in (${legs})`, orgId, documentId),
    sql(
      `update legs set sender_id = '', receiver_id = '', transmission_response = null, mls_response = null,
         cause = null, mark = $3 where org_id = $1 and document_id = $2`,
      orgId,
      documentId,
      newMark(),
    ),
  ]
}

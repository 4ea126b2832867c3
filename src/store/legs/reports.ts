import type { Text } from '@selfbill/pint-ae/text'
import type { TraceContext } from '../../tracing/trace-context.ts'
import { failedConstraint } from '../constraints.ts'
import { integer, optionalText, optionalWord, text, word } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import type { StoredText } from '../database/stored-text.ts'
import { lockDocument } from '../documents/lock-document.ts'
import { organisationByDocument } from '../identity-reads.ts'
import { nextEntryId } from '../log/new-entries.ts'
import { newMark } from '../new-mark.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { insertDocumentOfState, joinReport, laterReport, reportColumns, reportIn } from './leg-document.ts'
import { type LegReport, type LegStatus, legReports, legStatuses } from './legs.ts'

/** Finds a document's organisation: an operator gives only the document's id. */
export async function organisationOfDocument(db: Database, documentId: string): Promise<string | undefined> {
  const [row] = await db.query(organisationByDocument(documentId))
  return row && text(row, 'id')
}

/**
 * The latest report of a document to the tax authority, and whether it is withdrawn. Undefined if
 * the document was never reported.
 */
export async function latestReport(db: Database, orgId: string, documentId: string): Promise<ReportRow | undefined> {
  const [row] = await db.query(
    sql(
      `select l.transmission_uuid, l.revision, l.report, l.status, l.receiver_id, l.mark, ${reportColumns},
         (select w.transmission_uuid from legs w where w.org_id = l.org_id and w.document_id = l.document_id
           and w.revision = l.revision and w.report = 'W') as withdrawal_uuid
       from documents d
         join legs l on l.org_id = d.org_id and l.document_id = d.id and l.revision = d.revision
         ${joinReport}
       where d.org_id = $1 and d.id = $2 and l.corner = 'C5' and (l.report is null or l.report = 'R')
       order by l.created_at desc limit 1`,
      orgId,
      documentId,
    ),
  )
  if (row === undefined) return undefined
  const transmissionUuid = text(row, 'transmission_uuid')
  const document = reportIn(db, row, { orgId, documentId, revision: integer(row, 'revision'), transmissionUuid })
  if (document === undefined) return undefined
  return {
    orgId,
    documentId,
    transmissionUuid,
    report: optionalWord(row, 'report', legReports),
    status: word(row, 'status', legStatuses),
    receiverId: text(row, 'receiver_id'),
    mark: text(row, 'mark'),
    document,
    withdrawalUuid: optionalText(row, 'withdrawal_uuid'),
  }
}

export interface ReportRow {
  readonly orgId: string
  readonly documentId: string
  readonly transmissionUuid: string
  /** Undefined for the report that was created with the document. */
  readonly report: LegReport | undefined
  readonly status: LegStatus
  readonly receiverId: string
  readonly mark: string
  readonly document: StoredText
  readonly withdrawalUuid: string | undefined
}

/**
 * Stores a resubmission of `last`, due at once. Returns false and stores nothing if the report has
 * changed since it was read: it was resubmitted or withdrawn. A refusal locks the document as well,
 * so the two cannot overlap. A report is created after the one that it replaces, also by a clock
 * that has gone back, since the latest report is the one that was created last. `kept` as in
 * `keepAnswer`.
 */
export async function addResubmission(
  db: Database,
  last: ReportRow,
  again: Resubmission,
  kept?: KeptAnswer,
): Promise<boolean> {
  const mark = newMark()
  const document = await laterReport(db, again.documentXml)
  const statements = [
    ...lockDocument(db, last.orgId, last.documentId),
    sql(
      `insert into legs (org_id, transmission_uuid, document_id, revision, corner, report, sender_id,
         receiver_id, doc_type_id, process_id, country, status, attempts, in_doubt, next_attempt_at, mark, created_at,
         updated_at, traceparent, tracestate, access_point)
       select l.org_id, cast($1 as text), l.document_id, l.revision, l.corner, 'R', l.sender_id, cast($2 as text),
         l.doc_type_id, l.process_id, l.country, 'PENDING', 0, 0, cast($3 as bigint), cast($4 as text),
         case when cast($3 as bigint) > l.created_at then cast($3 as bigint) else l.created_at + 1 end,
         cast($3 as bigint), cast($8 as text), cast($9 as text), coalesce($10, l.access_point)
       from legs l where l.org_id = $5 and l.transmission_uuid = $6 and l.mark = $7
         and not exists (select 1 from legs o where o.org_id = l.org_id and o.document_id = l.document_id
           and (o.report = 'W' or (o.report = 'R' and o.created_at >= l.created_at
             and o.transmission_uuid <> l.transmission_uuid)))
       on conflict do nothing`,
      again.transmissionUuid,
      again.receiverId,
      again.now,
      mark,
      last.orgId,
      last.transmissionUuid,
      last.mark,
      again.trace?.traceparent ?? null,
      again.trace?.tracestate ?? null,
      again.accessPoint ?? null,
    ),
    ...insertDocumentOfState(last.orgId, again.transmissionUuid, mark, document),
    sql(
      `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
       select l.org_id, l.document_id, ${nextEntryId('$2', 'l.document_id')}, l.transmission_uuid,
         'REPORT_RESUBMITTED_C5', cast($1 as text), l.created_at
       from legs l where l.org_id = $2 and l.transmission_uuid = $3`,
      `An operator reports the document again (R), after the report ${last.transmissionUuid} was ${last.status}`,
      last.orgId,
      again.transmissionUuid,
    ),
    requireReport(last, again),
    ...keepAnswer(kept),
  ]
  try {
    await db.transaction(statements)
    return true
  } catch (error) {
    if (failedConstraint(error) === 'report_as_read') return false
    throw error
  }
}

/** Fails at `report_as_read` when the new report is not stored: then its answer is not either. */
function requireReport({ orgId, transmissionUuid }: ReportRow, again: Resubmission): Statement {
  return sql(
    `update legs set mark = case when exists (select 1 from legs a where a.org_id = $1 and a.transmission_uuid = $3)
       then mark end where org_id = $1 and transmission_uuid = $2`,
    orgId,
    transmissionUuid,
    again.transmissionUuid,
  )
}

export interface Resubmission {
  readonly transmissionUuid: string
  /** Undefined: that of the last report. */
  readonly accessPoint: string | undefined
  readonly receiverId: string
  readonly documentXml: Text
  /** ms since 1970. */
  readonly now: number
  readonly trace: TraceContext | undefined
}

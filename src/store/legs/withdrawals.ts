import type { Text } from '@selfbill/pint-ae/text'
import type { Database, Statement } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { ofOneOrAll } from '../database/organisation.ts'
import { nextEntryId } from '../log/new-entries.ts'
import { newMark } from '../new-mark.ts'
import type { OrganisationLook } from '../organisation-look.ts'
import { insertDocumentOfState, laterReport } from './leg-document.ts'
import { type LegState, legState, stateColumns } from './legs.ts'
import type { ReportRow } from './reports.ts'
import { type Batch, isWritten, settledLegs } from './settled-legs.ts'

/**
 * The other party's refusal of a document withdraws its report. These statements store the intent
 * and its UUID, in the transaction that writes the refusal. The content is decided later, once the
 * authority has the report. A revision has at most one withdrawal.
 */
export function insertWithdrawals({ dialect, settled, orgId, mark }: Batch): readonly Statement[] {
  return [
    sql(
      `insert into legs (org_id, transmission_uuid, document_id, revision, corner, report, sender_id, receiver_id,
         doc_type_id, process_id, country, status, attempts, in_doubt, mark, created_at, updated_at,
         traceparent, tracestate, access_point)
       select r.org_id, settled_withdrawal_uuid, r.document_id, r.revision, 'C5', 'W', r.sender_id, r.receiver_id,
         r.doc_type_id, r.process_id, r.country, 'PENDING', 0, 0, l.mark, settled_now, settled_now,
         l.traceparent, l.tracestate, coalesce(settled_withdrawal_access_point, r.access_point)
       from ${settledLegs(dialect, 'uuid', 'document', 'withdrawalUuid', 'withdrawalAccessPoint', 'now')}
         cross join legs l cross join legs r
       where l.org_id = $2 and ${isWritten} and settled_withdrawal_uuid is not null
         and r.org_id = $2 and r.document_id = settled_document and r.revision = l.revision
         and ${dialect.noIndex}r.corner = 'C5' and r.report is null
       on conflict do nothing`,
      settled,
      orgId,
      mark,
    ),
    sql(
      `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
       select l.org_id, l.document_id, ${nextEntryId('$2', 'l.document_id')}, l.transmission_uuid,
         'REPORT_WITHDRAWN_C5',
         'The other party refused the document: its report is withdrawn (W) once the tax authority has it', l.created_at
       from ${settledLegs(dialect, 'withdrawalUuid')} cross join legs l
       where l.org_id = $2 and l.transmission_uuid = settled_withdrawal_uuid`,
      settled,
      orgId,
    ),
  ]
}

/**
 * Withdrawals that can be decided: the document's latest report has ended, or it has its receipt
 * and its status is overdue.
 */
export async function decidableWithdrawals(look: OrganisationLook, limit: number): Promise<readonly LegState[]> {
  const isLatest = `not exists (select 1 from legs n where n.org_id = r.org_id and n.document_id = r.document_id
    and n.revision = r.revision and n.report = 'R' and n.created_at > r.created_at)`
  const rows = await look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      'decidable withdrawals',
      (own) => `select ${stateColumns} from legs
       where ${own}report = 'W' and status = 'PENDING' and next_attempt_at is null
         and exists (select 1 from legs r where r.org_id = legs.org_id and r.document_id = legs.document_id
           and r.revision = legs.revision and r.corner = 'C5' and (r.report is null or r.report = 'R')
           and (r.status in ('APPROVED', 'REJECTED', 'FAILED')
             or (r.status = 'SUBMITTED' and r.mls_overdue_at is not null))
           and ${isLatest})
       order by created_at limit ${limit}`,
    ),
  )
  return rows.map(legState)
}

/**
 * Stores the content of the withdrawal and hands it to the worker, due at once. It is in doubt,
 * because before a restore it may already have been released and sent. Writes nothing if another
 * instance was first.
 */
export async function releaseWithdrawal(
  db: Database,
  withdrawal: LegState,
  report: ReportRow,
  documentXml: Text,
  now: number,
): Promise<void> {
  const mark = newMark()
  const document = await laterReport(db, documentXml)
  await db.transaction([
    // Count its age from now: the content has this time, and so do the gateway's time limits.
    sql(
      `update legs set next_attempt_at = $1, in_doubt = 1, created_at = $1, updated_at = $1, receiver_id = $2, mark = $3
       where org_id = $4 and transmission_uuid = $5 and mark = $6`,
      now,
      report.receiverId,
      mark,
      withdrawal.orgId,
      withdrawal.transmissionUuid,
      withdrawal.mark,
    ),
    ...insertDocumentOfState(withdrawal.orgId, withdrawal.transmissionUuid, mark, document),
  ])
}

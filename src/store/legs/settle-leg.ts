import type { Database, Statement } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { lockDocument } from '../documents/lock-document.ts'
import { insertEndEvent, insertLegEvent, insertNote } from '../log/new-entries.ts'
import type { LegChange, LegEntry, LegState } from './legs.ts'
import { newMark } from './legs.ts'
import { type NewWithdrawal, newWithdrawal } from './withdrawals.ts'

/**
 * Writes a decision about a leg: the leg, its document's status and the log entries, all or
 * nothing. Returns false and writes nothing if the leg has changed since it was read: its lease was
 * lost, or a verdict came first.
 *
 * The document is locked first, for the ids of the entries. Without the lock, two legs that end
 * together could also each see the other still open (a statement sees only earlier commits), and
 * the document would stay PENDING for ever.
 *
 * The outcome of a withdrawal does not change its document. With `withdrawal` the change also
 * adds a leg that withdraws the document's report.
 */
export async function settleLeg(
  db: Database,
  leg: LegState,
  change: LegChange,
  now: number,
  withdrawal?: NewWithdrawal,
): Promise<boolean> {
  const mark = newMark()
  const { isEnd, isVerdict, isNews } = kindOf(leg, change)
  const lock = lockDocument(db, leg.orgId, leg.documentId)
  const results = await db.transaction([
    ...lock,
    updateLeg(leg, change, mark, now),
    ...(isEnd ? [updateDocument(leg, change, mark, now)] : []),
    // After the document's update, because the entry of a verdict records the new status.
    ...change.entries.map((entry, at) => insertLegEvent(leg, entry, mark, now, isNews && at === 0)),
    ...(isEnd ? [insertEndEvent(leg, mark, now, isVerdict)] : []),
    ...(withdrawal === undefined ? [] : newWithdrawal(leg, mark, withdrawal, now)),
    ...(change.statusEnvelope === undefined ? [] : [keepStatus(leg, change.statusEnvelope, mark, now)]),
  ])
  return (results[lock.length] ?? []).length === 1
}

/** What a decision about a leg is for its document. */
export function kindOf(leg: LegState, change: LegChange) {
  const isEnd = leg.report !== 'W' && change.status !== leg.status && endings.has(change.status)
  const isVerdict = isEnd && change.status !== 'FAILED'
  // Before a resubmitted report (R) the document was REJECTED by the authority: nothing new.
  const isNews = isVerdict && !(leg.report === 'R' && change.status === 'REJECTED')
  return { isEnd, isVerdict, isNews }
}

/** Adds a log entry about a leg that does not change. */
export async function noteOnLeg(db: Database, leg: LegState, entry: LegEntry, now: number): Promise<void> {
  await db.transaction([...lockDocument(db, leg.orgId, leg.documentId), insertNote(leg, entry, now)])
}

/** The statuses that can end a document. */
const endings: ReadonlySet<string> = new Set(['APPROVED', 'REJECTED', 'FAILED'])

function updateLeg(leg: LegState, change: LegChange, mark: string, now: number): Statement {
  const lease = change.endsLease ? 'lease_owner = null, lease_until = null,' : ''
  return sql(
    `update legs set ${lease} status = $1, in_doubt = $2, next_attempt_at = $3,
       uncounted = coalesce($4, uncounted), submitted_at = coalesce($5, submitted_at),
       transmission_response = coalesce($6, transmission_response), mls_response = coalesce($7, mls_response),
       receiver_provider_id = coalesce($8, receiver_provider_id), mark = $9, updated_at = $10,
       cause = case when $1 in ('RETRYING', 'STALLED') then coalesce($11, cause) end,
       absent_at = $12, absent_mark = case when cast($12 as bigint) is not null then $9 end
     where org_id = $13 and transmission_uuid = $14 and mark = $15 returning transmission_uuid`,
    change.status,
    change.inDoubt ? 1 : 0,
    change.nextAttemptAt ?? null,
    change.uncounted ?? null,
    change.submittedAt ?? null,
    change.transmissionResponse ?? null,
    change.mlsResponse ?? null,
    change.receiverProviderId ?? null,
    mark,
    now,
    change.cause ?? null,
    change.absentAt ?? null,
    leg.orgId,
    leg.transmissionUuid,
    leg.mark,
  )
}

/** Stores a status as received, if the leg's row has `mark`. */
export function keepStatus(leg: LegState, envelope: Uint8Array, mark: string, now: number): Statement {
  return sql(
    `insert into leg_statuses (org_id, transmission_uuid, envelope, received_at)
     select org_id, transmission_uuid, $1, cast($2 as bigint) from legs
     where org_id = $3 and transmission_uuid = $4 and mark = $5 on conflict do nothing`,
    envelope,
    now,
    leg.orgId,
    leg.transmissionUuid,
    mark,
  )
}

/**
 * `participant_status` is the verdict on C3, `fta_status` the verdict on the latest report to C5.
 * The overall status leaves PENDING once, through the two legs created with the document.
 */
function updateDocument(leg: LegState, change: LegChange, mark: string, now: number): Statement {
  const verdictColumn = leg.corner === 'C3' ? 'participant_status' : 'fta_status'
  const theirs = 'from legs where org_id = $1 and document_id = $2 and revision = $3 and report is null'
  const isApproved = `status = 'APPROVED' or (corner = 'C3' and status = 'NOT_REQUIRED')`
  return sql(
    `update documents set
       ${verdictColumn} = coalesce($4, ${verdictColumn}),
       overall_status = case
         when overall_status = 'PENDING' and exists (select 1 ${theirs} and status in ('REJECTED', 'FAILED'))
           then 'REJECTED'
         when overall_status = 'PENDING' and not exists (select 1 ${theirs} and not (${isApproved}))
           then 'APPROVED'
         else overall_status end,
       updated_at = $5
     where org_id = $1 and id = $2
       and exists (select 1 from legs where org_id = $1 and transmission_uuid = $6 and mark = $7)`,
    leg.orgId,
    leg.documentId,
    leg.revision,
    change.status === 'FAILED' ? null : change.status,
    now,
    leg.transmissionUuid,
    mark,
  )
}

import { isUtf8 } from 'node:buffer'
import { isFrame } from '../../text/frames.ts'
import { storableText } from '../../text/storable.ts'
import { text } from '../database/columns.ts'
import { type Database, type Dialect, type Statement, sql, textOnce } from '../database/database.ts'
import { jsonRows } from '../database/json-rows.ts'
import { lockDocument } from '../documents/lock-document.ts'
import { endOfDocument, insertNote, nextEntryId } from '../log/new-entries.ts'
import { successMessages } from '../log/success-messages.ts'
import type { LegEntry, LegState } from './legs.ts'
import { type Batch, batchOf, isWritten, type Settlement, settledLegs } from './settled-legs.ts'
import { insertWithdrawals } from './withdrawals.ts'

/**
 * Writes decisions about legs of an organisation in one transaction: the legs, the status of their
 * documents, the log entries and everything else that a decision brings. Returns for each leg
 * whether it was still in the state that was read. Writes nothing for the others: a lease was lost,
 * or a verdict came first.
 *
 * At most one leg of each document: the second must see what the first one did to it.
 */
export async function settleLegs(
  db: Database,
  orgId: string,
  settlements: readonly Settlement[],
): Promise<readonly boolean[]> {
  const batch = batchOf(db.dialect, orgId, settlements)
  const locks = lockDocuments(batch)
  const results = await db.transaction([
    ...locks,
    updateLegs(batch, settlements),
    ...(batch.hasEnd ? [updateDocuments(batch)] : []),
    // After the documents' update, because the entry of a verdict records the new status.
    ...(batch.hasEntry ? [insertLegEntries(batch)] : []),
    ...(batch.hasEnd ? [insertEndEvents(batch)] : []),
    ...(batch.hasWithdrawal ? insertWithdrawals(batch) : []),
    ...insertStatuses(batch, settlements),
  ])
  const written = new Set((results[locks.length] ?? []).map((row) => text(row, 'transmission_uuid')))
  return settlements.map(({ leg }) => written.has(leg.transmissionUuid))
}

/** The same for one leg. */
export async function settleLeg(db: Database, settlement: Settlement): Promise<boolean> {
  const [isSettled = false] = await settleLegs(db, settlement.leg.orgId, [settlement])
  return isSettled
}

/** Adds a log entry about a leg that does not change. */
export async function noteOnLeg(db: Database, leg: LegState, entry: LegEntry, now: number): Promise<void> {
  await db.transaction([...lockDocument(db, leg.orgId, leg.documentId), insertNote(leg, entry, now)])
}

/**
 * Locks the documents first, for the ids of the entries, and in one order, so that two instances
 * never wait for each other. Without the lock, two legs that end together could also each see the
 * other still open (a statement sees only earlier commits), and the document would stay PENDING for
 * ever.
 */
function lockDocuments({ dialect, settled, orgId }: Batch): readonly Statement[] {
  return dialect.forUpdate === '' ? [] : [sql(lockText(dialect), settled, orgId)]
}

const lockText = textOnce(
  (dialect) => `select d.id from ${settledLegs(dialect, 'document')}
     join documents d on d.org_id = $2 and d.id = settled_document
   order by d.id ${dialect.forUpdate}`,
)

function updateLegs({ orgId, mark, dialect }: Batch, settlements: readonly Settlement[]): Statement {
  return sql(updateLegsText(dialect), JSON.stringify(settlements.map(changeOf)), orgId, mark)
}

const updateLegsText = textOnce(
  (dialect) => `update legs set
     lease_owner = case when new_ends_lease = 1 then null else lease_owner end,
     lease_until = case when new_ends_lease = 1 then null else lease_until end,
     status = new_status, in_doubt = new_in_doubt, next_attempt_at = new_next_attempt_at,
     uncounted = coalesce(new_uncounted, uncounted), submitted_at = coalesce(new_submitted_at, submitted_at),
     transmission_response = coalesce(new_transmission_response, transmission_response),
     mls_response = coalesce(new_mls_response, mls_response),
     receiver_provider_id = coalesce(new_receiver_provider_id, receiver_provider_id),
     mark = cast($3 as text), updated_at = new_now,
     cause = case when new_status in ('RETRYING', 'STALLED') then coalesce(new_cause, cause) end,
     absent_at = new_absent_at, absent_mark = case when new_absent_at is not null then cast($3 as text) end
   from ${jsonRows(dialect, 'new', changeTypes)}
   where org_id = $2 and transmission_uuid = new_uuid and mark = new_mark
   returning transmission_uuid`,
)

/** Absent values are null. */
function changeOf({ leg, change, now }: Settlement): Change {
  return {
    uuid: leg.transmissionUuid,
    mark: leg.mark,
    endsLease: change.endsLease ? 1 : 0,
    status: change.status,
    inDoubt: change.inDoubt ? 1 : 0,
    nextAttemptAt: change.nextAttemptAt,
    uncounted: change.uncounted,
    submittedAt: change.submittedAt,
    transmissionResponse: storableText(change.transmissionResponse),
    mlsResponse: storableText(change.mlsResponse),
    receiverProviderId: storableText(change.receiverProviderId),
    cause: storableText(change.cause),
    absentAt: change.absentAt,
    now,
  }
}

const changeTypes = {
  uuid: 'text',
  mark: 'text',
  endsLease: 'bigint',
  status: 'text',
  inDoubt: 'bigint',
  nextAttemptAt: 'bigint',
  uncounted: 'bigint',
  submittedAt: 'bigint',
  transmissionResponse: 'text',
  mlsResponse: 'text',
  receiverProviderId: 'text',
  cause: 'text',
  absentAt: 'bigint',
  now: 'bigint',
} as const

type Change = Readonly<Record<keyof typeof changeTypes, string | number | undefined>>

/**
 * `participant_status` is the verdict on C3, `fta_status` the verdict on the latest report to C5.
 * The overall status leaves PENDING once, through the two legs created with the document.
 */
function updateDocuments({ dialect, settled, orgId, mark }: Batch): Statement {
  return sql(updateDocumentsText(dialect), settled, orgId, mark)
}

const updateDocumentsText = textOnce((dialect) => {
  const theirs = 'from legs where org_id = $2 and document_id = settled_document'
  const original = `${theirs} and revision = settled_revision and report is null`
  const isApproved = `status = 'APPROVED' or (corner = 'C3' and status = 'NOT_REQUIRED')`
  const verdict = (corner: string) => `settled_corner = '${corner}' and settled_is_verdict = 1`
  return `update documents set
     participant_status = case when ${verdict('C3')} then settled_status else participant_status end,
     fta_status = case when ${verdict('C5')} then settled_status else fta_status end,
     overall_status = case
       when overall_status = 'PENDING' and exists (select 1 ${original} and status in ('REJECTED', 'FAILED'))
         then 'REJECTED'
       when overall_status = 'PENDING' and not exists (select 1 ${original} and not (${isApproved}))
         then 'APPROVED'
       else overall_status end,
     updated_at = settled_now
   from ${settledLegs(dialect, 'uuid', 'document', 'revision', 'corner', 'status', 'isVerdict', 'isEnd', 'now')}
   where org_id = $2 and id = settled_document and settled_is_end = 1
     and exists (select 1 from legs l where l.org_id = $2 and ${isWritten})`
})

/**
 * By the settled id, not the leg's: as long as PostgreSQL has no statistics, it may read all
 * documents of an organisation before their legs.
 */
const isTheirDocument = 'd.id = settled_document'

/**
 * The entries of the decisions. One that changes what a caller sees of the document is also in the
 * feed.
 */
function insertLegEntries({ dialect, settled, orgId, mark }: Batch): Statement {
  return sql(insertLegEntriesText(dialect), settled, orgId, mark)
}

const insertLegEntriesText = textOnce((dialect) => {
  const inFeed = (column: string) => `case when settled_is_news = 1 then ${column} end`
  return `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at,
     revision, overall_status, participant_status, fta_status, traceparent, tracestate)
   select d.org_id, d.id, ${nextEntryId('$2', 'd.id')},
     l.transmission_uuid, settled_event, settled_message, settled_now,
     ${inFeed('d.revision')}, ${inFeed('d.overall_status')}, ${inFeed('d.participant_status')},
     ${inFeed('d.fta_status')}, ${inFeed('l.traceparent')}, ${inFeed('l.tracestate')}
   from ${settledLegs(dialect, 'uuid', 'document', 'event', 'message', 'isNews', 'now')}
     cross join legs l cross join documents d
   where l.org_id = $2 and ${isWritten} and d.org_id = $2 and ${isTheirDocument} and settled_event is not null`
})

/**
 * Adds DOCUMENT_APPROVED or DOCUMENT_REJECTED once: an index refuses a second one, silently. The
 * entry is in the feed unless the verdict's own entry is already.
 */
function insertEndEvents({ dialect, settled, orgId, mark }: Batch): Statement {
  return sql(insertEndEventsText(dialect), settled, orgId, mark, successMessages.DOCUMENT_APPROVED())
}

/**
 * The condition on the status uses no index: with statistics of a time without approved documents,
 * PostgreSQL would read all of the organisation by it.
 */
const insertEndEventsText = textOnce((dialect) => {
  const inFeed = (column: string) => `case when settled_is_verdict = 1 then null else ${column} end`
  return `insert into entries (org_id, document_id, id, event, message, at,
     revision, overall_status, participant_status, fta_status, traceparent, tracestate)
   select d.org_id, d.id, ${nextEntryId('$2', 'd.id')}, 'DOCUMENT_' || d.overall_status,
     case when d.overall_status = 'APPROVED' then cast($4 as text) else 'Refused on a leg' end, settled_now,
     ${inFeed('d.revision')}, ${inFeed('d.overall_status')}, ${inFeed('d.participant_status')},
     ${inFeed('d.fta_status')}, ${inFeed('l.traceparent')}, ${inFeed('l.tracestate')}
   from ${settledLegs(dialect, 'uuid', 'document', 'isEnd', 'isVerdict', 'now')}
     cross join legs l cross join documents d
   where l.org_id = $2 and ${isWritten} and d.org_id = $2 and ${isTheirDocument}
     and settled_is_end = 1 and coalesce(d.overall_status, '') in ('APPROVED', 'REJECTED')
   on conflict ${endOfDocument} do nothing`
})

/**
 * The statuses, as a row holds them. A text is a member of JSON like the rest of its leg, and so is
 * a frame, in hexadecimal; other bytes, such as UTF-16, cannot be, and are a value of a statement.
 */
function insertStatuses(batch: Batch, settlements: readonly Settlement[]): readonly Statement[] {
  const texts: ReceivedStatus[] = []
  const frames: ReceivedStatus[] = []
  const statements: Statement[] = []
  for (const { leg, change, now } of settlements) {
    const bytes = change.statusEnvelope
    if (bytes === undefined) continue
    const received = { uuid: leg.transmissionUuid, now }
    if (isFrame(bytes)) {
      frames.push({ ...received, envelope: Buffer.from(bytes).toString('hex') })
      continue
    }
    const envelope = jsonTextOf(bytes)
    if (envelope === undefined) statements.push(insertReceived(batch, bytesText, [received], bytes))
    else texts.push({ ...received, envelope })
  }
  if (texts.length > 0) statements.push(insertReceived(batch, textsText, texts))
  if (frames.length > 0) statements.push(insertReceived(batch, framesText, frames))
  return statements
}

interface ReceivedStatus {
  readonly uuid: string
  readonly now: number
  readonly envelope?: string
}

function insertReceived(
  { dialect, orgId, mark }: Batch,
  text: (dialect: Dialect) => string,
  received: readonly ReceivedStatus[],
  ...values: readonly Uint8Array[]
): Statement {
  return sql(text(dialect), JSON.stringify(received), orgId, mark, ...values)
}

const textsText = textOnce((dialect) => receivedText(dialect, dialect.utf8('settled_envelope')))
const framesText = textOnce((dialect) => receivedText(dialect, dialect.unhex('settled_envelope')))
const bytesText = textOnce((dialect) => receivedText(dialect, '$4'))

function receivedText(dialect: Dialect, envelope: string): string {
  return `insert into leg_statuses (org_id, transmission_uuid, envelope, received_at)
   select l.org_id, l.transmission_uuid, ${envelope}, settled_now
   from ${jsonRows(dialect, 'settled', { uuid: 'text', now: 'bigint', envelope: 'text' })} cross join legs l
   where l.org_id = $2 and ${isWritten} on conflict do nothing`
}

function jsonTextOf(bytes: Uint8Array): string | undefined {
  if (!isUtf8(bytes) || bytes.includes(0)) return undefined
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString()
}

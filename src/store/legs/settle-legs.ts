import { isUtf8 } from 'node:buffer'
import { text } from '../database/columns.ts'
import { type Database, type Dialect, type Statement, sql } from '../database/database.ts'
import { jsonRows } from '../database/json-rows.ts'
import { endOfDocument, nextEntryId } from '../log/new-entries.ts'
import { successMessages } from '../log/success-messages.ts'
import { type LegChange, type LegState, newMark } from './legs.ts'
import { keepStatus, kindOf, settleLeg } from './settle-leg.ts'

/**
 * Writes the decisions about many legs of an organisation in one transaction, each with the
 * guarantees of `settleLeg`: returns for each leg whether it was still in the state that was read,
 * and writes nothing for the others. At most one leg of each document: the second must see what the
 * first one did to it. A few statements take all legs as one JSON object, so that a leg costs no
 * statement of its own.
 */
export async function settleLegs(
  db: Database,
  orgId: string,
  settlements: readonly Settlement[],
): Promise<readonly boolean[]> {
  const rows = settlements.map(rowOf)
  const settled = JSON.stringify(rows)
  if (rows.length === 1 || unfit.test(settled)) {
    return Promise.all(settlements.map(({ leg, change, now }) => settleLeg(db, leg, change, now)))
  }
  const mark = newMark()
  const batch: Batch = { settled, orgId, mark, dialect: db.dialect }
  const locks = db.dialect.forUpdate === '' ? [] : locking(batch)
  const isAnyEnd = rows.some(({ isEnd }) => isEnd === 1)
  const results = await db.transaction([
    ...locks,
    updateLegs(batch),
    ...(isAnyEnd ? [updateDocuments(batch)] : []),
    // After the documents' update, because the entry of a verdict records the new status.
    ...(rows.some(({ isNews }) => isNews === 0) ? [insertEntries(batch)] : []),
    ...(rows.some(({ isNews }) => isNews === 1) ? [insertNews(batch)] : []),
    ...(isAnyEnd ? [insertEndEvents(batch)] : []),
    ...keepStatuses(settlements, batch),
  ])
  const written = new Set((results[locks.length] ?? []).map((row) => text(row, 'transmission_uuid')))
  return settlements.map(({ leg }) => written.has(leg.transmissionUuid))
}

/** A decision about a leg, at most one log entry with it. */
export interface Settlement {
  readonly leg: LegState
  readonly change: LegChange
  /** ms since 1970. */
  readonly now: number
}

/**
 * Escapes that the databases read differently from JavaScript, or not at all: half a character, and
 * the character 0. Legs with such texts are written one by one.
 */
const unfit = /\\u(?:0000|d[89a-f])/

/** The values that all statements have: `$1`, `$2` and `$3`. */
interface Batch {
  /** The legs as JSON for `settledLegs`. */
  readonly settled: string
  readonly orgId: string
  /** The new mark of the legs. */
  readonly mark: string
  readonly dialect: Dialect
}

/** Numbers and texts only: a member of the JSON that the statements read. */
function rowOf({ leg, change, now }: Settlement) {
  const { isEnd, isVerdict, isNews } = kindOf(leg, change)
  const [entry] = change.entries
  return {
    uuid: leg.transmissionUuid,
    document: leg.documentId,
    revision: leg.revision,
    corner: leg.corner,
    mark: leg.mark,
    endsLease: change.endsLease ? 1 : 0,
    status: change.status,
    inDoubt: change.inDoubt ? 1 : 0,
    nextAttemptAt: change.nextAttemptAt ?? null,
    uncounted: change.uncounted ?? null,
    submittedAt: change.submittedAt ?? null,
    transmissionResponse: change.transmissionResponse ?? null,
    mlsResponse: change.mlsResponse ?? null,
    receiverProviderId: change.receiverProviderId ?? null,
    cause: change.cause ?? null,
    absentAt: change.absentAt ?? null,
    now,
    isEnd: isEnd ? 1 : 0,
    isVerdict: isVerdict ? 1 : 0,
    isNews: isNews ? 1 : 0,
    event: entry?.event ?? null,
    message: entry?.message ?? null,
  }
}

type Member = keyof ReturnType<typeof rowOf>

/** The settled legs as a table. */
function settledLegs(dialect: Dialect, ...members: readonly (Member | 'envelope')[]): string {
  const columns = members.map((member) => ({ member, type: integers.has(member) ? 'bigint' : 'text' }) as const)
  return jsonRows(dialect, 'settled', columns)
}

const integers: ReadonlySet<string> = new Set<Member>([
  ...(['revision', 'endsLease', 'inDoubt', 'nextAttemptAt', 'uncounted', 'submittedAt', 'absentAt'] as const),
  ...(['now', 'isEnd', 'isVerdict', 'isNews'] as const),
])

/**
 * Locks the documents of the legs (see `settleLeg`), then the legs, each in one order, so that two
 * instances never wait for each other.
 */
function locking({ dialect, settled, orgId }: Batch): readonly Statement[] {
  return [
    sql(
      `select d.id from ${settledLegs(dialect, 'document')}
         join documents d on d.org_id = $2 and d.id = settled_document
       order by d.id ${dialect.forUpdate}`,
      settled,
      orgId,
    ),
    sql(
      `select l.transmission_uuid from ${settledLegs(dialect, 'uuid')}
         join legs l on l.org_id = $2 and l.transmission_uuid = settled_uuid
       order by l.transmission_uuid ${dialect.forUpdate}`,
      settled,
      orgId,
    ),
  ]
}

function updateLegs({ settled, orgId, mark, dialect }: Batch): Statement {
  return sql(
    `update legs set lease_owner = case when settled_ends_lease = 1 then null else lease_owner end,
       lease_until = case when settled_ends_lease = 1 then null else lease_until end,
       status = settled_status, in_doubt = settled_in_doubt, next_attempt_at = settled_next_attempt_at,
       uncounted = coalesce(settled_uncounted, uncounted), submitted_at = coalesce(settled_submitted_at, submitted_at),
       transmission_response = coalesce(settled_transmission_response, transmission_response),
       mls_response = coalesce(settled_mls_response, mls_response),
       receiver_provider_id = coalesce(settled_receiver_provider_id, receiver_provider_id),
       mark = cast($3 as text), updated_at = settled_now,
       cause = case when settled_status in ('RETRYING', 'STALLED') then coalesce(settled_cause, cause) end,
       absent_at = settled_absent_at,
       absent_mark = case when settled_absent_at is not null then cast($3 as text) end
     from ${settledLegs(
       dialect,
       ...(['uuid', 'mark', 'endsLease', 'status', 'inDoubt', 'nextAttemptAt', 'uncounted'] as const),
       ...(['submittedAt', 'transmissionResponse', 'mlsResponse', 'receiverProviderId', 'cause'] as const),
       ...(['absentAt', 'now'] as const),
     )}
     where org_id = $2 and transmission_uuid = settled_uuid and mark = settled_mark
     returning transmission_uuid`,
    settled,
    orgId,
    mark,
  )
}

/**
 * Whether this transaction has written the leg `l`. `l` is in a cross join, because SQLite keeps
 * its order: it could otherwise read all legs of the organisation, and the JSON for each.
 */
const isWritten = 'l.transmission_uuid = settled_uuid and l.mark = $3'

/**
 * By the settled id, not the leg's: as long as PostgreSQL has no statistics, it may read all
 * documents of an organisation before their legs.
 */
const isTheirDocument = 'd.id = settled_document'

/** See `updateDocument` in settle-leg.ts. */
function updateDocuments({ settled, orgId, mark, dialect }: Batch): Statement {
  const theirs = 'from legs where org_id = $2 and document_id = settled_document'
  const original = `${theirs} and revision = settled_revision and report is null`
  const isApproved = `status = 'APPROVED' or (corner = 'C3' and status = 'NOT_REQUIRED')`
  const verdict = (corner: string) => `settled_corner = '${corner}' and settled_is_verdict = 1`
  return sql(
    `update documents set
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
       and exists (select 1 from legs l
         where l.org_id = $2 and ${isWritten})`,
    settled,
    orgId,
    mark,
  )
}

/** The entries of legs that do not change what a caller sees of the document. */
function insertEntries({ settled, orgId, mark, dialect }: Batch): Statement {
  return sql(
    `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
     select l.org_id, l.document_id, ${nextEntryId('$2', 'l.document_id')},
       l.transmission_uuid, settled_event, settled_message, settled_now
     from ${settledLegs(dialect, 'uuid', 'event', 'message', 'isNews', 'now')} cross join legs l
     where l.org_id = $2 and ${isWritten} and settled_is_news = 0 and settled_event is not null`,
    settled,
    orgId,
    mark,
  )
}

/** The entries that are also in the change feed. */
function insertNews({ settled, orgId, mark, dialect }: Batch): Statement {
  return sql(
    `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at,
       revision, overall_status, participant_status, fta_status, traceparent, tracestate)
     select d.org_id, d.id, ${nextEntryId('$2', 'd.id')},
       l.transmission_uuid, settled_event, settled_message, settled_now,
       d.revision, d.overall_status, d.participant_status, d.fta_status, l.traceparent, l.tracestate
     from ${settledLegs(dialect, 'uuid', 'document', 'event', 'message', 'isNews', 'now')}
       cross join legs l cross join documents d
     where l.org_id = $2 and ${isWritten} and d.org_id = $2 and ${isTheirDocument}
       and settled_is_news = 1 and settled_event is not null`,
    settled,
    orgId,
    mark,
  )
}

/** See `insertEndEvent`. */
function insertEndEvents({ settled, orgId, mark, dialect }: Batch): Statement {
  const inFeed = (column: string) => `case when settled_is_verdict = 1 then null else ${column} end`
  return sql(
    `insert into entries (org_id, document_id, id, event, message, at,
       revision, overall_status, participant_status, fta_status, traceparent, tracestate)
     select d.org_id, d.id, ${nextEntryId('$2', 'd.id')}, 'DOCUMENT_' || d.overall_status,
       case when d.overall_status = 'APPROVED' then cast($4 as text) else 'Refused on a leg' end, settled_now,
       ${inFeed('d.revision')}, ${inFeed('d.overall_status')}, ${inFeed('d.participant_status')},
       ${inFeed('d.fta_status')}, ${inFeed('l.traceparent')}, ${inFeed('l.tracestate')}
     from ${settledLegs(dialect, 'uuid', 'document', 'isEnd', 'isVerdict', 'now')}
       cross join legs l cross join documents d
     where l.org_id = $2 and ${isWritten} and d.org_id = $2 and ${isTheirDocument}
       and settled_is_end = 1 and d.overall_status in ('APPROVED', 'REJECTED')
     on conflict ${endOfDocument} do nothing`,
    settled,
    orgId,
    mark,
    successMessages.DOCUMENT_APPROVED(),
  )
}

/** The statuses as received. Bytes that are not UTF-8 cannot be members of JSON. */
function keepStatuses(settlements: readonly Settlement[], batch: Batch): readonly Statement[] {
  const kept = settlements.flatMap(({ leg, change: { statusEnvelope }, now }) =>
    statusEnvelope === undefined ? [] : [{ leg, envelope: statusEnvelope, now }],
  )
  const others = kept.filter(({ envelope }) => !isUtf8(envelope))
  const texts = kept
    .filter(({ envelope }) => isUtf8(envelope))
    .map(({ leg, envelope, now }) => ({
      uuid: leg.transmissionUuid,
      now,
      envelope: Buffer.from(envelope.buffer, envelope.byteOffset, envelope.byteLength).toString(),
    }))
  return [
    ...others.map(({ leg, envelope, now }) => keepStatus(leg, envelope, batch.mark, now)),
    ...(texts.length === 0 ? [] : [insertStatuses({ ...batch, settled: JSON.stringify(texts) })]),
  ]
}

function insertStatuses({ settled, orgId, mark, dialect }: Batch): Statement {
  return sql(
    `insert into leg_statuses (org_id, transmission_uuid, envelope, received_at)
     select l.org_id, l.transmission_uuid, ${dialect.utf8('settled_envelope')}, settled_now
     from ${settledLegs(dialect, 'uuid', 'envelope', 'now')} cross join legs l
     where l.org_id = $2 and ${isWritten} on conflict do nothing`,
    settled,
    orgId,
    mark,
  )
}

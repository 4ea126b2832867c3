import { isUtf8 } from 'node:buffer'
import { text } from '../database/columns.ts'
import { type Database, type Statement, sql, type Value } from '../database/database.ts'
import { jsonOf, jsonRows } from '../database/json-rows.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { endOfDocument, nextEntryId } from '../log/new-entries.ts'
import { successMessages } from '../log/success-messages.ts'
import { type LegChange, type LegState, newMark } from './legs.ts'
import { keepStatus, kindOf, settleLeg } from './settle-leg.ts'

/**
 * Writes the decisions about many legs in one transaction, each with the guarantees of `settleLeg`:
 * returns for each leg whether it was still in the state that was read, and writes nothing for the
 * others. At most one leg of each document: the second must see what the first one did to it. A few
 * statements take all legs as one JSON object, so that a leg costs no statement of its own.
 */
export async function settleLegs(db: Database, settlements: readonly Settlement[]): Promise<readonly boolean[]> {
  const rows = settlements.map(rowOf)
  const settled = jsonOf(rows)
  if (rows.length === 1 || unfit.test(settled)) {
    return Promise.all(settlements.map(({ leg, change, now }) => settleLeg(db, leg, change, now)))
  }
  const mark = newMark()
  const locks = db.dialect.forUpdate === '' ? [] : locking(db, settled)
  const isAnyEnd = rows.some(({ isEnd }) => isEnd === 1)
  const results = await db.transaction([
    ...locks,
    updateLegs(settled, mark),
    ...(isAnyEnd ? [updateDocuments(settled, mark)] : []),
    // After the documents' update, because the entry of a verdict records the new status.
    ...(rows.some(({ isNews }) => isNews === 0) ? [insertEntries(settled, mark)] : []),
    ...(rows.some(({ isNews }) => isNews === 1) ? [insertNews(settled, mark)] : []),
    ...(isAnyEnd ? [insertEndEvents(settled, mark)] : []),
    ...keepStatuses(db, settlements, mark),
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

/** Numbers and texts only: a member of the JSON that the statements read. */
function rowOf({ leg, change, now }: Settlement) {
  const { isEnd, isVerdict, isNews } = kindOf(leg, change)
  const [entry] = change.entries
  return {
    org: leg.orgId,
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
function settledLegs(...members: readonly Member[]): string {
  const column = (member: Member) => {
    const value = `value ->> '${member}'`
    return `${integers.has(member) ? `cast(${value} as bigint)` : value} as ${columnOf(member)}`
  }
  return `${jsonRows(members.map(column).join(', '))} as settled`
}

/** Unlike any column of a table, so that no name is ambiguous. */
function columnOf(member: Member): string {
  return `settled_${member.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)}`
}

const integers: ReadonlySet<Member> = new Set<Member>([
  ...(['revision', 'endsLease', 'inDoubt', 'nextAttemptAt', 'uncounted', 'submittedAt'] as const),
  ...(['now', 'isEnd', 'isVerdict', 'isNews'] as const),
])

function ofBatch(text: string, ...params: readonly Value[]): Statement {
  return acrossOrganisations('a batch has legs of many organisations, each with its own', sql(text, ...params))
}

/**
 * Locks the documents of the legs (see `settleLeg`), then the legs, each in one order, so that two
 * instances never wait for each other.
 */
function locking(db: Database, settled: string): readonly Statement[] {
  return [
    ofBatch(
      `select d.id from ${settledLegs('org', 'document')}
         join documents d on d.org_id = settled_org and d.id = settled_document
       order by d.org_id, d.id ${db.dialect.forUpdate}`,
      settled,
    ),
    ofBatch(
      `select l.transmission_uuid from ${settledLegs('org', 'uuid')}
         join legs l on l.org_id = settled_org and l.transmission_uuid = settled_uuid
       order by l.org_id, l.transmission_uuid ${db.dialect.forUpdate}`,
      settled,
    ),
  ]
}

function updateLegs(settled: string, mark: string): Statement {
  return ofBatch(
    `update legs set lease_owner = case settled_ends_lease when 1 then null else lease_owner end,
       lease_until = case settled_ends_lease when 1 then null else lease_until end,
       status = settled_status, in_doubt = settled_in_doubt, next_attempt_at = settled_next_attempt_at,
       uncounted = coalesce(settled_uncounted, uncounted), submitted_at = coalesce(settled_submitted_at, submitted_at),
       transmission_response = coalesce(settled_transmission_response, transmission_response),
       mls_response = coalesce(settled_mls_response, mls_response),
       receiver_provider_id = coalesce(settled_receiver_provider_id, receiver_provider_id),
       mark = cast($2 as text), updated_at = settled_now,
       cause = case when settled_status in ('RETRYING', 'STALLED') then coalesce(settled_cause, cause) end
     from ${settledLegs(
       ...(['org', 'uuid', 'mark', 'endsLease', 'status', 'inDoubt', 'nextAttemptAt', 'uncounted'] as const),
       ...(['submittedAt', 'transmissionResponse', 'mlsResponse', 'receiverProviderId', 'cause', 'now'] as const),
     )}
     where org_id = settled_org and transmission_uuid = settled_uuid and mark = settled_mark
     returning transmission_uuid`,
    settled,
    mark,
  )
}

/** The legs that this transaction has written, as `l`. */
const writtenLegs = 'join legs l on l.org_id = settled_org and l.transmission_uuid = settled_uuid and l.mark = $2'

/**
 * By the settled id, not the leg's: as long as PostgreSQL has no statistics, it may read all
 * documents of an organisation before their legs.
 */
const theirDocument = 'join documents d on d.org_id = settled_org and d.id = settled_document'

/** See `updateDocument` in settle-leg.ts. */
function updateDocuments(settled: string, mark: string): Statement {
  const theirs = 'from legs where org_id = settled_org and document_id = settled_document'
  const original = `${theirs} and revision = settled_revision and report is null`
  const isApproved = `status = 'APPROVED' or (corner = 'C3' and status = 'NOT_REQUIRED')`
  const verdict = (corner: string) => `settled_corner = '${corner}' and settled_is_verdict = 1`
  return ofBatch(
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
     from ${settledLegs('org', 'uuid', 'document', 'revision', 'corner', 'status', 'isVerdict', 'isEnd', 'now')}
     where org_id = settled_org and id = settled_document and settled_is_end = 1
       and exists (select 1 from legs l
         where l.org_id = settled_org and l.transmission_uuid = settled_uuid and l.mark = $2)`,
    settled,
    mark,
  )
}

/** The entries of legs that do not change what a caller sees of the document. */
function insertEntries(settled: string, mark: string): Statement {
  return ofBatch(
    `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
     select l.org_id, l.document_id, ${nextEntryId('l.org_id', 'l.document_id')},
       l.transmission_uuid, settled_event, settled_message, settled_now
     from ${settledLegs('org', 'uuid', 'event', 'message', 'isNews', 'now')} ${writtenLegs}
     where settled_is_news = 0 and settled_event is not null`,
    settled,
    mark,
  )
}

/** The entries that are also in the change feed. */
function insertNews(settled: string, mark: string): Statement {
  return ofBatch(
    `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at,
       revision, overall_status, participant_status, fta_status, traceparent, tracestate)
     select d.org_id, d.id, ${nextEntryId('d.org_id', 'd.id')},
       l.transmission_uuid, settled_event, settled_message, settled_now,
       d.revision, d.overall_status, d.participant_status, d.fta_status, l.traceparent, l.tracestate
     from ${settledLegs('org', 'uuid', 'document', 'event', 'message', 'isNews', 'now')} ${writtenLegs}
       ${theirDocument}
     where settled_is_news = 1 and settled_event is not null`,
    settled,
    mark,
  )
}

/** See `insertEndEvent`. */
function insertEndEvents(settled: string, mark: string): Statement {
  const inFeed = (column: string) => `case settled_is_verdict when 1 then null else ${column} end`
  return ofBatch(
    `insert into entries (org_id, document_id, id, event, message, at,
       revision, overall_status, participant_status, fta_status, traceparent, tracestate)
     select d.org_id, d.id, ${nextEntryId('d.org_id', 'd.id')}, 'DOCUMENT_' || d.overall_status,
       case d.overall_status when 'APPROVED' then cast($3 as text) else 'Refused on a leg' end, settled_now,
       ${inFeed('d.revision')}, ${inFeed('d.overall_status')}, ${inFeed('d.participant_status')},
       ${inFeed('d.fta_status')}, ${inFeed('l.traceparent')}, ${inFeed('l.tracestate')}
     from ${settledLegs('org', 'uuid', 'document', 'isEnd', 'isVerdict', 'now')} ${writtenLegs}
       ${theirDocument}
     where settled_is_end = 1 and d.overall_status in ('APPROVED', 'REJECTED')
     on conflict ${endOfDocument} do nothing`,
    settled,
    mark,
    successMessages.DOCUMENT_APPROVED(),
  )
}

/** The statuses as received. Bytes that are not UTF-8 cannot be members of JSON. */
function keepStatuses(db: Database, settlements: readonly Settlement[], mark: string): readonly Statement[] {
  const kept = settlements.flatMap(({ leg, change: { statusEnvelope }, now }) =>
    statusEnvelope === undefined ? [] : [{ leg, envelope: statusEnvelope, now }],
  )
  const others = kept.filter(({ envelope }) => !isUtf8(envelope))
  const texts = kept
    .filter(({ envelope }) => isUtf8(envelope))
    .map(({ leg, envelope, now }) => ({
      org: leg.orgId,
      uuid: leg.transmissionUuid,
      now,
      envelope: Buffer.from(envelope.buffer, envelope.byteOffset, envelope.byteLength).toString(),
    }))
  return [
    ...others.map(({ leg, envelope, now }) => keepStatus(leg, envelope, mark, now)),
    ...(texts.length === 0 ? [] : [insertStatuses(db, jsonOf(texts), mark)]),
  ]
}

function insertStatuses(db: Database, settled: string, mark: string): Statement {
  return ofBatch(
    `insert into leg_statuses (org_id, transmission_uuid, envelope, received_at)
     select l.org_id, l.transmission_uuid, ${db.dialect.utf8('settled_envelope')}, settled_now
     from ${jsonRows(`value ->> 'org' as settled_org, value ->> 'uuid' as settled_uuid,
         value ->> 'envelope' as settled_envelope, cast(value ->> 'now' as bigint) as settled_now`)} as settled
       ${writtenLegs}
     where true on conflict do nothing`,
    settled,
    mark,
  )
}

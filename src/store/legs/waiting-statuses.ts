import { bytes, flag, integer, text } from '../database/columns.ts'
import type { Database, Row, Statement } from '../database/database.ts'
import { sql } from '../database/database.ts'
import { ofOneOrAll } from '../database/organisation.ts'
import { lockDocument } from '../documents/lock-document.ts'
import { insertNote, nextEntryId } from '../log/new-entries.ts'
import { newMark } from '../new-mark.ts'
import type { OrganisationLook } from '../organisation-look.ts'
import type { LegEntry, LegState } from './legs.ts'

/**
 * Keeps a status whose sender cannot be checked yet, with a log entry. A leg that has not ended is
 * in doubt then and asked about at once: its transmission is known outside. `changed`: the leg is
 * not as it was read; `known`: the same status waits already; `full`: no more can wait.
 */
export async function addWaitingStatus(
  db: Database,
  leg: LegState,
  status: NewWaitingStatus,
  now: number,
): Promise<'kept' | 'known' | 'full' | 'changed'> {
  const id = newMark()
  const lock = lockDocument(db, leg.orgId, leg.documentId)
  const results = await db.transaction([
    ...lock,
    insertWaitingStatus(leg, status, id, now),
    // Behind the insert: a worker may claim the leg between two statements.
    sql(
      `select case when l.mark = $3 then 0 else 1 end as is_changed,
         (select count(*) from waiting_statuses w where w.org_id = $1 and w.transmission_uuid = $2
           and w.sender_id = $4 and w.mls_id = $5) as same
       from legs l where l.org_id = $1 and l.transmission_uuid = $2`,
      leg.orgId,
      leg.transmissionUuid,
      leg.mark,
      status.senderId,
      status.mlsId,
    ),
    sql(
      `insert into entries (org_id, document_id, id, transmission_uuid, event, message, at)
       select l.org_id, l.document_id, ${nextEntryId('$1', 'l.document_id')}, l.transmission_uuid,
         cast($4 as text), cast($5 as text), cast($6 as bigint)
       from legs l join waiting_statuses w on w.org_id = l.org_id and w.transmission_uuid = l.transmission_uuid
       where l.org_id = $1 and l.transmission_uuid = $2 and w.id = $3`,
      leg.orgId,
      leg.transmissionUuid,
      id,
      status.entry.event,
      status.entry.message,
      now,
    ),
    sql(
      `update legs set in_doubt = 1, next_attempt_at = case when next_attempt_at > $4 then $4 else next_attempt_at end
       where org_id = $1 and transmission_uuid = $2 and status in ('PENDING', 'RETRYING')
         and exists (select 1 from waiting_statuses w where w.org_id = $1 and w.transmission_uuid = $2 and w.id = $3)`,
      leg.orgId,
      leg.transmissionUuid,
      id,
      now,
    ),
  ])
  if (results[lock.length]?.length === 1) return 'kept'
  const [found] = results[lock.length + 1] ?? []
  if (found === undefined || flag(found, 'is_changed')) return 'changed'
  return integer(found, 'same') > 0 ? 'known' : 'full'
}

/**
 * Unless the leg has changed, it waits already, or too many do. In a cluster `returning` needs the
 * other name (docs/decisions/0102).
 */
function insertWaitingStatus(leg: LegState, status: NewWaitingStatus, id: string, now: number): Statement {
  return sql(
    `insert into waiting_statuses as kept
       (org_id, transmission_uuid, place, id, sender_id, mls_id, envelope, received_at, look_at)
     select l.org_id, l.transmission_uuid, held.places + 1, cast($4 as text), cast($5 as text), cast($6 as text), $7,
       cast($8 as bigint), cast($8 as bigint)
     from legs l cross join (
       select count(*) as statuses, coalesce(max(w.place), 0) as places,
         coalesce(sum(octet_length(w.envelope)), 0) as bytes,
         coalesce(max(case when w.sender_id = $5 and w.mls_id = $6 then 1 else 0 end), 0) as is_known
       from waiting_statuses w where w.org_id = $1 and w.transmission_uuid = $2) held
     where l.org_id = $1 and l.transmission_uuid = $2 and l.mark = $3 and held.is_known = 0
       and held.statuses < ${waitingMax} and held.bytes + cast($9 as bigint) <= ${bytesMax}
     returning place`,
    leg.orgId,
    leg.transmissionUuid,
    leg.mark,
    id,
    status.senderId,
    status.mlsId,
    status.envelope,
    now,
    status.envelope.length,
  )
}

export interface NewWaitingStatus {
  readonly senderId: string
  readonly mlsId: string
  readonly envelope: Uint8Array
  readonly entry: LegEntry
}

/** For one leg. */
export const waitingMax = 10
/** Of all that wait for one leg: the size of the largest status. */
const bytesMax = 10 * 1024 * 1024

export async function hasWaitingStatuses(db: Database, { orgId, transmissionUuid }: LegState): Promise<boolean> {
  const rows = await db.query(
    sql('select 1 from waiting_statuses where org_id = $1 and transmission_uuid = $2 limit 1', orgId, transmissionUuid),
  )
  return rows.length > 0
}

/**
 * Transmissions whose waiting statuses can be decided, each once: the leg has its receipt or has
 * ended, its access point is known, or one of them waits since `before`.
 */
export async function decidableTransmissions(
  look: OrganisationLook,
  { now, before, limit }: { readonly now: number; readonly before: number; readonly limit: number },
): Promise<readonly WaitingTransmission[]> {
  const rows = await look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      'waiting statuses',
      // Named twice: else a cluster asks every worker (docs/decisions/0102).
      (own) => `select org_id, transmission_uuid, min(look_at) as look_at from waiting_statuses
       where ${own}look_at <= $1 and (received_at <= $2 or exists (select 1 from legs l
         where ${own}l.org_id = waiting_statuses.org_id and l.transmission_uuid = waiting_statuses.transmission_uuid
           and (l.receiver_provider_id is not null or l.status not in ('PENDING', 'SENDING', 'RETRYING', 'STALLED'))))
       group by org_id, transmission_uuid order by look_at limit ${limit}`,
      now,
      before,
    ),
  )
  return rows.map((row) => ({ orgId: text(row, 'org_id'), transmissionUuid: text(row, 'transmission_uuid') }))
}

export interface WaitingTransmission {
  readonly orgId: string
  readonly transmissionUuid: string
}

/**
 * The waiting statuses of a transmission in their order, for this instance alone until `until`.
 * Empty if another instance has them.
 */
export async function takeWaitingStatuses(
  db: Database,
  { orgId, transmissionUuid }: WaitingTransmission,
  now: number,
  until: number,
): Promise<readonly WaitingStatus[]> {
  const [taken = [], all = []] = await db.transaction([
    sql(
      `update waiting_statuses set look_at = $4
       where org_id = $1 and transmission_uuid = $2 and look_at <= $3 returning place`,
      orgId,
      transmissionUuid,
      now,
      until,
    ),
    sql(
      `select place, sender_id, mls_id, envelope, received_at from waiting_statuses
       where org_id = $1 and transmission_uuid = $2 order by place`,
      orgId,
      transmissionUuid,
    ),
  ])
  return taken.length === 0 ? [] : all.map(waitingStatus)
}

export interface WaitingStatus {
  readonly place: number
  readonly senderId: string
  readonly mlsId: string
  readonly envelope: Uint8Array
  /** ms since 1970. */
  readonly receivedAt: number
}

/** It is decided, or dropped with an entry. */
export async function removeWaitingStatus(
  db: Database,
  leg: LegState,
  { place }: WaitingStatus,
  dropped?: { readonly entry: LegEntry; readonly now: number },
): Promise<void> {
  await db.transaction([
    ...lockDocument(db, leg.orgId, leg.documentId),
    sql(
      'delete from waiting_statuses where org_id = $1 and transmission_uuid = $2 and place = $3',
      leg.orgId,
      leg.transmissionUuid,
      place,
    ),
    ...(dropped === undefined ? [] : [insertNote(leg, dropped.entry, dropped.now)]),
  ])
}

/** They are looked at again from `at`. */
export async function lookAgainAt(
  db: Database,
  { orgId, transmissionUuid }: WaitingTransmission,
  at: number,
): Promise<void> {
  await db.query(
    sql(
      'update waiting_statuses set look_at = $3 where org_id = $1 and transmission_uuid = $2',
      orgId,
      transmissionUuid,
      at,
    ),
  )
}

function waitingStatus(row: Row): WaitingStatus {
  return {
    place: integer(row, 'place'),
    senderId: text(row, 'sender_id'),
    mlsId: text(row, 'mls_id'),
    envelope: bytes(row, 'envelope'),
    receivedAt: integer(row, 'received_at'),
  }
}

import { integer, onlyRow, optionalInteger, optionalText, text, word } from './database/columns.ts'
import { type Database, type Row, type Statement, sql } from './database/database.ts'
import { acrossOrganisations, ofOneOrAll } from './database/organisation.ts'
import { newMark } from './new-mark.ts'

/**
 * Why documents could not be delivered: the gateway was away, the database was, or no instance ran.
 */
export const outageCauses = ['gateway', 'database', 'service'] as const
export type OutageCause = (typeof outageCauses)[number]

/** What was away. */
export interface Away {
  readonly cause: OutageCause
  /** The access point, if the gateway is the cause; undefined: the one without a name. */
  readonly accessPoint?: string | undefined
}

/**
 * Begins an outage, unless one of the same is under way. One that ended less than `mergeMs` ago
 * goes on, so that a failing gateway is one outage and not twenty.
 */
export async function beginOutage(db: Database, outage: NewOutage, mergeMs: number): Promise<void> {
  const { reason = null, at } = outage
  const key = keyOf(outage)
  await db.transaction([
    lockOutages(),
    reopen(key, at - mergeMs, at),
    sql(
      `insert into outages (id, cause, reason, started_at, seen_at) values ($1, $2, $3, $4, $4)
       on conflict (cause) where ended_at is null do update
         set seen_at = case when excluded.seen_at > outages.seen_at then excluded.seen_at else outages.seen_at end`,
      newMark(),
      key,
      reason,
      at,
    ),
  ])
}

export interface NewOutage extends Away {
  readonly reason?: string | undefined
  /** ms since 1970. */
  readonly at: number
}

/** An instance sees that the outage still lasts. One that is late does not move the time back. */
export async function sawOutage(db: Database, away: Away, at: number): Promise<void> {
  const seen = 'update outages set seen_at = $2 where cause = $1 and ended_at is null and seen_at < $2'
  await db.query(sql(seen, keyOf(away), at))
}

/** Ends the outage that is under way, if there is one, and counts the documents that wait now. */
export async function endOutage(db: Database, away: Away, at: number): Promise<void> {
  const key = keyOf(away)
  const [outage] = await db.query(sql('select id from outages where cause = $1 and ended_at is null', key))
  if (outage === undefined) return
  await countStopped(db, away, text(outage, 'id'), at)
  await db.transaction([
    lockOutages(),
    sql('update outages set ended_at = $2, seen_at = $2 where cause = $1 and ended_at is null', key, at),
  ])
}

/** Ends outages that no instance has seen since `before`: those that saw it are gone. */
export async function endUnseenOutages(db: Database, cause: OutageCause, before: number): Promise<void> {
  const rows = await db.query(
    sql(
      `select cause, seen_at from outages
       where (cause = $1 or cause like cast($1 as text) || ' %') and ended_at is null and seen_at < $2`,
      cause,
      before,
    ),
  )
  for (const row of rows) await endOutage(db, awayIn(row), integer(row, 'seen_at'))
}

/** Records an outage that is over. It extends one that it touches. */
export async function recordOutage(db: Database, outage: NewOutage & { readonly endedAt: number }): Promise<void> {
  const { reason = null, at, endedAt } = outage
  const key = keyOf(outage)
  await db.transaction([
    lockOutages(),
    reopen(key, at, endedAt),
    sql(
      `insert into outages (id, cause, reason, started_at, seen_at) values ($1, $2, $3, $4, $4)
       on conflict (cause) where ended_at is null do update
         set started_at = case when excluded.started_at < outages.started_at then excluded.started_at
           else outages.started_at end`,
      newMark(),
      key,
      reason,
      at,
    ),
  ])
  await endOutage(db, outage, endedAt)
}

/**
 * The value of the column `cause`: `gateway`, or `gateway east` for an access point with a name.
 * One outage of each value can be under way, and older instances keep recording theirs.
 */
function keyOf({ cause, accessPoint = unnamed }: Away): string {
  return accessPoint === unnamed ? cause : `${cause} ${accessPoint}`
}

function awayIn(row: Row): Away {
  const [, cause = '', accessPoint] = /^(\w+)(?: (.+))?$/.exec(text(row, 'cause')) ?? []
  const known = word({ cause }, 'cause', outageCauses)
  return { cause: known, accessPoint: known === 'gateway' ? (accessPoint ?? unnamed) : undefined }
}

/** The name of an access point without a name. */
const unnamed = 'default'

/** Instances write outages one after the other, so that two of them do not record the same one. */
function lockOutages(): Statement {
  return sql('update outage_turn set mark = $1 where id = 1', newMark())
}

function reopen(key: string, endedAfter: number, seenAt: number): Statement {
  return sql(
    `update outages set ended_at = null, seen_at = $3
     where id = (select id from outages where cause = $1 and ended_at >= $2 order by ended_at desc limit 1)
       and not exists (select 1 from outages o where o.cause = $1 and o.ended_at is null)`,
    key,
    endedAfter,
    seenAt,
  )
}

/**
 * Waiting legs are those that the outage stopped: nothing else keeps them longer than a moment. An
 * access point stops only its own.
 */
async function countStopped(db: Database, away: Away, outageId: string, at: number): Promise<void> {
  const { cause, accessPoint = unnamed } = away
  const theirs = cause === 'gateway' ? ' and access_point = $2' : ''
  const rows = await db.query(
    acrossOrganisations(
      'stopped documents',
      sql(
        `select org_id, count(distinct document_id) as documents from legs
         where (next_attempt_at is not null or lease_until is not null) and created_at <= $1${theirs}
         group by org_id order by org_id`,
        ...[at, ...(cause === 'gateway' ? [accessPoint] : [])],
      ),
    ),
  )
  for (const row of rows) {
    await db.query(
      sql(
        `insert into outage_documents (org_id, outage_id, documents) values ($1, $2, $3)
         on conflict (org_id, outage_id) do update set documents =
           case when excluded.documents > outage_documents.documents then excluded.documents
             else outage_documents.documents end`,
        text(row, 'org_id'),
        outageId,
        integer(row, 'documents'),
      ),
    )
  }
}

/** Newest first, at most `limit`; for an organisation only those that touched its documents. */
export async function listOutages(db: Database, page: OutagePage): Promise<readonly Outage[]> {
  const { orgId, since, before, after: [startedAt, id] = newest, limit } = page
  const rows = await db.query(
    orgId === undefined
      ? acrossOrganisations(
          'outages',
          sql(
            `select o.*, cast(coalesce((select sum(d.documents) from outage_documents d where d.outage_id = o.id), 0)
               as bigint) as documents
           from outages o where coalesce(o.ended_at, $3) >= $1 and o.started_at < $2 and ${isAfter}
           order by o.started_at desc, o.id limit $4`,
            since,
            before,
            Number.MAX_SAFE_INTEGER,
            limit,
            startedAt,
            id,
          ),
        )
      : sql(
          `select o.*, coalesce(d.documents, 0) as documents
           from outages o left join outage_documents d on d.outage_id = o.id and d.org_id = $7
           where coalesce(o.ended_at, $3) >= $1 and o.started_at < $2 and (d.documents > 0 or o.ended_at is null)
             and ${isAfter}
           order by o.started_at desc, o.id limit $4`,
          since,
          before,
          Number.MAX_SAFE_INTEGER,
          limit,
          startedAt,
          id,
          orgId,
        ),
  )
  const outages: Outage[] = []
  for (const outage of rows.map(outageOf)) {
    // One of each cause lasts at most. A cluster cannot join its legs in the
    // statement above (docs/decisions/0102).
    const isOver = outage.endedAt !== undefined
    const documents = isOver ? outage.documents : Math.max(outage.documents, await waitingFor(db, outage, orgId))
    outages.push({ ...outage, documents })
  }
  return outages
}

/** After a place in the list, $5 and $6. */
const isAfter = '(o.started_at < $5 or (o.started_at = $5 and o.id > $6))'
const newest: readonly [startedAt: number, id: string] = [Number.MAX_SAFE_INTEGER, '']

/** Those under way: one of each cause at most, and of each access point. */
export async function openOutages(db: Database): Promise<readonly Omit<Outage, 'documents' | 'endedAt'>[]> {
  const rows = await db.query(
    sql('select id, cause, reason, started_at from outages where ended_at is null order by started_at, id limit 100'),
  )
  return rows.map(begunOutage)
}

/**
 * The documents, of an organisation or of all, that wait for the end of an outage. A document may
 * wait with both legs, so twice as many legs are looked at.
 */
async function waitingFor(db: Database, away: Away, orgId: string | undefined): Promise<number> {
  const { cause, accessPoint = unnamed } = away
  const [theirs, values] = cause === 'gateway' ? [' and access_point = $1', [accessPoint]] : ['', []]
  const rows = await db.query(
    ofOneOrAll(
      orgId,
      'documents behind an outage',
      (own) => `select count(distinct document_id) as waiting from (
         select document_id from legs
         where ${own}next_attempt_at is not null${theirs} limit ${2 * countMax}) w`,
      ...values,
    ),
  )
  return Math.min(integer(onlyRow(rows), 'waiting'), countMax)
}

/** Counts of what waits now stop here. */
const countMax = 10_000

export interface OutagePage {
  /** Undefined: those of the whole service, with the documents of all organisations. */
  readonly orgId: string | undefined
  /** Outages that lasted at this time or later, ms since 1970. */
  readonly since: number
  /** Outages that began before this time. */
  readonly before: number
  /** The outage before the page. */
  readonly after?: readonly [startedAt: number, id: string] | undefined
  readonly limit: number
}

export interface Outage extends Away {
  readonly id: string
  /** The gateway's own words. */
  readonly reason: string | undefined
  readonly startedAt: number
  /** Undefined while it lasts. */
  readonly endedAt: number | undefined
  /** Those that waited when it ended; while it lasts, those that wait now, up to 10,000. */
  readonly documents: number
}

function begunOutage(row: Row): Omit<Outage, 'documents' | 'endedAt'> {
  return {
    id: text(row, 'id'),
    ...awayIn(row),
    reason: optionalText(row, 'reason'),
    startedAt: integer(row, 'started_at'),
  }
}

function outageOf(row: Row): Outage {
  return {
    ...begunOutage(row),
    endedAt: optionalInteger(row, 'ended_at'),
    documents: integer(row, 'documents'),
  }
}

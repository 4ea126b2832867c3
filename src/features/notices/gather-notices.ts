import { subjectOf } from '../../people/sign-in.ts'
import { type Role, roles, scopesOfRole } from '../../security/roles.ts'
import { type ApprovalRule, findApprovalRule } from '../../store/approvals/approval-rules.ts'
import { integer, optionalInteger, optionalText, text, word } from '../../store/database/columns.ts'
import { type Database, type Statement, sql } from '../../store/database/database.ts'
import { acrossOrganisations, ofOneOrAll } from '../../store/database/organisation.ts'
import { refusalColumns, refusalReason } from '../../store/legs/refusal-reason.ts'
import type { FeedRow } from '../../store/log/feed.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'
import { choice } from '../../store/people/notice-choice.ts'

export const noticeKinds = [
  'failed_rules',
  'participant',
  'authority',
  'undelivered',
  'stalled',
  'approval_waiting',
  'approval_returned',
  'approval_expired',
] as const
/**
 * What happened: the document failed its rules; the receiver or the tax authority rejected it; the
 * network refused it; a leg stalled; it waits for an approval, came back to its author, or nobody
 * approved it in time.
 */
export type NoticeKind = (typeof noticeKinds)[number]

/** An event that people may get a notice of. */
export interface NoticeEvent {
  /** Every instance finds the same event under the same key. */
  readonly key: string
  readonly kind: NoticeKind
  /** Of the approval where there is no document yet. */
  readonly documentId: string
  readonly reason: string | undefined
  /** ms since 1970. */
  readonly at: number
  /** Accounts that it concerns; everybody without it. */
  readonly concerns?: { readonly approversBut: string } | { readonly author: string }
}

/** How far an organisation's events have become notices. */
export interface NoticeCursor {
  readonly orgId: string
  readonly position: number
  readonly stalledAt: number
  readonly stalledUuid: string
  readonly approvalsAt: number
  readonly approvalsId: string
}

/**
 * Organisations where somebody gets notices and something is new; without a cursor when the first
 * person has just chosen them, or when the look has not found its cursor. `until` as in
 * `stalledAfter`.
 */
export async function organisationsWithNews(
  db: Database,
  look: OrganisationLook,
  until: number,
): Promise<readonly { readonly orgId: string; readonly cursor: NoticeCursor | undefined }[]> {
  const readers = await db.query(
    acrossOrganisations(
      'organisations with readers',
      sql(
        `select o.id from organisations o where o.revoked_at is null
           and exists (select 1 from users u where u.org_id = o.id and ${wantsNotices})
         order by o.id`,
      ),
    ),
  )
  if (readers.length === 0) return []
  const places = new Map((await cursorPlaces(look, until)).map((place) => [place.cursor.orgId, place]))
  return readers.flatMap((row) => {
    const orgId = text(row, 'id')
    const place = places.get(orgId)
    if (place === undefined) return { orgId, cursor: undefined }
    return place.hasNews ? { orgId, cursor: place.cursor } : []
  })
}

interface CursorPlace {
  readonly cursor: NoticeCursor
  /** The feed is further, a leg has stalled, an approval waits, or the clock has gone back. */
  readonly hasNews: boolean
}

async function cursorPlaces(look: OrganisationLook, until: number): Promise<readonly CursorPlace[]> {
  const rows = await look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      'news',
      // Named in each part: else a cluster asks every worker (docs/decisions/0102).
      (own) => `select c.org_id, c.position, c.stalled_at, c.stalled_uuid,
         coalesce(c.approvals_at, c.stalled_at) as approvals_at, coalesce(c.approvals_id, '') as approvals_id,
         (select a.id from approvals a where ${own}a.org_id = c.org_id and a.status = 'WAITING'
           and (a.created_at, a.id) > (coalesce(c.approvals_at, c.stalled_at), coalesce(c.approvals_id, ''))
           and a.created_at <= $1 limit 1) as asked,
         (select a.id from approvals a where ${own}a.org_id = c.org_id and a.status = 'RETURNED' and a.closed_at is null
           and (a.decided_at, a.id) > (coalesce(c.approvals_at, c.stalled_at), coalesce(c.approvals_id, ''))
           and a.decided_at <= $1 limit 1) as returned,
         (select a.id from approvals a where ${own}a.org_id = c.org_id and a.status = 'WAITING' and a.closed_at is null
           and (a.expires_at, a.id) > (coalesce(c.approvals_at, c.stalled_at), coalesce(c.approvals_id, ''))
           and a.expires_at <= $1 limit 1) as expired,
         (select h.last from feed_heads h where ${own}h.org_id = c.org_id) as last,
         (select e.id from entries e where ${own}e.org_id = c.org_id and e.revision is not null
           and e.feed_position is null order by e.at limit 1) as new_id,
         (select l.transmission_uuid from legs l where ${own}l.org_id = c.org_id and l.status = 'STALLED'
           and (l.updated_at, l.transmission_uuid) > (c.stalled_at, c.stalled_uuid) and l.updated_at <= $1
           order by l.updated_at, l.transmission_uuid limit 1) as stalled
       from notice_cursors c where ${own}true`,
      until,
    ),
  )
  return rows.map((row) => {
    const stalled = { stalledAt: integer(row, 'stalled_at'), stalledUuid: text(row, 'stalled_uuid') }
    const approvals = { approvalsAt: integer(row, 'approvals_at'), approvalsId: text(row, 'approvals_id') }
    const cursor = { orgId: text(row, 'org_id'), position: integer(row, 'position'), ...stalled, ...approvals }
    const isBehind = cursor.position < (optionalInteger(row, 'last') ?? 0)
    const others = [row.new_id, row.stalled, row.asked, row.returned, row.expired]
    return { cursor, hasNews: isBehind || isAhead(cursor, until) || others.some((found) => found !== null) }
  })
}

function isAhead({ stalledAt, approvalsAt }: NoticeCursor, until: number): boolean {
  return stalledAt > until || approvalsAt > until
}

/**
 * A cursor goes back with the clock: what happens from now on has an earlier time than what
 * happened last. What it passes again has its notices already.
 */
export function notAhead(cursor: NoticeCursor, until: number): NoticeCursor {
  return {
    ...cursor,
    ...(cursor.stalledAt > until && { stalledAt: until, stalledUuid: '' }),
    ...(cursor.approvalsAt > until && { approvalsAt: until, approvalsId: '' }),
  }
}

/** Begins at a place: what happened before is nobody's news. The first instance to write wins. */
export async function beginCursor(db: Database, cursor: NoticeCursor): Promise<void> {
  await db.query(
    sql(
      `insert into notice_cursors (org_id, position, stalled_at, stalled_uuid, approvals_at, approvals_id)
       values ($1, $2, $3, $4, $5, $6) on conflict do nothing`,
      cursor.orgId,
      cursor.position,
      cursor.stalledAt,
      cursor.stalledUuid,
      cursor.approvalsAt,
      cursor.approvalsId,
    ),
  )
}

/** Organisations with a cursor and without readers. */
export async function unreadCursors(look: OrganisationLook): Promise<readonly string[]> {
  const rows = await look.rows((orgId) =>
    ofOneOrAll(orgId, 'unread cursors', (own) => `select org_id from notice_cursors where ${own}${isUnread}`),
  )
  return rows.map((row) => text(row, 'org_id'))
}

/** Of an organisation without readers: a later reader is not sent the past. */
export async function forgetCursor(db: Database, orgId: string): Promise<void> {
  await db.query(sql(`delete from notice_cursors where org_id = $1 and ${isUnread}`, orgId))
}

/** Legs of a revision that were refused, with the reason in the network's own words. */
export async function refusedLegs(
  db: Database,
  { orgId, documentId, revision }: Pick<FeedRow, 'orgId' | 'documentId' | 'revision'>,
): Promise<readonly RefusedLeg[]> {
  const rows = await db.query(
    sql(
      `select corner, status, ${refusalColumns('')} from legs
       where org_id = $1 and document_id = $2 and revision = $3 and status in ('REJECTED', 'FAILED')
       order by updated_at`,
      orgId,
      documentId,
      revision,
    ),
  )
  return rows.map((row) => ({
    corner: text(row, 'corner'),
    status: text(row, 'status'),
    reason: refusalReason(row),
  }))
}

export interface RefusedLeg {
  readonly corner: string
  readonly status: string
  readonly reason: string | undefined
}

/**
 * Up to `limit` legs that stalled after the cursor and before `until`. A transaction that is still
 * open could commit an earlier time, so `until` lies far enough back.
 */
export async function stalledAfter(
  db: Database,
  { orgId, stalledAt, stalledUuid }: NoticeCursor,
  until: number,
  limit: number,
): Promise<readonly StalledLeg[]> {
  const rows = await db.query(
    sql(
      `select transmission_uuid, document_id, attempts, cause, updated_at from legs
       where org_id = $1 and status = 'STALLED' and (updated_at, transmission_uuid) > ($2, $3) and updated_at <= $4
       order by updated_at, transmission_uuid limit ${limit}`,
      orgId,
      stalledAt,
      stalledUuid,
      until,
    ),
  )
  return rows.map((row) => ({
    transmissionUuid: text(row, 'transmission_uuid'),
    documentId: text(row, 'document_id'),
    attempts: integer(row, 'attempts'),
    cause: optionalText(row, 'cause'),
    at: integer(row, 'updated_at'),
  }))
}

export interface StalledLeg {
  readonly transmissionUuid: string
  readonly documentId: string
  readonly attempts: number
  readonly cause: string | undefined
  readonly at: number
}

/**
 * Makes events into notices and moves the cursor, in one transaction. An event that another
 * instance was faster with changes nothing, since its key is there.
 */
export async function addNotices(
  db: Database,
  { from, to, events, atOnceDue, digestDue, now }: NoticeStep,
): Promise<void> {
  const readers = events.length === 0 ? [] : await readersOf(db, from.orgId)
  const rule = events.some(({ concerns }) => concerns !== undefined)
    ? await findApprovalRule(db, from.orgId)
    : undefined
  const news = readers.flatMap((reader) => {
    const own = events.filter((event) => reader.since <= event.at && isConcerned(reader, event, rule))
    return own.length === 0 ? [] : [{ reader, own }]
  })
  const due = (reader: Reader) => (reader.isAtOnce ? atOnceDue : digestDue)
  await db.transaction([
    ...news.map(({ reader }) => upsertTurn(from.orgId, reader, due(reader))),
    ...news.flatMap(({ reader, own }) =>
      own.map((event) => insertNotice(from.orgId, event, reader, { dueAt: due(reader), now })),
    ),
    sql(
      `update notice_cursors set position = $3, stalled_at = $4, stalled_uuid = $5, approvals_at = $8, approvals_id = $9
       where org_id = $1 and position = $2 and stalled_at = $6 and stalled_uuid = $7
         and coalesce(approvals_at, stalled_at) = $10 and coalesce(approvals_id, '') = $11`,
      from.orgId,
      from.position,
      to.position,
      to.stalledAt,
      to.stalledUuid,
      from.stalledAt,
      from.stalledUuid,
      to.approvalsAt,
      to.approvalsId,
      from.approvalsAt,
      from.approvalsId,
    ),
  ])
}

export interface NoticeStep {
  readonly from: NoticeCursor
  readonly to: NoticeCursor
  readonly events: readonly NoticeEvent[]
  /** When a mail at once, and the next digest, leave. */
  readonly atOnceDue: number
  readonly digestDue: number
  readonly now: number
}

/** A person of the organisation who gets notices. */
interface Reader {
  readonly userId: string
  readonly role: Role
  /** Else in the next digest. */
  readonly isAtOnce: boolean
  /** Events from before are not sent. */
  readonly since: number
}

/**
 * Read by itself: a cluster has the people on every machine and the notices on one, and refuses an
 * insert that selects from both (docs/decisions/0102).
 */
async function readersOf(db: Database, orgId: string): Promise<readonly Reader[]> {
  const rows = await db.query(
    sql(
      `select u.id, u.role, ${choice} as choice, coalesce(u.notices_since, u.created_at) as since
       from users u where u.org_id = $1 and ${wantsNotices} order by u.id`,
      orgId,
    ),
  )
  return rows.map((row) => ({
    userId: text(row, 'id'),
    role: word(row, 'role', roles),
    isAtOnce: text(row, 'choice') === 'at_once',
    since: integer(row, 'since'),
  }))
}

/** Those who may approve it, but for its author; and the author of one that came back. */
function isConcerned({ userId, role }: Reader, { concerns }: NoticeEvent, rule: ApprovalRule | undefined): boolean {
  if (concerns === undefined) return true
  const account = subjectOf(userId)
  if ('author' in concerns) return account === concerns.author
  if (account === concerns.approversBut) return false
  return scopesOfRole[role].includes('admin') || (role === 'clerk' && rule?.approvers === 'clerk')
}

/**
 * Before the notices: an instance that settles a turn at the same moment waits for this
 * transaction, and then sees its notices.
 */
function upsertTurn(orgId: string, { userId }: Reader, dueAt: number): Statement {
  return sql(
    `insert into notice_turns (org_id, user_id, due_at, attempts, hour_start, mails_in_hour)
     values ($1, $2, $3, 0, 0, 0)
     on conflict (org_id, user_id) do update set due_at =
       case when notice_turns.due_at < excluded.due_at then notice_turns.due_at else excluded.due_at end`,
    orgId,
    userId,
    dueAt,
  )
}

function insertNotice(
  orgId: string,
  event: NoticeEvent,
  { userId, isAtOnce }: Reader,
  { dueAt, now }: { readonly dueAt: number; readonly now: number },
): Statement {
  return sql(
    `insert into notices (org_id, user_id, event_key, kind, document_id, reason, at, in_digest, due_at, status,
       updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, 'WAITING', $10)
     on conflict do nothing`,
    orgId,
    userId,
    event.key,
    event.kind,
    event.documentId,
    event.reason ?? null,
    event.at,
    isAtOnce ? 0 : 1,
    dueAt,
    now,
  )
}

/** `u` is a person who gets notices: at an address that they have confirmed. */
const wantsNotices = `u.removed_at is null and u.confirmed_email = u.email and ${choice} <> 'none'`

const isUnread = `not exists (
  select 1 from users u where u.org_id = notice_cursors.org_id and ${wantsNotices})`

import { integer, optionalText, optionalWord, text } from '../../store/database/columns.ts'
import { type Database, type Statement, sql } from '../../store/database/database.ts'
import { ofOneOrAll } from '../../store/database/organisation.ts'
import type { OrganisationLook } from '../../store/organisation-look.ts'
import { type NoticeChoice, noticeChoices, usualChoice } from '../../store/people/notice-choice.ts'
import { type UserLanguage, userLanguages } from '../../store/people/users.ts'
import { claimText, lapsedRows, lease, noLease, type Queue } from '../../store/queue.ts'

/** A person stays due while the turn is claimed: the lease alone keeps others away. */
const queue: Queue = { table: 'notice_turns', within: { org_id: '$1' }, key: 'user_id', due: 'due_at' }

/** A person whose mail is due, held by one instance until the lease ends. */
export interface NoticeTurn {
  readonly orgId: string
  readonly userId: string
  readonly owner: string
  readonly attempts: number
  readonly hourStart: number
  readonly mailsInHour: number
}

/** The organisations of those who have waited longest: one for each person whose mail is due. */
export async function organisationsWithDueTurns(
  look: OrganisationLook,
  now: number,
  limit: number,
): Promise<readonly string[]> {
  const rows = await look.rows((orgId) =>
    ofOneOrAll(
      orgId,
      'due mails',
      (own) => `select org_id from notice_turns where ${own}due_at <= $1 and lease_until is null
        order by due_at limit ${limit}`,
      now,
    ),
  )
  return rows.map((row) => text(row, 'org_id'))
}

/** Claims the person of an organisation who has waited longest. */
export async function claimTurn(
  db: Database,
  orgId: string,
  { owner, now, leaseMs }: { readonly owner: string; readonly now: number; readonly leaseMs: number },
): Promise<NoticeTurn | undefined> {
  const [row] = await db.query(
    sql(
      claimText(queue, db.dialect, {
        also: ['lease_until is null'],
        now: '$2',
        limit: 1,
        set: lease('$3', '$4'),
        returning: 'org_id, user_id, attempts, hour_start, mails_in_hour',
      }),
      orgId,
      now,
      owner,
      now + leaseMs,
    ),
  )
  if (row === undefined) return undefined
  return {
    orgId: text(row, 'org_id'),
    userId: text(row, 'user_id'),
    owner,
    attempts: integer(row, 'attempts'),
    hourStart: integer(row, 'hour_start'),
    mailsInHour: integer(row, 'mails_in_hour'),
  }
}

/** People whose turn an instance held that died, longest ago first. */
export async function lapsedTurns(look: OrganisationLook, now: number): Promise<readonly LapsedTurn[]> {
  const rows = await lapsedRows(look, queue, { name: 'lapsed mails', columns: 'org_id, user_id', now, limit: 100 })
  return rows.map((row) => ({ orgId: text(row, 'org_id'), userId: text(row, 'user_id') }))
}

export type LapsedTurn = Pick<NoticeTurn, 'orgId' | 'userId'>

/**
 * Takes such a turn back. What the instance was sending may have arrived, and is never sent again.
 * Returns how many notices that are.
 */
export async function releaseLapsedTurn(db: Database, { orgId, userId }: LapsedTurn, now: number): Promise<number> {
  const [, marked = []] = await db.transaction([
    lockTurn(db, orgId, userId),
    sql(
      `update notices set status = 'UNCERTAIN', updated_at = $3
       where org_id = $1 and user_id = $2 and status = 'SENDING' and exists (select 1 from notice_turns t
         where t.org_id = $1 and t.user_id = $2 and t.lease_until <= $3) returning event_key`,
      orgId,
      userId,
      now,
    ),
    sql(
      `update notice_turns set ${noLease}, due_at = ${nextDue}
       where org_id = $1 and user_id = $2 and lease_until <= $3`,
      orgId,
      userId,
      now,
    ),
  ])
  return marked.length
}

/** Undefined when there is no recipient any more: removed, revoked, not wanted or confirmed. */
export async function recipientOf(db: Database, turn: NoticeTurn): Promise<Recipient | undefined> {
  const [row] = await db.query(
    sql(
      `select u.email, u.language, u.notices, o.name as org_name
       from users u join organisations o on o.id = u.org_id
       where u.org_id = $1 and u.id = $2 and u.removed_at is null and u.confirmed_email = u.email
         and o.revoked_at is null`,
      turn.orgId,
      turn.userId,
    ),
  )
  if (row === undefined) return undefined
  const choice = optionalWord(row, 'notices', noticeChoices) ?? usualChoice
  if (choice === 'none') return undefined
  return {
    email: text(row, 'email'),
    language: optionalWord(row, 'language', userLanguages),
    orgName: optionalText(row, 'org_name') ?? '',
    choice,
  }
}

export interface Recipient {
  readonly email: string
  readonly language: UserLanguage | undefined
  readonly orgName: string
  readonly choice: NoticeChoice
}

/** Moves notices that would exceed the limit of an hour into the next digest, and ends the turn. */
export async function moveToDigest(db: Database, turn: NoticeTurn, digestDue: number, now: number): Promise<void> {
  await db.transaction([
    lockTurn(db, turn.orgId, turn.userId),
    sql(
      `update notices set in_digest = 1, due_at = $3, updated_at = $4
       where org_id = $1 and user_id = $2 and status = 'WAITING' and in_digest = 0`,
      turn.orgId,
      turn.userId,
      digestDue,
      now,
    ),
    endTurn(turn),
  ])
}

/** Ends a turn without a mail: nobody to write to. */
export async function dropNotices(db: Database, turn: NoticeTurn, now: number): Promise<void> {
  await db.transaction([
    lockTurn(db, turn.orgId, turn.userId),
    sql(
      `update notices set status = 'DROPPED', updated_at = $3
       where org_id = $1 and user_id = $2 and status = 'WAITING'`,
      turn.orgId,
      turn.userId,
      now,
    ),
    endTurn(turn),
  ])
}

/** Gives a turn back, due again at `dueAt`. Only a refusal of the address counts as an attempt. */
export function releaseTurn(
  turn: NoticeTurn,
  { dueAt, isAttempt }: { readonly dueAt: number; readonly isAttempt: boolean },
): Statement {
  return sql(
    `update notice_turns set ${noLease}, attempts = attempts + $5, due_at = $4
     where org_id = $1 and user_id = $2 and lease_owner = $3`,
    turn.orgId,
    turn.userId,
    turn.owner,
    dueAt,
    isAttempt ? 1 : 0,
  )
}

/** Ends a turn; the next one is when the next notice is due. */
export function endTurn(turn: NoticeTurn, hour?: { readonly start: number; readonly mails: number }): Statement {
  return sql(
    `update notice_turns set ${noLease}, attempts = 0, due_at = ${nextDue},
       hour_start = coalesce($4, hour_start), mails_in_hour = coalesce($5, mails_in_hour)
     where org_id = $1 and user_id = $2 and lease_owner = $3`,
    turn.orgId,
    turn.userId,
    turn.owner,
    hour?.start ?? null,
    hour?.mails ?? null,
  )
}

/** First in a transaction, so that notices which are being added are seen. */
export function lockTurn({ dialect }: Database, orgId: string, userId: string): Statement {
  return sql(`select user_id from notice_turns where org_id = $1 and user_id = $2 ${dialect.forUpdate}`, orgId, userId)
}

const nextDue = `(select min(n.due_at) from notices n where n.org_id = $1 and n.user_id = $2 and n.status = 'WAITING')`

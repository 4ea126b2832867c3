import { type Role, roles } from '../../security/roles.ts'
import { integer, optionalText, text, word } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { acrossOrganisations } from '../database/organisation.ts'
import { sessionBySecret, takeLoginLink } from '../identity-reads.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { insertAuditEntry } from './audit.ts'
import { forgetArrivals } from './invitations.ts'
import { deleteSignIns, type User, userOf } from './users.ts'

/** A signed-in browser. Its secret is stored as a SHA-256 only. Source: docs/decisions/0068. */
export interface Session {
  readonly orgId: string
  readonly id: string
  readonly userId: string
  /** ms since 1970. */
  readonly createdAt: number
  readonly lastSeenAt: number
  readonly expiresAt: number
  readonly userAgent: string | undefined
}

/** A session to be. */
export interface NewSession {
  readonly id: string
  /** SHA-256 of the secret, hexadecimal. */
  readonly secretHash: string
  readonly userAgent: string | undefined
  /** ms since 1970. */
  readonly now: number
  /** The id of the sign-in's audit entry. */
  readonly auditId: string
}

/**
 * Uses up a login link, makes a session of it, and audits the sign-in. Returns undefined when the
 * link is unknown, used or expired, or when the person or the organisation is gone.
 */
export async function startSessionByLink(db: Database, hash: string, session: NewSession): Promise<User | undefined> {
  const { id, secretHash, userAgent, now, auditId } = session
  // The next two statements find the link only if the first one gave it this id.
  const used = 'from login_links l where l.hash = $1 and l.session_id = $2'
  const [, rows = []] = await db.transaction([
    takeLoginLink(hash, now, id),
    acrossOrganisations(
      'session of a login link',
      sql(
        // In a cluster `returning` needs the other name (docs/decisions/0102).
        `insert into sessions as begun (org_id, id, secret_hash, user_id, created_at, last_seen_at, expires_at,
         user_agent)
       select l.org_id, $2, $3, l.user_id, cast($4 as bigint), cast($4 as bigint), cast($5 as bigint), $6 ${used}
       returning org_id, user_id`,
        hash,
        id,
        secretHash,
        now,
        now + sessionMs,
        userAgent ?? null,
      ),
    ),
    acrossOrganisations(
      'audit of a login link',
      sql(
        `insert into audit_entries
         (org_id, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, detail)
       select l.org_id, $3, cast($4 as bigint), 'user', l.user_id,
         (select u.name from users u where u.org_id = l.org_id and u.id = l.user_id),
         'signIn', 'session', $2, '{"by":"link"}' ${used}`,
        hash,
        id,
        auditId,
        now,
      ),
    ),
  ])
  const [row] = rows
  return row && sessionUser(db, text(row, 'org_id'), id)
}

/** A session after a sign-in at a provider; `by` goes into the audit log. */
export async function startSession(
  db: Database,
  user: Pick<User, 'orgId' | 'id'>,
  { id, secretHash, userAgent, now, auditId }: NewSession,
  by: string,
): Promise<User | undefined> {
  const { orgId } = user
  await db.transaction([
    sql(
      `insert into sessions (org_id, id, secret_hash, user_id, created_at, last_seen_at, expires_at, user_agent)
       values ($1, $2, $3, $4, $5, $5, $6, $7)`,
      orgId,
      id,
      secretHash,
      user.id,
      now,
      now + sessionMs,
      userAgent ?? null,
    ),
    insertAuditEntry({
      orgId,
      id: auditId,
      at: now,
      actor: { kind: 'user', id: user.id },
      action: 'signIn',
      target: { kind: 'session', id },
      detail: JSON.stringify({ by }),
    }),
  ])
  return sessionUser(db, orgId, id)
}

/** The person of a session; undefined when either is gone. */
async function sessionUser(db: Database, orgId: string, id: string): Promise<User | undefined> {
  const [row] = await db.query(
    sql(
      `select u.* from sessions s join users u on u.org_id = s.org_id and u.id = s.user_id
       where s.org_id = $1 and s.id = $2 and u.removed_at is null`,
      orgId,
      id,
    ),
  )
  return row && userOf(row)
}

/** The session of a secret, with its person. Undefined when it ended or expired. */
export async function findSession(
  db: Database,
  secretHash: string,
  now: number,
): Promise<{ readonly sessionId: string; readonly lastSeenAt: number; readonly user: User } | undefined> {
  const [row] = await db.query(sessionBySecret(secretHash, now, now - idleMs))
  if (row === undefined) return undefined
  return { sessionId: text(row, 'session_id'), lastSeenAt: integer(row, 'last_seen_at'), user: userOf(row) }
}

export async function touchSession(db: Database, orgId: string, id: string, now: number): Promise<void> {
  await db.query(
    sql('update sessions set last_seen_at = $3 where org_id = $1 and id = $2 and last_seen_at < $3', orgId, id, now),
  )
}

/** The role of the session's tokens now. Undefined when session, person or organisation ended. */
export async function roleOfSession(
  db: Database,
  { orgId, userId, sessionId, now }: SessionName,
): Promise<Role | undefined> {
  const [row] = await db.query(
    sql(
      `select u.role from sessions s
         join users u on u.org_id = s.org_id and u.id = s.user_id
         join organisations o on o.id = s.org_id
       where s.org_id = $1 and s.id = $2 and s.user_id = $3 and ${isLive('$4', '$5')}
         and u.removed_at is null and o.revoked_at is null`,
      orgId,
      sessionId,
      userId,
      now,
      now - idleMs,
    ),
  )
  return row && word(row, 'role', roles)
}

export interface SessionName {
  readonly orgId: string
  readonly userId: string
  readonly sessionId: string
  /** ms since 1970. */
  readonly now: number
}

/** Those that have not ended, newest first. */
export async function listSessions(
  db: Database,
  orgId: string,
  userId: string,
  now: number,
): Promise<readonly Session[]> {
  const rows = await db.query(
    sql(
      `select s.* from sessions s where s.org_id = $1 and s.user_id = $2 and ${isLive('$3', '$4')}
       order by s.id desc`,
      orgId,
      userId,
      now,
      now - idleMs,
    ),
  )
  return rows.map(sessionOf)
}

/**
 * Ends a session of the person, or of anybody in the organisation. Returns false without one.
 * `kept` as in `keepAnswer`.
 */
export async function endSession(
  db: Database,
  orgId: string,
  id: string,
  { userId = '', kept }: { readonly userId?: string | undefined; readonly kept?: KeptAnswer | undefined },
): Promise<boolean> {
  const session = "sessions where org_id = $1 and id = $2 and (user_id = $3 or $3 = '')"
  const rows = await db.query(sql(`select id from ${session}`, orgId, id, userId))
  if (rows.length === 0) return false
  await db.transaction([sql(`delete from ${session}`, orgId, id, userId), ...keepAnswer(kept)])
  return true
}

/** Ends all sessions of a person, and login links not used yet. `kept` as in `keepAnswer`. */
export async function endSessionsOf(db: Database, orgId: string, userId: string, kept?: KeptAnswer): Promise<void> {
  await db.transaction([...deleteSignIns(orgId, userId), ...keepAnswer(kept)])
}

/** A person signs out: ends one session, or all of the person, and audits each. */
export async function signOutSessions(db: Database, which: SignOut): Promise<void> {
  const condition = which.sessionId === undefined ? 'user_id = $1' : 'id = $1'
  const named = which.sessionId ?? which.userId ?? ''
  await db.transaction([
    acrossOrganisations(
      'audit of a sign-out',
      sql(
        `insert into audit_entries
         (org_id, id, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, detail)
       select min(s.org_id), $2, cast($3 as bigint), 'user', s.user_id,
         (select min(u.name) from users u where u.id = s.user_id),
         $4, $5, $1, '{}' from sessions s where s.${condition} group by s.user_id`,
        named,
        which.auditId,
        which.now,
        which.sessionId === undefined ? 'signOutEverywhere' : 'signOut',
        which.sessionId === undefined ? 'user' : 'session',
      ),
    ),
    acrossOrganisations('sign-out', sql(`delete from sessions where ${condition}`, named)),
  ])
}

export interface SignOut {
  /** Either of the two. */
  readonly sessionId?: string
  readonly userId?: string
  readonly auditId: string
  /** ms since 1970. */
  readonly now: number
}

/** A new login link. */
export interface NewLoginLink {
  readonly orgId: string
  readonly userId: string
  /** SHA-256 of its secret, hexadecimal. */
  readonly hash: string
  /** ms since 1970. */
  readonly now: number
  readonly expiresAt: number
}

export function insertLoginLink({ orgId, userId, hash, now, expiresAt }: NewLoginLink): Statement {
  return sql(
    'insert into login_links (org_id, hash, user_id, created_at, expires_at) values ($1, $2, $3, $4, $5)',
    orgId,
    hash,
    userId,
    now,
    expiresAt,
  )
}

/** Deletes sessions and links that are over, of every organisation. */
export async function forgetSessions(db: Database, now: number): Promise<void> {
  await db.transaction([
    acrossOrganisations(
      'sessions that are over',
      sql('delete from sessions where expires_at <= $1 or last_seen_at <= $2', now, now - idleMs),
    ),
    acrossOrganisations('links that are over', sql('delete from login_links where expires_at <= $1', now)),
    forgetArrivals(now),
  ])
}

/** `s` has not expired. */
function isLive(now: string, idleSince: string): string {
  return `s.expires_at > ${now} and s.last_seen_at > ${idleSince}`
}

/** A session ends this long after the sign-in, and this long after its last page. */
export const sessionMs = 7 * 24 * 3_600_000
export const idleMs = 12 * 3_600_000

function sessionOf(row: Row): Session {
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    userId: text(row, 'user_id'),
    createdAt: integer(row, 'created_at'),
    lastSeenAt: integer(row, 'last_seen_at'),
    expiresAt: integer(row, 'expires_at'),
    userAgent: optionalText(row, 'user_agent'),
  }
}

import { isAbove, type Role, roles } from '../../security/roles.ts'
import { asRead, changedBy, whileAsRead } from '../as-read.ts'
import { failedConstraint } from '../constraints.ts'
import { integer, optionalInteger, optionalText, optionalWord, text, word } from '../database/columns.ts'
import { type Database, type Row, type Statement, sql } from '../database/database.ts'
import { userByIdentity } from '../identity-reads.ts'
import { beforeAll, type PageByAge } from '../page-by-age.ts'
import { type KeptAnswer, keepAnswer } from '../requests/kept-answer.ts'
import { type NoticeChoice, noticeChoices } from './notice-choice.ts'

/** The people of an organisation. Source: docs/decisions/0068. */
export interface User {
  readonly orgId: string
  /** UUID. */
  readonly id: string
  readonly name: string
  /** In lower case. */
  readonly email: string | undefined
  /** The address that the person has confirmed; see `hasConfirmedEmail`. */
  readonly confirmedEmail: string | undefined
  /** ms since 1970: when the address was given, or asked for again. */
  readonly emailAskedAt: number
  readonly role: Role
  readonly language: UserLanguage | undefined
  /** Undefined: the person has not chosen. */
  readonly notices: NoticeChoice | undefined
  /** The identity at an OpenID provider. */
  readonly oidc: Identity | undefined
  /** ms since 1970. */
  readonly createdAt: number
  readonly removedAt: number | undefined
}

export const userLanguages = ['en', 'ar'] as const
export type UserLanguage = (typeof userLanguages)[number]

export interface Identity {
  readonly issuer: string
  readonly subject: string
}

/** Whether the person gets e-mails at the address. A changed address is not confirmed. */
export function hasConfirmedEmail({ email, confirmedEmail }: Pick<User, 'email' | 'confirmedEmail'>): boolean {
  return email !== undefined && email === confirmedEmail
}

export type NewUser = Omit<User, 'removedAt' | 'oidc' | 'language' | 'notices' | 'confirmedEmail' | 'emailAskedAt'> &
  Partial<Pick<User, 'oidc' | 'language' | 'confirmedEmail'>>

/** Fails at `user_email` when a person of the organisation has the address. */
export async function addUser(db: Database, user: NewUser, keptAnswer?: KeptAnswer): Promise<User> {
  await db.transaction([insertUser(user), ...keepAnswer(keptAnswer)])
  return storedUser(user)
}

/** As it is read after `addUser`. */
export function storedUser(user: NewUser): User {
  const absent = { oidc: undefined, language: undefined, confirmedEmail: undefined }
  return { ...absent, ...user, emailAskedAt: user.createdAt, notices: undefined, removedAt: undefined }
}

function insertUser(user: NewUser): Statement {
  return sql(
    `insert into users (org_id, id, name, email, role, language, oidc_issuer, oidc_subject, created_at, confirmed_email)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    user.orgId,
    user.id,
    user.name,
    user.email ?? null,
    user.role,
    user.language ?? null,
    user.oidc?.issuer ?? null,
    user.oidc?.subject ?? null,
    user.createdAt,
    user.confirmedEmail ?? null,
  )
}

/** Removed people too. */
export async function findUser(db: Database, orgId: string, id: string): Promise<User | undefined> {
  const [row] = await db.query(sql(`select ${columns} from users where org_id = $1 and id = $2`, orgId, id))
  return row && userOf(row)
}

/** Oldest first, without removed people: at most `limit` after a place in that order. */
export async function listUsers(db: Database, orgId: string, page: PageByAge): Promise<readonly User[]> {
  const { after: [createdAt, id] = beforeAll, limit } = page
  const rows = await db.query(
    sql(
      `select ${columns} from users where org_id = $1 and removed_at is null and (created_at, id) > ($2, $3)
       order by created_at, id limit $4`,
      orgId,
      createdAt,
      id,
      limit,
    ),
  )
  return rows.map(userOf)
}

export async function findUserByEmail(db: Database, orgId: string, email: string): Promise<User | undefined> {
  const [row] = await db.query(
    sql(`select ${columns} from users where org_id = $1 and email = $2 and removed_at is null`, orgId, email),
  )
  return row && userOf(row)
}

/** The oldest person with the most powerful role that administers the organisation. */
export async function firstAdmin(db: Database, orgId: string): Promise<User | undefined> {
  const [row] = await db.query(
    sql(
      `select ${columns} from users where org_id = $1 and removed_at is null and role in ${admins}
       order by (case when role = 'operator' then 0 else 1 end), created_at, id limit 1`,
      orgId,
    ),
  )
  return row && userOf(row)
}

/** By the identity alone: it belongs to one person. */
export async function findUserByIdentity(db: Database, { issuer, subject }: Identity): Promise<User | undefined> {
  const [row] = await db.query(userByIdentity(columns, issuer, subject))
  return row && userOf(row)
}

/**
 * Links the person who has this address with the identity at a provider that has verified it, which
 * also confirms it. Returns false when the person has an identity of that provider already, has
 * another address now, or is gone. Fails at `user_identity` when it is another person's.
 */
export async function linkIdentity(
  db: Database,
  user: Pick<User, 'orgId' | 'id'>,
  { issuer, subject }: Identity,
  email: string,
): Promise<User | undefined> {
  const [row] = await db.query(
    sql(
      `update users set oidc_issuer = $3, oidc_subject = $4, confirmed_email = email
       where org_id = $1 and id = $2 and removed_at is null and email = $5
         and (oidc_issuer is null or oidc_issuer <> $3) returning ${columns}`,
      user.orgId,
      user.id,
      issuer,
      subject,
      email,
    ),
  )
  return row && userOf(row)
}

/** The person has shown that the address is theirs. Returns false when it is not any more. */
export async function confirmEmail(db: Database, { orgId, id, email }: ConfirmedEmail): Promise<boolean> {
  const rows = await db.query(
    sql(
      `update users set confirmed_email = email
       where org_id = $1 and id = $2 and email = $3 and removed_at is null returning id`,
      orgId,
      id,
      email,
    ),
  )
  return rows.length === 1
}

export type ConfirmedEmail = Pick<User, 'orgId' | 'id'> & { readonly email: string }

/**
 * Changes the given members and keeps the others. Undefined when there is no such person;
 * `last_admin` when nobody would administer the organisation any more. Fails at `user_email` when
 * another person has the address. `now` is when an address was asked for, also the same one again;
 * a person who chooses notices is asked again while the address is not confirmed. After `none`,
 * events from before the new choice are not sent. A role above the former one ends all sessions and
 * login links: who made them for the person may not have that role. `keep`: the answer
 * to the change, for the same transaction.
 */
export function changeUser(
  db: Database,
  orgId: string,
  id: string,
  change: UserChange,
  now: number,
  keep: (changed: User) => KeptAnswer | undefined = () => undefined,
): Promise<User | 'last_admin' | undefined> {
  return unlessLastAdmin(async () => {
    const present = await findUser(db, orgId, id)
    if (present === undefined || present.removedAt !== undefined) return undefined
    const changed = changedBy(present, change)
    const isChoice = change.notices !== undefined && change.notices !== 'none'
    const isAsked = change.email !== undefined || (isChoice && !hasConfirmedEmail(present))
    const stored = { ...changed, emailAskedAt: isAsked ? now : present.emailAskedAt }
    const sinceNow = isChoice && present.notices === 'none'
    await db.transaction([
      lockAdmins(db, orgId),
      writeUser(stored, present, sinceNow ? now : null),
      ...(isAbove(stored.role, present.role) ? deleteSignIns(orgId, id) : []),
      ...keepAnswer(keep(stored)),
    ])
    return stored
  })
}

export type UserChange = Partial<Pick<User, 'name' | 'email' | 'role' | 'language' | 'notices'>>

/** Fails at `user_as_read` when the person is no longer `present`, and at `last_admin`. */
function writeUser(changed: User, present: User, noticesSince: number | null): Statement {
  const read = { ...valuesOf(present), confirmed_email: present.confirmedEmail ?? null, removed_at: null }
  const createdAt = whileAsRead('created_at', read, 10)
  // A role that stays asks nothing: as it was read it may be out of date.
  const mayHaveRole = changed.role === present.role ? '1 = 1' : `cast($5 as text) in ${admins} or ${keepsAdmin}`
  return sql(
    `update users set name = $3, email = $4, language = $6, notices = $7, email_asked_at = $8,
       role = case when ${mayHaveRole} then cast($5 as text) end,
       notices_since = coalesce(cast($9 as bigint), notices_since), created_at = ${createdAt.value}
     where org_id = $1 and id = $2`,
    changed.orgId,
    changed.id,
    ...Object.values(valuesOf(changed)),
    changed.emailAskedAt,
    noticesSince,
    ...createdAt.params,
  )
}

function valuesOf(user: User) {
  const { name, email = null, role, language = null, notices = null } = user
  return { name, email, role, language, notices }
}

/**
 * Removes a person with all sessions and login links, and keeps the name alone. Answers like
 * `changeUser`. `kept` as in `keepAnswer`.
 */
export function removeUser(
  db: Database,
  orgId: string,
  id: string,
  now: number,
  kept?: KeptAnswer,
): Promise<User | 'last_admin' | undefined> {
  return unlessLastAdmin(async () => {
    const present = await findUser(db, orgId, id)
    if (present === undefined || present.removedAt !== undefined) return undefined
    const createdAt = whileAsRead('created_at', { removed_at: null }, 4)
    await db.transaction([
      lockAdmins(db, orgId),
      sql(
        `update users set removed_at = $3, email = null, confirmed_email = null, oidc_issuer = null,
           oidc_subject = null, created_at = ${createdAt.value}, role = case when ${keepsAdmin} then role end
         where org_id = $1 and id = $2`,
        orgId,
        id,
        now,
        ...createdAt.params,
      ),
      ...deleteSignIns(orgId, id),
      ...keepAnswer(kept),
    ])
    return { ...present, email: undefined, confirmedEmail: undefined, oidc: undefined, removedAt: now }
  })
}

/** All sessions of a person, and the links that would begin one. */
export function deleteSignIns(orgId: string, userId: string): readonly Statement[] {
  return [
    // First, so that a session that a link begins at this moment is there to be deleted.
    sql('delete from login_links where org_id = $1 and user_id = $2', orgId, userId),
    sql('delete from sessions where org_id = $1 and user_id = $2', orgId, userId),
  ]
}

/** So that two administrators who remove each other wait for each other. */
function lockAdmins({ dialect }: Database, orgId: string): Statement {
  return sql(
    `select id from users where org_id = $1 and role in ${admins} and removed_at is null
     order by id ${dialect.forUpdate}`,
    orgId,
  )
}

/** `last_admin` in place of a write that the database has refused for that. */
async function unlessLastAdmin<Result>(change: () => Promise<Result>): Promise<Result | 'last_admin'> {
  try {
    return await asRead(['user_as_read'], change)
  } catch (error) {
    if (failedConstraint(error) === 'last_admin') return 'last_admin'
    throw error
  }
}

const admins = "('admin', 'operator')"

/** The person of $1 and $2 is not the last one who administers the organisation. */
const keepsAdmin = `(role not in ${admins} or exists (select 1 from users o where o.org_id = $1 and o.id <> $2
  and o.removed_at is null and o.role in ${admins}))`

const columns = `org_id, id, name, email, confirmed_email, email_asked_at, role, language, notices, oidc_issuer,
  oidc_subject, created_at, removed_at`

export function userOf(row: Row): User {
  const issuer = optionalText(row, 'oidc_issuer')
  return {
    orgId: text(row, 'org_id'),
    id: text(row, 'id'),
    name: text(row, 'name'),
    email: optionalText(row, 'email'),
    confirmedEmail: optionalText(row, 'confirmed_email'),
    emailAskedAt: optionalInteger(row, 'email_asked_at') ?? integer(row, 'created_at'),
    role: word(row, 'role', roles),
    language: optionalWord(row, 'language', userLanguages),
    notices: optionalWord(row, 'notices', noticeChoices),
    oidc: issuer === undefined ? undefined : { issuer, subject: text(row, 'oidc_subject') },
    createdAt: integer(row, 'created_at'),
    removedAt: optionalInteger(row, 'removed_at'),
  }
}

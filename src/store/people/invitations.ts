import { type Role, roles } from '../../security/roles.ts'
import { text, word } from '../database/columns.ts'
import { type Database, type Statement, sql } from '../database/database.ts'
import { invitationsTo } from '../identity-reads.ts'
import type { Identity, User } from './users.ts'

/**
 * A user with an e-mail address and without an identity at the provider. Only the person binds one:
 * by choosing the invitation after a sign-in there. Source: docs/decisions/0116.
 */
export interface Invitation {
  readonly orgId: string
  readonly userId: string
  readonly organisation: string
  readonly role: Role
}

/** Those to a verified address that have not expired, of all organisations; newest first. */
export async function findInvitations(db: Database, { identity, email }: Arrival, now: number) {
  const rows = await db.query(invitationsTo(email, identity.issuer, now - invitationMs))
  return rows.map(
    (row): Invitation => ({
      orgId: text(row, 'org_id'),
      userId: text(row, 'id'),
      organisation: text(row, 'org_name'),
      role: word(row, 'role', roles),
    }),
  )
}

/** When the person can no longer accept; undefined for one who has an identity, or no address. */
export function invitationEnd({ email, oidc, emailAskedAt }: Pick<User, 'email' | 'oidc' | 'emailAskedAt'>) {
  return email === undefined || oidc !== undefined ? undefined : emailAskedAt + invitationMs
}

/** Giving the address again begins anew. */
const invitationMs = 14 * 24 * 3_600_000

/** Somebody who has proved an identity and an address, and may choose an invitation. */
export interface Arrival {
  readonly identity: Identity
  /** Verified by the provider, in lower case. */
  readonly email: string
}

export async function addArrival(db: Database, secretHash: string, arrival: Arrival, expiresAt: number): Promise<void> {
  const { identity, email } = arrival
  await db.query(
    sql(
      'insert into arrivals (secret_hash, issuer, subject, email, expires_at) values ($1, $2, $3, $4, $5)',
      secretHash,
      identity.issuer,
      identity.subject,
      email,
      expiresAt,
    ),
  )
}

export async function findArrival(db: Database, secretHash: string, now: number): Promise<Arrival | undefined> {
  return arrivalIn(
    db,
    sql('select issuer, subject, email from arrivals where secret_hash = $1 and expires_at > $2', secretHash, now),
  )
}

/** For one use. */
export async function takeArrival(db: Database, secretHash: string, now: number): Promise<Arrival | undefined> {
  return arrivalIn(
    db,
    sql(
      'delete from arrivals where secret_hash = $1 and expires_at > $2 returning issuer, subject, email',
      secretHash,
      now,
    ),
  )
}

async function arrivalIn(db: Database, statement: Statement): Promise<Arrival | undefined> {
  const [row] = await db.query(statement)
  if (row === undefined) return undefined
  return {
    identity: { issuer: text(row, 'issuer'), subject: text(row, 'subject') },
    email: text(row, 'email'),
  }
}

/** Of people who chose nothing. */
export function forgetArrivals(now: number): Statement {
  return sql('delete from arrivals where expires_at <= $1', now)
}

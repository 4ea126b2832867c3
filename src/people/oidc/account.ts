import { v7 } from 'uuid'
import { isAbove } from '../../security/roles.ts'
import { failedConstraint } from '../../store/constraints.ts'
import type { Database } from '../../store/database/database.ts'
import { addAuditEntry } from '../../store/people/audit.ts'
import { endSessionsOf } from '../../store/people/sessions.ts'
import {
  addUser,
  changeUser,
  confirmEmail,
  findUserByEmail,
  findUserByIdentity,
  linkIdentity,
  type User,
} from '../../store/people/users.ts'
import { type RefusalReason, SignInRefused } from '../people.ts'
import type { Claimed } from './claims.ts'

/**
 * The account of a person who signed in at the provider: the one with this identity. Where the
 * provider names the organisation, else the one there with this verified address, which gets the
 * identity, or a new one when it names a role too. Undefined: no account has the identity, and the
 * provider does not say where one should be. Throws SignInRefused. Source: docs/decisions/0116.
 */
export async function accountOf(claimed: Claimed, parts: AccountParts): Promise<User | undefined> {
  const orgId = claimed.organisation === undefined ? undefined : await parts.organisation(claimed.organisation)
  const known = await findUserByIdentity(parts.db, claimed.identity)
  if (known !== undefined) return accountNow(known, orgId, claimed, parts)
  if (!parts.namesOrganisations) return undefined
  if (orgId === undefined) throw new SignInRefused('other_organisation')
  if (parts.givesRoles && claimed.role === undefined) throw new SignInRefused('no_role')
  const made = await linkedOrProvisioned(orgId, claimed, parts)
  if (made !== undefined) return made
  // The same person may sign in twice at once, and the other sign-in was first.
  const other = await findUserByIdentity(parts.db, claimed.identity)
  if (other === undefined) throw new SignInRefused('no_account')
  return accountNow(other, orgId, claimed, parts)
}

/** Undefined also where another sign-in has just linked or made the account. */
async function linkedOrProvisioned(orgId: string, claimed: Claimed, parts: AccountParts): Promise<User | undefined> {
  try {
    return (await linkedByEmail(orgId, claimed, parts)) ?? (await provisioned(orgId, claimed, parts))
  } catch (error) {
    const failed = failedConstraint(error)
    if (failed !== 'user_identity' && failed !== 'user_email') throw error
    return undefined
  }
}

export interface AccountParts {
  readonly db: Database
  /** ms since 1970. */
  now(): number
  /** The id of the active organisation with this id or name. */
  organisation(idOrName: string): Promise<string | undefined>
  /** A claim for the organisation is configured. */
  readonly namesOrganisations: boolean
  /** The provider decides on roles: a claim for them is configured. */
  readonly givesRoles: boolean
}

/**
 * The account as the claims of this sign-in make it. Every sign-in checks them again: when they do
 * not fit the account any more, its sessions end too.
 */
async function accountNow(user: User, orgId: string | undefined, claimed: Claimed, parts: AccountParts): Promise<User> {
  const reason = whyRefused(user, orgId, claimed, parts)
  if (reason !== undefined) {
    await endSessionsOf(parts.db, user.orgId, user.id)
    await audit(parts, user, 'refuseSignIn', { reason, issuer: claimed.identity.issuer })
    throw new SignInRefused(reason)
  }
  const { email } = claimed
  if (email !== undefined && email !== user.confirmedEmail) await confirmEmail(parts.db, { ...user, email })
  return withClaimedRole(user, claimed, parts)
}

function whyRefused(
  user: User,
  orgId: string | undefined,
  { role }: Claimed,
  { namesOrganisations, givesRoles }: AccountParts,
): RefusalReason | undefined {
  if (namesOrganisations && orgId !== user.orgId) return 'other_organisation'
  // An operator's role is ours alone.
  return givesRoles && role === undefined && user.role !== 'operator' ? 'no_role' : undefined
}

async function linkedByEmail(orgId: string, claimed: Claimed, parts: AccountParts): Promise<User | undefined> {
  const { email, identity } = claimed
  const found = email === undefined ? undefined : await findUserByEmail(parts.db, orgId, email)
  if (found === undefined || email === undefined) return undefined
  const user = await linkIdentity(parts.db, found, identity, email)
  if (user === undefined) return undefined
  await audit(parts, user, 'linkIdentity', { issuer: identity.issuer })
  return withClaimedRole(user, claimed, parts)
}

async function provisioned(orgId: string, claimed: Claimed, parts: AccountParts): Promise<User | undefined> {
  const { email, identity, name, role } = claimed
  if (role === undefined) return undefined
  if (email !== undefined && (await findUserByEmail(parts.db, orgId, email))) return undefined
  const user = await addUser(parts.db, {
    orgId,
    id: v7(),
    name: name ?? email ?? identity.subject,
    email,
    confirmedEmail: email,
    role,
    oidc: identity,
    createdAt: parts.now(),
  })
  await audit(parts, user, 'createUser', { role, issuer: identity.issuer })
  return user
}

/** The account with the role that the provider gives now. Another one ends earlier sessions. */
async function withClaimedRole(user: User, claimed: Claimed, parts: AccountParts): Promise<User> {
  const { role } = claimed
  if (role === undefined || role === user.role || user.role === 'operator') return user
  const changed = await changeUser(parts.db, user.orgId, user.id, { role }, parts.now())
  if (changed === undefined || changed === 'last_admin') return user
  if (isAbove(user.role, role)) await endSessionsOf(parts.db, user.orgId, user.id)
  await audit(parts, changed, 'changeUser', { role, issuer: claimed.identity.issuer })
  return changed
}

/** The person is the actor: nobody else has signed in. */
export async function audit(
  { db, now }: Pick<AccountParts, 'db' | 'now'>,
  user: Pick<User, 'orgId' | 'id'>,
  action: string,
  detail: Readonly<Record<string, string>>,
): Promise<void> {
  await addAuditEntry(db, {
    orgId: user.orgId,
    id: v7(),
    at: now(),
    actor: { kind: 'user', id: user.id },
    action,
    target: { kind: 'user', id: user.id },
    detail: JSON.stringify(detail),
  })
}

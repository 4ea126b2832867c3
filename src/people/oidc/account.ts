import { v7 } from 'uuid'
import { failedConstraint } from '../../store/constraints.ts'
import type { Database } from '../../store/database/database.ts'
import { addAuditEntry } from '../../store/people/audit.ts'
import {
  addUser,
  changeUser,
  findUserByEmail,
  findUserByIdentity,
  findUsersByEmail,
  linkIdentity,
  type User,
} from '../../store/people/users.ts'
import type { Claimed } from './claims.ts'

/**
 * The account of a person who signed in at the provider: the one with this identity; else the one
 * with this verified e-mail address, which gets the identity; else a new one, when the claims name
 * an organisation and a role. Undefined: no account.
 */
export async function accountOf(claimed: Claimed, parts: AccountParts): Promise<User | undefined> {
  const { db } = parts
  const known = await findUserByIdentity(db, claimed.identity)
  if (known) return withClaimedRole(known, claimed, parts)
  try {
    return (await linkedByEmail(claimed, parts)) ?? (await provisioned(claimed, parts))
  } catch (error) {
    // The same person signs in twice at once, and the other sign-in was first.
    if (failedConstraint(error) !== 'user_identity') throw error
    return findUserByIdentity(db, claimed.identity)
  }
}

export interface AccountParts {
  readonly db: Database
  /** ms since 1970. */
  now(): number
  /** The id of the active organisation with this id or name. */
  organisation(idOrName: string): Promise<string | undefined>
  /** The provider decides on roles: a claim for them is configured. */
  readonly givesRoles: boolean
}

async function linkedByEmail(claimed: Claimed, parts: AccountParts): Promise<User | undefined> {
  const { db } = parts
  const { email, identity, organisation } = claimed
  if (email === undefined) return undefined
  const orgId = organisation === undefined ? undefined : await parts.organisation(organisation)
  const [user, another] =
    orgId === undefined ? await findUsersByEmail(db, email) : [await findUserByEmail(db, orgId, email)]
  // With an address in two organisations, nobody knows which one is meant.
  if (user === undefined || another !== undefined || user.oidc !== undefined) return undefined
  if (!isAllowed(user, claimed, parts) || !(await linkIdentity(db, user, identity))) return undefined
  await audit(parts, user, 'linkIdentity', { issuer: identity.issuer })
  return withClaimedRole({ ...user, oidc: identity }, claimed, parts)
}

async function provisioned(claimed: Claimed, parts: AccountParts): Promise<User | undefined> {
  const { email, identity, name, organisation, role } = claimed
  const orgId = organisation === undefined ? undefined : await parts.organisation(organisation)
  if (orgId === undefined || role === undefined) return undefined
  if (email !== undefined && (await findUserByEmail(parts.db, orgId, email))) return undefined
  const user = await addUser(parts.db, {
    orgId,
    id: v7(),
    name: name ?? email ?? identity.subject,
    email,
    role,
    oidc: identity,
    createdAt: parts.now(),
  })
  await audit(parts, user, 'createUser', { role, issuer: identity.issuer })
  return user
}

/** The account with the role that the provider gives now. An operator's role is ours alone. */
async function withClaimedRole(user: User, claimed: Claimed, parts: AccountParts): Promise<User | undefined> {
  if (!isAllowed(user, claimed, parts)) return undefined
  const { role } = claimed
  if (role === undefined || role === user.role || user.role === 'operator') return user
  const changed = await changeUser(parts.db, user.orgId, user.id, { role })
  if (changed === undefined || changed === 'last_admin') return user
  await audit(parts, changed, 'changeUser', { role, issuer: claimed.identity.issuer })
  return changed
}

/** Where the provider gives the roles, somebody without one may not come in. */
function isAllowed(user: User, { role }: Claimed, { givesRoles }: AccountParts): boolean {
  return !givesRoles || role !== undefined || user.role === 'operator'
}

async function audit(
  { db, now }: AccountParts,
  user: User,
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

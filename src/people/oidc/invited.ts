import { failedConstraint } from '../../store/constraints.ts'
import {
  type Arrival,
  addArrival,
  findArrival,
  findInvitations,
  type Invitation,
  takeArrival,
} from '../../store/people/invitations.ts'
import { linkIdentity, type User } from '../../store/people/users.ts'
import { type Invited, SignInRefused } from '../people.ts'
import { hashOf, newSecret } from '../secret.ts'
import { type AccountParts, audit } from './account.ts'
import type { Claimed } from './claims.ts'

/**
 * Where the provider names no organisation, an administrator's word alone binds nobody: who has
 * proved an address there sees every organisation that has invited it, and chooses. Source:
 * docs/decisions/0116.
 */

/** Keeps the proved identity until the person has chosen; the secret of it is for their browser. */
export async function arrive({ identity, email }: Claimed, { db, now }: Parts): Promise<string> {
  if (email === undefined) throw new SignInRefused('no_account')
  const arrival = { identity, email }
  if ((await findInvitations(db, arrival, now())).length === 0) throw new SignInRefused('no_account')
  const { secret, hash } = newSecret()
  await addArrival(db, hash, arrival, now() + arrivalMs)
  return secret
}

/** The choice of a browser with this secret. Undefined when the secret is unknown or over. */
export async function invitationsOf(secret: string, { db, now }: Parts): Promise<Invited | undefined> {
  const arrival = await findArrival(db, hashOf(secret), now())
  return arrival && { email: arrival.email, invitations: await findInvitations(db, arrival, now()) }
}

/** Binds the identity to the chosen account. Throws SignInRefused. */
export async function accept(secret: string, userId: string, parts: Parts): Promise<User> {
  const { db, now } = parts
  const arrival = await takeArrival(db, hashOf(secret), now())
  if (arrival === undefined) throw new SignInRefused('expired')
  const chosen = (await findInvitations(db, arrival, now())).find((invitation) => invitation.userId === userId)
  const user = chosen && (await linked(chosen, arrival, parts))
  if (user === undefined) throw new SignInRefused('no_account')
  await audit(parts, user, 'linkIdentity', { issuer: arrival.identity.issuer })
  return user
}

async function linked({ orgId, userId: id }: Invitation, { identity, email }: Arrival, { db }: Parts) {
  try {
    return await linkIdentity(db, { orgId, id }, identity, email)
  } catch (error) {
    // In another window the person has chosen another organisation.
    if (failedConstraint(error) !== 'user_identity') throw error
    return undefined
  }
}

type Parts = Pick<AccountParts, 'db' | 'now'>

/** How long a person may take to choose. */
const arrivalMs = 10 * 60_000

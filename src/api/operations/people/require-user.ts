import { coversRole, type Role } from '../../../security/roles.ts'
import { failedConstraint } from '../../../store/constraints.ts'
import { findUser, type User } from '../../../store/people/users.ts'
import type { AccountContext } from '../../declaration/call.ts'
import { Fault } from '../../faults.ts'

/**
 * The user of the caller's organisation. Throws the Fault `user_not_found`, also for removed users.
 */
export async function requireUser({ account, parts }: AccountContext, id: string): Promise<User> {
  const user = await findUser(parts.store.database, account.orgId, id)
  if (user === undefined || user.removedAt !== undefined) throw new Fault('user_not_found', { id })
  return user
}

/** Nobody gives, changes or uses a role above their own. Throws the Fault `role_too_high`. */
export function requireRole({ account }: AccountContext, role: Role): void {
  if (!coversRole(account.scopes, role)) throw new Fault('role_too_high')
}

/** The changed user, or the Fault for why nothing changed. */
export function changedUser(changed: User | 'last_admin' | undefined, id: string): User {
  if (changed === undefined) throw new Fault('user_not_found', { id })
  if (changed === 'last_admin') throw new Fault('last_admin')
  return changed
}

/** Does the write; throws the Fault `email_taken` when another user has the address. */
export async function refuseTakenEmail<Result>(email: string | undefined, write: () => Promise<Result>) {
  try {
    return await write()
  } catch (error) {
    if (failedConstraint(error) === 'user_email') throw new Fault('email_taken', { email: email ?? '' })
    throw error
  }
}

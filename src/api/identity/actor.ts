import { userIdOf } from '../../people/sign-in.ts'
import type { Actor } from '../../store/people/audit.ts'
import type { Account } from './authentication.ts'

/** Who calls, as the audit log names them: a person, a client, or an account of another issuer. */
export function actorOf({ id }: Pick<Account, 'id'>): Actor {
  const userId = userIdOf(id)
  if (userId !== undefined) return { kind: 'user', id: userId }
  // Accounts of another issuer have its URL before a fragment: see issuers.ts.
  return { kind: id.includes('#') ? 'issuer' : 'client', id }
}

import { newLoginLink } from '../people/login-link.ts'
import type { User } from '../store/people/users.ts'
import type { Store } from '../store/store.ts'
import { auditCommand } from './audit-command.ts'

/** Stores a new login link, audits it as of the command line, and returns its secret. */
export async function addLoginLink(store: Store, user: User): Promise<string> {
  const { secret, statement } = newLoginLink(user, Date.now())
  await store.database.transaction([statement])
  await auditCommand(store, { orgId: user.orgId, action: 'createLoginLink', target: { kind: 'user', id: user.id } })
  return secret
}

import { v7 } from 'uuid'
import { newLoginLink } from '../../../src/people/login-link.ts'
import type { Role } from '../../../src/security/roles.ts'
import { addUser, type UserLanguage } from '../../../src/store/people/users.ts'
import type { Tenant, TestService } from '../service/test-service.ts'

/** A person of a new organisation, who signs in as often as a test likes. */
export interface Member {
  readonly userId: string
  readonly tenant: Tenant
  /** A new login link: what follows `/console/sign-in/`. */
  link(): Promise<string>
}

interface NewMember {
  readonly role?: Role
  readonly name?: string
  readonly language?: UserLanguage
  /** Of the organisation's program. */
  readonly scope?: string
}

export async function aMember(
  running: TestService,
  { role = 'admin', name = 'Amina Rashid', language, scope }: NewMember = {},
): Promise<Member> {
  const { store, now } = running.service.parts
  const tenant = await running.tenant(scope === undefined ? {} : { scope })
  const user = { orgId: tenant.orgId, id: v7(), name, email: undefined, role, language, createdAt: now() }
  await addUser(store.database, user)
  return {
    userId: user.id,
    tenant,
    async link() {
      const { secret, statement } = newLoginLink(user, now())
      await store.database.transaction([statement])
      return secret
    },
  }
}

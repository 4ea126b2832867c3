import type { Statement } from '../store/database/database.ts'
import { insertLoginLink } from '../store/people/sessions.ts'
import type { User } from '../store/people/users.ts'
import { newSecret } from './secret.ts'

/**
 * A link that signs a person in once, within ten minutes. The statement stores it: write it with
 * what else belongs to it.
 */
export function newLoginLink(user: Pick<User, 'orgId' | 'id'>, now: number): LoginLink {
  const { secret, hash } = newSecret()
  const expiresAt = now + linkMs
  return {
    secret,
    expiresAt,
    statement: insertLoginLink({ orgId: user.orgId, userId: user.id, hash, now, expiresAt }),
  }
}

export interface LoginLink {
  readonly secret: string
  /** ms since 1970. */
  readonly expiresAt: number
  readonly statement: Statement
}

/** The address to open in a browser. */
export function loginAddress(baseUrl: string, secret: string): string {
  return `${baseUrl.replace(/\/$/, '')}/console/sign-in/${secret}`
}

const linkMs = 10 * 60_000

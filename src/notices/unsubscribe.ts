import { mailToken, textsOf } from '../people/mail-token.ts'

/** A token that ends the notices of one person without sign-in. It does nothing else. */
export function unsubscribeToken(key: string, { orgId, userId }: Reader): string {
  return mailToken(key, 'unsubscribe', [orgId, userId])
}

/** Whose token it is; undefined when we did not make it. */
export function readerOf(key: string, token: string): Reader | undefined {
  const [orgId, userId] = textsOf(key, 'unsubscribe', token) ?? []
  return orgId !== undefined && userId !== undefined ? { orgId, userId } : undefined
}

export interface Reader {
  readonly orgId: string
  readonly userId: string
}

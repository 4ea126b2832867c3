/**
 * The scopes of an account: read documents, issue them, manage business profiles, administer its
 * organisation. Source: docs/contract.md#access.
 */
export const scopes = ['documents:read', 'documents:write', 'profiles', 'admin'] as const

export type Scope = (typeof scopes)[number]

/** Default scopes; `admin` must be granted explicitly. */
export const defaultScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'admin')

export function isScope(text: unknown): text is Scope {
  return scopes.some((scope) => scope === text)
}

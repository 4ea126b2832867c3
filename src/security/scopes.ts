/**
 * What an account may do: read documents, issue them, keep business profiles, administer its own
 * organisation. Source: docs/contract.md#access.
 */
export const scopes = ['documents:read', 'documents:write', 'profiles', 'admin'] as const

export type Scope = (typeof scopes)[number]

/** What one has who was told nothing else: administration is given by name. */
export const usualScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'admin')

export function isScope(text: unknown): text is Scope {
  return scopes.some((scope) => scope === text)
}

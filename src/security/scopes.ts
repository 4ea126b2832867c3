/**
 * The scopes of an account: read documents, issue them, approve those of people, manage business
 * profiles, administer its organisation, operate the service across organisations. Source:
 * docs/contract.md#access.
 */
export const scopes = [
  'documents:read',
  'documents:write',
  'documents:approve',
  'profiles',
  'admin',
  'operator',
] as const

export type Scope = (typeof scopes)[number]

/** Every scope but `operator`, which only the command line gives. */
export const grantableScopes: readonly Scope[] = scopes.filter((scope) => scope !== 'operator')

/** Default scopes; `admin` and `documents:approve` must be granted explicitly. */
export const defaultScopes: readonly Scope[] = grantableScopes.filter(
  (scope) => scope !== 'admin' && scope !== 'documents:approve',
)

export function isScope(text: unknown): text is Scope {
  return scopes.some((scope) => scope === text)
}

export function isGrantableScope(text: unknown): text is Scope {
  return grantableScopes.some((scope) => scope === text)
}

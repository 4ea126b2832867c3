import type { Scope } from './scopes.ts'

/**
 * The roles of people, from the least powerful to the most. Each may do what those before it may.
 * Source: docs/decisions/0068.
 */
export const roles = ['viewer', 'clerk', 'admin', 'operator'] as const

export type Role = (typeof roles)[number]

/** The roles that the API and a provider give; only the command line makes an operator. */
export const givenRoles = ['viewer', 'clerk', 'admin'] as const satisfies readonly Role[]

/** The scopes of a person's tokens. */
export const scopesOfRole: Readonly<Record<Role, readonly Scope[]>> = {
  viewer: ['documents:read'],
  clerk: ['documents:read', 'documents:write'],
  admin: ['documents:read', 'documents:write', 'profiles', 'admin'],
  operator: ['documents:read', 'documents:write', 'profiles', 'admin', 'operator'],
}

export function isRole(text: unknown): text is Role {
  return roles.some((role) => role === text)
}

/** Whether the role may do what the other may not. */
export function isAbove(role: Role, other: Role): boolean {
  return !coversRole(new Set(scopesOfRole[other]), role)
}

/** Whether an account with these scopes may give, change or use an account of the role. */
export function coversRole(scopes: ReadonlySet<string>, role: Role): boolean {
  return scopesOfRole[role].every((scope) => scopes.has(scope))
}

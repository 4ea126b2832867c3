import type { Scope } from '../../security/scopes.ts'
import type { RateLimits } from '../rates/rate-limit.ts'

/**
 * The callers of an operation. The server checks the access before the handler runs; it also types
 * the handler's call.
 */
export type Access = PublicAccess | ScopedAccess | SandboxAccess | GatewayAccess

/** Anyone: no token, no version. */
export interface PublicAccess {
  readonly kind: 'public'
}

/** An account with one of the scopes. */
export interface ScopedAccess {
  readonly kind: 'scopes'
  readonly scopes: Scopes
  /** The rate limit; absent: the usual one. */
  readonly rate?: keyof RateLimits
  /** Part of the Phase 2 subscription: 403 for an organisation without it. */
  readonly isPhase2?: true
}

/** An account with one of the scopes, in the sandbox only: 404 on a real network. */
export interface SandboxAccess {
  readonly kind: 'sandbox'
  readonly scopes: Scopes
}

/** Our access point only, by the inbound secret; 404 when no secret is configured. */
export interface GatewayAccess {
  readonly kind: 'gateway'
}

type Scopes = readonly [Scope, ...Scope[]]

/** An account needs one of these scopes; empty when no account is needed. */
export function scopesOf({ access }: { readonly access: Access }): readonly Scope[] {
  return 'scopes' in access ? access.scopes : []
}

/** Whether it needs an account's token. */
export function needsAccount(operation: { readonly access: Access }): boolean {
  return scopesOf(operation).length > 0
}

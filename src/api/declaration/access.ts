import type { Scope } from '../../security/scopes.ts'
import type { RateLimits } from '../rates/rate-limit.ts'

/**
 * Who may call an operation. The server checks it before the handler runs, and the handler's call
 * has what it brings.
 */
export type Access = PublicAccess | ScopedAccess | SandboxAccess | GatewayAccess

/** Anyone: no token, no version. */
export interface PublicAccess {
  readonly kind: 'public'
}

/** An account that has one of the scopes. */
export interface ScopedAccess {
  readonly kind: 'scopes'
  readonly scopes: Scopes
  /** How often an account may call it; absent: as often as most operations. */
  readonly rate?: keyof RateLimits
  /** Part of the Phase 2 subscription: 403 for an organisation without it. */
  readonly isPhase2?: true
}

/** An account that has one of the scopes, while the network is simulated: 404 otherwise. */
export interface SandboxAccess {
  readonly kind: 'sandbox'
  readonly scopes: Scopes
}

/** The access point alone, which knows the inbound secret; 404 where none is configured. */
export interface GatewayAccess {
  readonly kind: 'gateway'
}

type Scopes = readonly [Scope, ...Scope[]]

/** The scopes of which an account needs one; empty where no account is needed. */
export function scopesOf({ access }: { readonly access: Access }): readonly Scope[] {
  return 'scopes' in access ? access.scopes : []
}

/** Whether it needs the token of an account. */
export function needsAccount(operation: { readonly access: Access }): boolean {
  return scopesOf(operation).length > 0
}

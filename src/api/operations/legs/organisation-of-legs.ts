import { Fault } from '../../faults.ts'
import type { Account } from '../../identity/authentication.ts'

/**
 * The organisation whose legs are meant; undefined for all of them. Another one than the caller's
 * needs the scope `operator`.
 */
export function organisationOfLegs(account: Account, named: string | undefined): string | undefined {
  if (named === undefined || named === account.orgId) return account.orgId
  if (!account.scopes.has('operator')) throw new Fault('scope_missing', { scope: 'operator' })
  return named === 'all' ? undefined : named
}

import { described, text } from '@selfbill/pint-ae/document'
import { Fault } from '../../faults.ts'
import type { Account } from '../../identity/authentication.ts'

/** `organisation_id`: for operators, who act across organisations. */
export function organisationParameter(isAllPossible: boolean) {
  const all = isAllPossible ? '; `all` for all organisations' : ''
  return described(text(100), `Only for the scope operator: another organisation${all}. Absent: your own`)
}

/**
 * The organisation whose legs are meant; undefined for all of them. Another one than the caller's
 * needs the scope `operator`.
 */
export function organisationOfLegs(account: Account, named: string | undefined): string | undefined {
  if (named === undefined || named === account.orgId) return account.orgId
  if (!account.scopes.has('operator')) throw new Fault('forbidden')
  return named === 'all' ? undefined : named
}

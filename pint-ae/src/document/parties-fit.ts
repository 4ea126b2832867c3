import { type Message, message } from '../messages/message.ts'
import type { Errors } from './declaration/field-errors.ts'
import { callersParty, type Family, isSelfBilled } from './family.ts'
import { type Party, supplierRules } from './objects/party.ts'

/**
 * Checks the caller's party against the party of the business profile: they must differ, and a
 * selling profile must have everything a seller needs. Profiles are stored by the rules of a buyer,
 * so the missing members of a seller are reported here, under their path in the document. Source:
 * docs/contract.md#requests.
 */
export function checkParties(family: Family, callers: PartyIds, profile: Party, errors: Errors): void {
  const member = callersParty(family)
  if (isSelfBilled(family)) {
    if (isSameParty(callers, profile)) errors.add(member, message('supplier_is_buyer'))
    return
  }
  if (isSameParty(callers, profile)) errors.add(member, message('customer_is_supplier'))
  const report = (at: string, problem: Message) =>
    errors.add(`accounting_supplier_party.${at}`, message('in_business_profile', { reason: problem }))
  for (const rule of supplierRules) rule(profile, report, () => false)
}

/** The identifiers of a party, as far as they were sent. */
export interface PartyIds {
  readonly tin?: string | undefined
  readonly endpoint_id?: string | undefined
  readonly endpoint_scheme_id?: string | undefined
}

/** Whether both are the same participant or the same taxable person. */
function isSameParty(callers: PartyIds, profile: Party): boolean {
  const isSameTin = callers.tin !== undefined && callers.tin === profile.tin
  const isSameScheme = callers.endpoint_scheme_id === profile.endpoint_scheme_id
  // The network compares participant identifiers without letter case.
  const isSameId = callers.endpoint_id?.toLowerCase() === profile.endpoint_id.toLowerCase()
  return isSameTin || (isSameScheme && isSameId)
}

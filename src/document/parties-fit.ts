import type { Errors } from './declaration/check.ts'
import { callersParty, type Family, isSelfBilled } from './family.ts'
import { type Party, supplierRules } from './objects/party.ts'

/**
 * What is wrong with the party that the caller names and that of the business profile, seen side by
 * side: they are one and the same, or the profile is to sell and lacks what a seller must have. A
 * profile is kept as a buyer, so what a seller needs beyond that is told here, under the member it
 * would stand in. Source: docs/contract.md#requests.
 */
export function checkParties(family: Family, callers: PartyIds, profile: Party, errors: Errors): void {
  const member = callersParty(family)
  if (isSelfBilled(family)) {
    if (isSameParty(callers, profile)) errors.add(member, 'Accounting supplier party must differ from the buyer')
    return
  }
  if (isSameParty(callers, profile)) errors.add(member, 'Accounting customer party must differ from the supplier')
  const report = (at: string, message: string) =>
    errors.add(`accounting_supplier_party.${at}`, `${message} (it comes from the business profile)`)
  for (const rule of supplierRules) rule(profile, report, () => false)
}

/** What a party is known by: as much of it as was sent. */
export interface PartyIds {
  readonly tin?: string | undefined
  readonly endpoint_id?: string | undefined
  readonly endpoint_scheme_id?: string | undefined
}

/** The same participant of the network, or the same taxable person. */
function isSameParty(callers: PartyIds, profile: Party): boolean {
  const isSameTin = callers.tin !== undefined && callers.tin === profile.tin
  const isSameScheme = callers.endpoint_scheme_id === profile.endpoint_scheme_id
  // Participant identifiers are compared without letter case on the network.
  const isSameId = callers.endpoint_id?.toLowerCase() === profile.endpoint_id.toLowerCase()
  return isSameTin || (isSameScheme && isSameId)
}

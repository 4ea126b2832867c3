import { type Family, isSelfBilled } from '../document/family.ts'

/** Specification and business process of a document (IBT-024, IBT-023). */
export interface Profile {
  readonly customizationId: string
  readonly profileId: string
}

/**
 * PINT AE Self-Billing for the purchase families, PINT AE Billing for sales. Source:
 * docs/network.md#identifiers.
 */
export function profileOf(family: Family): Profile {
  return isSelfBilled(family) ? selfBilling : billing
}

const selfBilling: Profile = {
  customizationId: 'urn:peppol:pint:selfbilling-1@ae-1',
  profileId: 'urn:peppol:bis:selfbilling',
}
const billing: Profile = { customizationId: 'urn:peppol:pint:billing-1@ae-1', profileId: 'urn:peppol:bis:billing' }

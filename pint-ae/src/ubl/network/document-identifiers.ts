import { type Family, isCreditNote } from '../../document/family.ts'
import { profileOf } from '../profile.ts'

/**
 * Document type and process of something that is exchanged, as `scheme::value`. Source:
 * docs/network.md#identifiers.
 */
export interface DocumentIdentifiers {
  readonly docTypeId: string
  readonly processId: string
}

/** Document type and process of a family on the C3 leg. Source: Peppol code lists 9.7. */
export function identifiersOf(family: Family): DocumentIdentifiers {
  const { customizationId, profileId } = profileOf(family)
  const root = isCreditNote(family) ? 'CreditNote' : 'Invoice'
  return {
    docTypeId: `${ublType}:${root}-2::${root}##${customizationId}::2.1`,
    processId: `cenbii-procid-ubl::${profileId}`,
  }
}

const ublType = 'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd'

/** Type and process of a report to the tax authority. */
export const taxDataIdentifiers: DocumentIdentifiers = {
  docTypeId: 'busdox-docid-qns::urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0',
  processId: 'cenbii-procid-ubl::urn:peppol:taxreporting',
}

import { type Family, isCreditNote } from '../../document/family.ts'
import type { NewLeg } from '../../store/legs/legs.ts'
import type { StorableText } from '../../text/packing.ts'
import { isPredefinedEndpoint } from '../../ubl/predefined-endpoint.ts'
import { profileOf } from '../../ubl/profile.ts'

/**
 * The two legs of a document that passed its rules: C3, the other party's access point, and C5, the
 * tax authority. A predefined endpoint has no access point, so its C3 leg is NOT_REQUIRED.
 */
export function legsFor(document: PassedDocument): readonly [NewLeg, NewLeg] {
  const ids = identifiersOf(document.family)
  const common = {
    orgId: document.orgId,
    documentId: document.documentId,
    revision: document.revision,
    senderId: participantId(document.sender),
    country: document.sender.country,
  }
  return [
    {
      ...common,
      corner: 'C3',
      transmissionUuid: document.transmissionUuids.c3,
      receiverId: participantId(document.receiver),
      docTypeId: ids.docTypeId,
      processId: ids.processId,
      status: isPredefinedEndpoint(document.receiver.scheme, document.receiver.id) ? 'NOT_REQUIRED' : 'PENDING',
    },
    {
      ...common,
      corner: 'C5',
      transmissionUuid: document.transmissionUuids.c5,
      receiverId: document.c5ReceiverId,
      docTypeId: taxData.docTypeId,
      processId: taxData.processId,
      documentXml: document.taxDataXml,
      status: 'PENDING',
    },
  ]
}

/**
 * The facts about a document that its legs need. The caller makes the UUIDs (version 4), because it
 * writes C3's into the tax data.
 */
export interface PassedDocument {
  readonly orgId: string
  readonly documentId: string
  readonly revision: number
  readonly family: Family
  /** Corner 1, the issuer: the buyer of a self-billed document, the supplier of a sale. */
  readonly sender: Participant & { readonly country: string }
  /** Corner 4: the other party. */
  readonly receiver: Participant
  /** The tax authority's participant id, `0242:…`, from the configuration. */
  readonly c5ReceiverId: string
  readonly transmissionUuids: { readonly c3: string; readonly c5: string }
  readonly taxDataXml: StorableText
}

/** A Peppol endpoint: `0235` and a TIN. */
export interface Participant {
  readonly scheme: string
  readonly id: string
}

function participantId(endpoint: Participant): string {
  return `${endpoint.scheme}:${endpoint.id}`
}

const ublType = 'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd'

/** Document type and process of a family on the C3 leg. Source: Peppol code lists 9.7. */
function identifiersOf(family: Family) {
  const { customizationId, profileId } = profileOf(family)
  const root = isCreditNote(family) ? 'CreditNote' : 'Invoice'
  return {
    docTypeId: `${ublType}:${root}-2::${root}##${customizationId}::2.1`,
    processId: `cenbii-procid-ubl::${profileId}`,
  }
}

const taxData = {
  docTypeId: 'busdox-docid-qns::urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0',
  processId: 'cenbii-procid-ubl::urn:peppol:taxreporting',
}

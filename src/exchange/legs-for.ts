import type { Family } from '../document/family.ts'
import type { NewLeg } from '../store/legs.ts'

/**
 * The two legs of a document that passed its rules: C3, the other party's access point, and C5, the tax authority. A
 * document whose receiver is one of the predefined endpoints has nobody to be sent to: its C3 leg is NOT_REQUIRED.
 */
export function legsFor(document: PassedDocument): readonly [NewLeg, NewLeg] {
  const ids = identifiers[document.family]
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
      documentXml: null, // the document's own XML, not kept a second time
      status: isPredefinedEndpoint(document.receiver) ? 'NOT_REQUIRED' : 'PENDING',
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

/** What the legs need to know of a document. The UUIDs are version 4, made by the caller, who writes C3's into the tax data. */
export interface PassedDocument {
  readonly orgId: string
  readonly documentId: string
  readonly revision: number
  readonly family: Family
  /** Corner 1, who issues: the buyer of a self-billed document, the supplier of a sale. */
  readonly sender: Participant & { readonly country: string }
  /** Corner 4: the other party. */
  readonly receiver: Participant
  /** The tax authority's participant id, `0242:…`: configuration. */
  readonly c5ReceiverId: string
  readonly transmissionUuids: { readonly c3: string; readonly c5: string }
  readonly taxDataXml: string
}

/** A Peppol endpoint: `0235` and a TIN. */
export interface Participant {
  readonly scheme: string
  readonly id: string
}

/** True for the endpoints that stand for a receiver outside the network: deemed supply, not subject, export. */
function isPredefinedEndpoint(endpoint: Participant): boolean {
  return endpoint.scheme === '0235' && predefinedIds.has(endpoint.id)
}

const predefinedIds: ReadonlySet<string> = new Set(['9900000097', '9900000098', '9900000099'])

function participantId(endpoint: Participant): string {
  return `${endpoint.scheme}:${endpoint.id}`
}

const ublType = 'peppol-doctype-wildcard::urn:oasis:names:specification:ubl:schema:xsd'

const selfBilling = { customization: 'urn:peppol:pint:selfbilling-1@ae-1', process: 'urn:peppol:bis:selfbilling' }
const billing = { customization: 'urn:peppol:pint:billing-1@ae-1', process: 'urn:peppol:bis:billing' }

/** Document type and process of each family on the C3 leg (Peppol code lists 9.7). */
const identifiers: Readonly<Record<Family, { readonly docTypeId: string; readonly processId: string }>> = {
  'purchase-invoices': pint('Invoice', selfBilling),
  'purchase-credit-notes': pint('CreditNote', selfBilling),
  'sales-invoices': pint('Invoice', billing),
  'sales-credit-notes': pint('CreditNote', billing),
}

const taxData = {
  docTypeId: 'busdox-docid-qns::urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0',
  processId: 'cenbii-procid-ubl::urn:peppol:taxreporting',
}

function pint(root: 'Invoice' | 'CreditNote', profile: typeof selfBilling) {
  return {
    docTypeId: `${ublType}:${root}-2::${root}##${profile.customization}::2.1`,
    processId: `cenbii-procid-ubl::${profile.process}`,
  }
}

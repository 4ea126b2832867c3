import type { Family } from '@selfbill/pint-ae/document'
import { identifiersOf, isPredefinedEndpoint, taxDataIdentifiers } from '@selfbill/pint-ae/ubl'
import type { NewLeg } from '../../store/legs/legs.ts'
import type { StorableText } from '../../text/packing.ts'
import type { TraceContext } from '../../tracing/trace-context.ts'

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
    accessPoint: document.accessPoint,
    ...(document.trace && { trace: document.trace }),
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
      docTypeId: taxDataIdentifiers.docTypeId,
      processId: taxDataIdentifiers.processId,
      ...(document.taxDataXml !== undefined && { documentXml: document.taxDataXml }),
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
  /** The name of the access point that sends both legs. */
  readonly accessPoint: string
  readonly transmissionUuids: { readonly c3: string; readonly c5: string }
  /** Absent: it is in the frame of its revision. */
  readonly taxDataXml?: StorableText | undefined
  /** Where the document was created in a trace. */
  readonly trace?: TraceContext | undefined
}

/** A Peppol endpoint: `0235` and a TIN. */
export interface Participant {
  readonly scheme: string
  readonly id: string
}

function participantId(endpoint: Participant): string {
  return `${endpoint.scheme}:${endpoint.id}`
}

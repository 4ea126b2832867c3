import { type Element, nameOf } from '@selfbill/schematron/xml'

/** The fields of an envelope's header. */
export interface EnvelopeHeader {
  /** InstanceIdentifier: the UUID of the transmission. Statuses refer to it. */
  readonly instanceId: string
  /** Participants or service providers: `0235:…`, `0242:…`. */
  readonly senderId: string
  readonly receiverId: string
  /** `scheme::value`, as is `processId`. */
  readonly docTypeId: string
  readonly processId: string
  /** COUNTRY_C1, the country of corner 1; null when a received envelope has none. */
  readonly country: string | null
  /** ms since 1970. */
  readonly createdAt: number
  /** MLS_TO: the provider that receives statuses, `0242:…`; null: the sender's own provider. */
  readonly mlsTo: string | null
}

/** A received envelope, taken apart. */
export interface Envelope extends EnvelopeHeader {
  /** MLS_TYPE; null is the network's default, also used for unknown values. */
  readonly mlsType: 'ALWAYS_SEND' | 'FAILURE_ONLY' | null
  /** The document as a separate tree. */
  readonly document: Element
}

/**
 * The elements of the envelope. They use their own prefix, so that the document inside keeps its
 * default namespace.
 */
export const sh = {
  BusinessScope: name('BusinessScope'),
  CreationDateAndTime: name('CreationDateAndTime'),
  DocumentIdentification: name('DocumentIdentification'),
  HeaderVersion: name('HeaderVersion'),
  Identifier: name('Identifier'),
  InstanceIdentifier: name('InstanceIdentifier'),
  Receiver: name('Receiver'),
  Scope: name('Scope'),
  Sender: name('Sender'),
  Standard: name('Standard'),
  StandardBusinessDocument: name('StandardBusinessDocument'),
  StandardBusinessDocumentHeader: name('StandardBusinessDocumentHeader'),
  Type: name('Type'),
  TypeVersion: name('TypeVersion'),
}

/** The identifier scheme of participants and service providers. */
export const participants = 'iso6523-actorid-upis'

function name(local: string) {
  return nameOf('http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader', local, 'sh')
}

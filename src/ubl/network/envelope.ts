import type { Element } from '../../xml/element.ts'
import { nameOf } from '../../xml/name.ts'

/** What the header of an envelope says. */
export interface EnvelopeHeader {
  /** InstanceIdentifier: the UUID of the transmission, by which statuses name it. */
  readonly instanceId: string
  /** Participants or service providers: `0235:…`, `0242:…`. */
  readonly senderId: string
  readonly receiverId: string
  /** `scheme::value`, as is `processId`. */
  readonly docTypeId: string
  readonly processId: string
  /** COUNTRY_C1, the country of corner 1; null when an envelope that was read does not say. */
  readonly country: string | null
  /** ms since 1970. */
  readonly createdAt: number
  /** MLS_TO: the provider that statuses are to be sent to, `0242:…`; null for the sender's own. */
  readonly mlsTo: string | null
}

/** An envelope that somebody sent, taken apart. */
export interface Envelope extends EnvelopeHeader {
  /**
   * MLS_TYPE; null stands for the network's default, and for anything the network does not know.
   */
  readonly mlsType: 'ALWAYS_SEND' | 'FAILURE_ONLY' | null
  /** The root of a tree of its own. */
  readonly document: Element
}

/**
 * The elements of the envelope. The prefix is its own: whatever the document within takes for its
 * default namespace stays its affair.
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

/** The scheme that participants and service providers are named by. */
export const participants = 'iso6523-actorid-upis'

function name(local: string) {
  return nameOf('http://www.unece.org/cefact/namespaces/StandardBusinessDocumentHeader', local, 'sh')
}

import { inEnglish, type Message } from '@selfbill/pint-ae/messages'
import { type DocumentIdentifiers, identifiersOf, mlsIdentifiers, taxDataIdentifiers } from '@selfbill/pint-ae/ubl'

/**
 * The network's register of participants: who is registered, and what they can receive. A real
 * network's is spread over name servers and metadata publishers; the sandbox has its own. Source:
 * docs/network.md#participants, docs/decisions/0083.
 */
export interface ParticipantRegister {
  /**
   * Looks up a participant such as `0235:1345678901`. Undefined: not registered. Throws
   * `LookupFailed`, also when the signal aborts.
   */
  lookUp(participantId: string, signal: AbortSignal): Promise<Registration | undefined>
}

/** The entry of a participant. */
export interface Registration {
  /** Every registered document type, as `scheme::value`. One that ends in `*` covers several. */
  readonly documentTypes: readonly string[]
  /** How the participant receives each kind of document that Selfbill knows. */
  readonly services: readonly Service[]
}

/** A kind of document, and the registered document type that covers it. */
export interface Service {
  readonly kind: DocumentKindName
  readonly documentTypeId: string
  readonly processId: string
  /** Where to send it; null when no access point receives it at this time. */
  readonly endpoint: Endpoint | null
}

/** An access point that receives documents for a participant. */
export interface Endpoint {
  readonly url: string
  readonly transportProfile: string
  readonly certificate: EndpointCertificate | null
  /** ms since 1970; null when the register names no time. */
  readonly activeFrom: number | null
  readonly activeUntil: number | null
}

/** The certificate that messages are encrypted for. It was not verified. */
export interface EndpointCertificate {
  /** The access point's seat in the network, `POP000306`. */
  readonly commonName: string | null
  /** ms since 1970. */
  readonly validFrom: number
  readonly validUntil: number
  /** SHA-256 of the certificate, in lower-case hexadecimal. */
  readonly sha256: string
}

/** What Selfbill exchanges, as the API names it. */
export const documentKindNames = [
  'purchase_invoices',
  'purchase_credit_notes',
  'sales_invoices',
  'sales_credit_notes',
  'tax_data_documents',
  'message_level_statuses',
] as const

export type DocumentKindName = (typeof documentKindNames)[number]

/**
 * The register gave no usable answer. `away`: no answer now, try again. `unusable`: an answer that
 * only its operator can mend. The reason is for callers.
 */
export class LookupFailed extends Error {
  override readonly name = 'LookupFailed'
  readonly kind: 'away' | 'unusable'
  readonly reason: Message

  constructor(kind: LookupFailed['kind'], reason: Message) {
    super(inEnglish(reason))
    this.kind = kind
    this.reason = reason
  }
}

/** Document type and process of every kind that Selfbill exchanges. */
export const documentKinds: readonly DocumentKind[] = [
  { kind: 'purchase_invoices', ...identifiersOf('purchase-invoices') },
  { kind: 'purchase_credit_notes', ...identifiersOf('purchase-credit-notes') },
  { kind: 'sales_invoices', ...identifiersOf('sales-invoices') },
  { kind: 'sales_credit_notes', ...identifiersOf('sales-credit-notes') },
  { kind: 'tax_data_documents', ...taxDataIdentifiers },
  { kind: 'message_level_statuses', ...mlsIdentifiers },
]

export interface DocumentKind extends DocumentIdentifiers {
  readonly kind: DocumentKindName
}

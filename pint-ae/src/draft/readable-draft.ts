import type { ComputedAttachment } from '../document/computed-document.ts'
import type { Family } from '../document/family.ts'
import type { Party } from '../document/objects/party.ts'
import type { Circumstances } from '../rulebook/circumstances.ts'
import type { RevisionView } from './revision-changes.ts'

/** A draft with its texts as strings. */
export interface ReadableDraft {
  readonly family: Family
  /** The request body. */
  readonly text: string
  /**
   * Compatibility mode: unknown members are ignored, and values that its clients leave to the
   * service are filled in.
   */
  readonly isCompatible?: boolean
  /** The party of the business profile: buyer of a self-billed document, seller of a sale. */
  readonly profile: Party
  /** The number for a request without one. Undefined: the caller must send a number. */
  readonly documentNumber: string | undefined
  /** The document that a resubmission replaces; a create has none. */
  readonly replaces?: Replaced
  /** The invoice that a credit note by reference credits; the request then names its lines. */
  readonly credits?: CreditedInvoice
  /** What the database says about the document, where rules have something to say about it. */
  readonly circumstances?: Circumstances
  /** ms since 1970. */
  readonly issuedAt: number
  /** Our access point and the tax authority: `0242:…`. */
  readonly serviceProviderId: string
  readonly authorityId: string
}

/** A stored document that failed its rules. Its number is in the draft and stays the same. */
export interface Replaced extends RevisionView {
  readonly id: string
  /** These stay when the request has no attachments. */
  readonly attachments: readonly ComputedAttachment[]
}

/** An invoice credited by reference; the request names its lines. */
export interface CreditedInvoice {
  readonly family: 'purchase-invoices' | 'sales-invoices'
  /** JSON of its answer. */
  readonly answer: string
  /** JSON of the amounts taken so far, one text for each valid credit note by reference. */
  readonly creditedAmounts: readonly string[]
  /** Other credit notes that refer to this invoice only. */
  readonly otherCreditNotes: readonly { readonly documentNumber: string; readonly payableAmount: string }[]
}

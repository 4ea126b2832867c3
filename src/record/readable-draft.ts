import type { Family } from '../document/family.ts'
import type { Party } from '../document/objects/party.ts'
import type { RecordFile } from './plain-record.ts'
import type { RevisionView } from './revision-changes.ts'

/** What is to be issued, for whom, and under which identifiers. */
export interface ReadableDraft {
  readonly family: Family
  /** The request body as it came. */
  readonly text: string
  /**
   * Compatibility mode: what the request has in excess is ignored, and what its client leaves to
   * the service is filled in.
   */
  readonly isCompatible?: boolean
  /**
   * The party of the business profile: the buyer of a self-billed document, the seller of a sale.
   */
  readonly profile: Party
  /** Used when the caller named none; undefined: the caller must. */
  readonly documentNumber: string | undefined
  /** The document that the request is to take the place of: a create has none. */
  readonly replaces?: Replaced
  /** The invoice that a credit note is to be made for: then the request is about its lines. */
  readonly credits?: CreditedInvoice
  /** ms since 1970. */
  readonly issuedAt: number
  /** Our own access point and the tax authority's, `0242:…`. */
  readonly serviceProviderId: string
  readonly authorityId: string
}

/** A document that failed its rules, as it stands. Its number is the order's, and stays. */
export interface Replaced extends RevisionView {
  readonly id: string
  /** They stay when the request sends none. */
  readonly attachments: readonly RecordFile[]
}

/** An invoice that is credited by reference: the text of the order names its lines. */
export interface CreditedInvoice {
  readonly family: 'purchase-invoices' | 'sales-invoices'
  /** JSON of its answer. */
  readonly answer: string
  /** JSON of what each credit note by reference that counts has taken from it. */
  readonly taken: readonly string[]
  /** Those that refer to it alone and were issued otherwise. */
  readonly otherwise: readonly { readonly documentNumber: string; readonly payableAmount: string }[]
}

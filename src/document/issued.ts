import type { DocumentContent } from './answer.ts'
import type { Family } from './family.ts'

/**
 * A document that was checked, computed and given its identifiers: all that UBL, the rule book and the store need to know of
 * it. `id` is the service's (and BTAE-07); attachments carry their bytes as the Base64 text that was sent.
 */
export interface IssuedDocument {
  readonly family: Family
  readonly id: string
  readonly content: DocumentContent
  readonly attachments: readonly IssuedAttachment[]
}

export interface IssuedAttachment {
  readonly id: string
  readonly file_name: string
  readonly file_type: string
  readonly file_content: string
}

/** True for the two credit note families. */
export function isCreditNote(family: Family): boolean {
  return family.endsWith('credit-notes')
}

/** True for self-billed documents: the buyer issues, the supplier receives. */
export function isSelfBilled(family: Family): boolean {
  return family.startsWith('purchase')
}

/** The member of the party that is not the business profile's. */
export function callersParty(family: Family): 'accounting_supplier_party' | 'accounting_customer_party' {
  return isSelfBilled(family) ? 'accounting_supplier_party' : 'accounting_customer_party'
}

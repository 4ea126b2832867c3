import type { DocumentContent } from './answer.ts'
import { type Family, isSelfBilled } from './family.ts'
import type { Party } from './objects/party.ts'

/**
 * A checked and computed document with its identifiers: everything that UBL, rule book and store
 * need. `id` is the service's id (also BTAE-07). Attachments carry their bytes as the Base64 text
 * that was sent.
 */
export interface ComputedDocument {
  readonly family: Family
  readonly id: string
  readonly content: DocumentContent
  readonly attachments: readonly ComputedAttachment[]
}

export interface ComputedAttachment {
  readonly id: string
  readonly file_name: string
  readonly file_type: string
  readonly file_content: string
}

/**
 * The issuing party and the receiving party. The buyer issues a self-billed document, the seller a
 * sale.
 */
export function senderAndReceiver({ family, content }: ComputedDocument): readonly [sender: Party, receiver: Party] {
  const { accounting_supplier_party: seller, accounting_customer_party: buyer } = content
  return isSelfBilled(family) ? [buyer, seller] : [seller, buyer]
}

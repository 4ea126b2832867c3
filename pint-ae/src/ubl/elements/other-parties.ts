import { branch, type Element, leaf, type Name } from '@selfbill/schematron/xml'
import type { DocumentContent } from '../../document/answer.ts'
import type { PayeeParty, TaxRepresentativeParty } from '../../document/objects/references.ts'
import { cac, cbc } from '../names.ts'
import { address } from './address.ts'
import { financialAccount } from './financial-account.ts'
import { identification } from './identification.ts'
import { vatRegistration } from './party.ts'

/**
 * The other parties of a document in UBL's order: payee, beneficiary, principal and tax
 * representative.
 */
export function otherParties(content: DocumentContent): readonly (Element | undefined)[] {
  return [
    payee(content.payee_party),
    partyWithId(cac.BuyerCustomerParty, content.buyer_customer_party, 'buyer_customer_party'),
    partyWithId(cac.SellerSupplierParty, content.seller_supplier_party, 'seller_supplier_party'),
    taxRepresentative(content.tax_representative_party),
  ]
}

/** The payee (IBG-10). PINT has no term for the payee's own account, but UBL has an element. */
function payee(sent: PayeeParty | undefined): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    cac.PayeeParty,
    [
      identification(cac.PartyIdentification, sent.party_identification, 'party_identification'),
      branch(cac.PartyName, [leaf(cbc.Name, sent.party_name, 'party_name')]),
      financialAccount(cac.FinancialAccount, sent.financial_account, 'financial_account'),
    ],
    'payee_party',
  )
}

/**
 * The beneficiary of a free zone supply (BTAE-01), the principal of a disclosed agent (BTAE-14).
 */
function partyWithId(name: Name, sent: { readonly id: string } | undefined, origin: string): Element | undefined {
  if (sent === undefined) return undefined
  const id = branch(cac.PartyIdentification, [leaf(cbc.ID, sent.id, 'id')])
  return branch(name, [branch(cac.Party, [id])], origin)
}

/** The seller's tax representative (IBG-11, IBG-12). */
function taxRepresentative(sent: TaxRepresentativeParty | undefined): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    cac.TaxRepresentativeParty,
    [
      identification(cac.PartyIdentification, sent.party_identification, 'party_identification'),
      branch(cac.PartyName, [leaf(cbc.Name, sent.party_name, 'party_name')]),
      address(cac.PostalAddress, sent.postal_address, 'postal_address'),
      vatRegistration(sent.party_tax_scheme),
    ],
    'tax_representative_party',
  )
}

import { branch, type Element, leaf } from '@selfbill/schematron/xml'
import type { Party } from '../../document/objects/party.ts'
import { cac, cbc } from '../names.ts'
import { address } from './address.ts'
import { attributesOf, textLeaf } from './leaves.ts'
import { taxScheme } from './tax-category.ts'

/** The seller (IBG-04). */
export function supplierParty(party: Party): Element | undefined {
  const whole = partyElement(party, sellerRegistration(party))
  return branch(cac.AccountingSupplierParty, [whole], 'accounting_supplier_party')
}

/** The buyer (IBG-07). */
export function customerParty(party: Party): Element | undefined {
  const whole = partyElement(party, vatRegistration(party.party_tax_scheme))
  return branch(cac.AccountingCustomerParty, [whole], 'accounting_customer_party')
}

/** The seller's tax registration: its TRN (IBT-031), or its TIN (IBT-032) if it has no TRN. */
export function sellerRegistration({ party_tax_scheme: vat, tin }: Party): Element | undefined {
  if (vat !== undefined || tin === undefined) return vatRegistration(vat)
  return branch(cac.PartyTaxScheme, [leaf(cbc.CompanyID, tin, 'tin'), taxScheme('TIN', 'tin')])
}

/** A VAT registration (IBT-031, IBT-048, IBT-063). */
export function vatRegistration(sent: Party['party_tax_scheme']): Element | undefined {
  if (sent === undefined) return undefined
  return branch(
    cac.PartyTaxScheme,
    [leaf(cbc.CompanyID, sent.company_id, 'company_id'), taxScheme(sent.tax_scheme, 'tax_scheme')],
    'party_tax_scheme',
  )
}

/** A party's identifier on the network's registers (IBT-029, IBT-046). */
export function partyIdentification(party: Party): Element | undefined {
  const { party_identification_id: id, party_identification_scheme_id: scheme } = party
  return branch(cac.PartyIdentification, [
    textLeaf(cbc.ID, id, 'party_identification_id', attributesOf(['schemeID', scheme])),
  ])
}

function partyElement(party: Party, registration: Element | undefined): Element | undefined {
  return branch(cac.Party, [
    leaf(cbc.EndpointID, party.endpoint_id, 'endpoint_id', ['schemeID', party.endpoint_scheme_id]),
    partyIdentification(party),
    branch(cac.PartyName, [leaf(cbc.Name, party.name, 'name')]),
    address(cac.PostalAddress, party.postal_address, 'postal_address'),
    registration,
    legalEntity(party),
    branch(cac.Contact, [
      textLeaf(cbc.Name, party.contact_name, 'contact_name'),
      textLeaf(cbc.Telephone, party.telephone, 'telephone'),
      leaf(cbc.ElectronicMail, party.email, 'email'),
    ]),
  ])
}

/** The registered entity: name, registration number, its type and its authority. */
function legalEntity(party: Party): Element | undefined {
  const isPassport = party.scheme_agency_id === 'PAS'
  const issuer = isPassport ? party.passport_issuing_country_code : party.authority_name
  const attributes = attributesOf(['schemeAgencyID', party.scheme_agency_id], ['schemeAgencyName', issuer])
  return branch(cac.PartyLegalEntity, [
    party.party_name === undefined
      ? leaf(cbc.RegistrationName, party.name, 'name')
      : leaf(cbc.RegistrationName, party.party_name, 'party_name'),
    textLeaf(cbc.CompanyID, party.company_id, 'company_id', attributes),
    textLeaf(cbc.CompanyLegalForm, party.company_legal_form, 'company_legal_form'),
  ])
}

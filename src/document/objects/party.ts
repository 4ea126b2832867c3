import type { Static } from 'typebox'
import { passportCountries } from '../../codelists/codelists.ts'
import {
  addRules,
  type Draft,
  described,
  type IsRefused,
  object,
  optional,
  type Report,
  type Rule,
} from '../declaration/declare.ts'
import { identifier, matching, oneOf, text } from '../declaration/leaves.ts'
import { Address } from './address.ts'

/** TRN of a party: 15 digits, 1 … 03 (IBT-031, IBT-048). */
export const vatNumber = () => matching(/^1[0-9]{12}03$/, 'Title must be 15 digits, start with 1 and end with 03')

/** VAT registration of a party. Source: docs/contract.md#party. */
export const PartyTaxScheme = object({ company_id: vatNumber(), tax_scheme: identifier() })

const registrationTypes = ['TL', 'EID', 'PAS', 'CD', 'CL', 'OTH'] as const

const partyMembers = {
  name: text(),
  party_name: optional(text()),
  profile_id: optional(identifier()),
  postal_address: Address,
  scheme_agency_id: optional(oneOf(registrationTypes)),
  company_id: optional(identifier()),
  party_identification_id: optional(identifier()),
  party_identification_scheme_id: optional(identifier()),
  authority_name: optional(text()),
  passport_issuing_country_code: optional(oneOf(passportCountries, 'Title must be a valid country code')),
  tin: optional(matching(/^1[0-9]{9}$/, 'TIN must be exactly 10 characters starting with 1')),
  party_tax_scheme: optional(PartyTaxScheme),
  endpoint_id: identifier(),
  endpoint_scheme_id: identifier(),
  email: described(text(), 'An e-mail address. Any other text is accepted too, with the warning SB-EMAIL'),
  telephone: optional(text()),
  party_name_in_local_language: optional(text()),
  company_legal_form: optional(text()),
  logo_url: optional(text()),
  contact_name: optional(text()),
}

/** The seller of a document (IBG-04). Source: docs/contract.md#party. */
export const SupplierParty = object(partyMembers)

/** The buyer of a document (IBG-07). */
export const CustomerParty = object(partyMembers)

export type Party = Static<typeof SupplierParty>

/**
 * The buyer of a sale. The document's flags decide whether a foreign one may have a VAT
 * registration.
 */
export const SalesCustomerParty = object(partyMembers)

/** The rules of a buyer, in every declaration of one. */
export const customerRules: readonly Rule<Party>[] = [registration, customerNaming, customerTin, foreignTaxScheme]
/** The rules of a seller, also of a business profile that sells. */
export const supplierRules: readonly Rule<Party>[] = [registration, supplierNaming, supplierTaxIds]

addRules(SupplierParty, ...supplierRules)
addRules(CustomerParty, ...customerRules)
addRules(SalesCustomerParty, registration, customerNaming, customerTin)

/**
 * Registration types EID and PAS mean an individual; any other type, or none, means a business
 * (docs/contract.md#documents "Parties").
 */
function isBusiness(party: Draft<Party>): boolean {
  return party.scheme_agency_id !== 'EID' && party.scheme_agency_id !== 'PAS'
}

/** A UAE party has a postal address in AE. */
export function isInUae(party: Draft<Party>): boolean {
  return party.postal_address?.country_code === 'AE'
}

function registration(party: Draft<Party>, report: Report): void {
  const type = party.scheme_agency_id
  if (type !== undefined && party.company_id === undefined) {
    report('company_id', 'Company ID is mandatory when the registration type is given')
  }
  if (type === 'TL' && party.authority_name === undefined) {
    report('authority_name', 'Authority name is mandatory when registration type is Trade license')
  }
  if (type === 'PAS' && party.passport_issuing_country_code === undefined) {
    report(
      'passport_issuing_country_code',
      'Passport issuing country code is mandatory when registration type is Passport',
    )
  }
  if (party.party_identification_scheme_id !== undefined && party.party_identification_id === undefined) {
    report('party_identification_id', 'Party identification ID is mandatory when its scheme is given')
  }
}

function supplierNaming(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (isRefused('scheme_agency_id') || !isBusiness(party) || party.party_name !== undefined) return
  report('party_name', 'Party name is mandatory for businesses')
}

function customerNaming(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  supplierNaming(party, report, isRefused)
  if (!isBusiness(party) && party.party_name !== undefined) {
    report('party_name', 'Party name must not be sent for individuals')
  }
}

function supplierTaxIds(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (party.postal_address?.country_code === undefined) return
  if (!isInUae(party)) {
    foreignTin(party, report, isRefused)
    foreignTaxScheme(party, report, isRefused)
    return
  }
  if (party.tin === undefined) report('tin', 'TIN is mandatory for UAE suppliers')
  if (party.telephone === undefined) report('telephone', 'Telephone is mandatory for UAE suppliers')
}

function customerTin(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (party.postal_address?.country_code === undefined || isRefused('scheme_agency_id')) return
  if (!isInUae(party)) foreignTin(party, report, isRefused)
  else if (isBusiness(party) && party.tin === undefined) report('tin', 'TIN is mandatory for UAE business customers')
}

function foreignTin(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (party.tin === undefined || isRefused('scheme_agency_id') || !isBusiness(party)) return
  report('tin', 'TIN must not be sent for businesses outside the UAE')
}

function foreignTaxScheme(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (party.party_tax_scheme === undefined || isRefused('scheme_agency_id') || !isForeignBusiness(party)) return
  report('party_tax_scheme', 'Party tax scheme must not be sent for businesses outside the UAE')
}

/** Whether the party is a business and has an address outside the UAE. */
export function isForeignBusiness(party: Draft<Party>): boolean {
  return party.postal_address?.country_code !== undefined && !isInUae(party) && isBusiness(party)
}

import type { Static } from 'typebox'
import { passportCountries } from '../../codelists/codelists.ts'
import { message } from '../../messages/message.ts'
import {
  addRules,
  type Draft,
  type IsRefused,
  named,
  namedObject,
  optional,
  type Report,
  type Rule,
} from '../declaration/declare.ts'
import { identifier, matching, oneOf, text } from '../declaration/leaves.ts'
import { Address } from './address.ts'

/** TRN of a party: 15 digits, 1 … 03 (IBT-031, IBT-048). */
export const vatNumber = () => matching(/^1[0-9]{12}03$/, 'must_be_trn')

/** VAT registration of a party. Source: docs/contract.md#party. */
export const PartyTaxScheme = namedObject('PartyTaxScheme', { company_id: vatNumber(), tax_scheme: identifier() })

const registrationTypes = ['TL', 'EID', 'PAS', 'CD', 'CL', 'OTH'] as const

const partyMembers = {
  name: text(),
  party_name: optional(text()),
  profile_id: optional(identifier()),
  postal_address: Address,
  scheme_agency_id: optional(named('RegistrationType', oneOf(registrationTypes))),
  company_id: optional(identifier()),
  party_identification_id: optional(identifier()),
  party_identification_scheme_id: optional(identifier()),
  authority_name: optional(text()),
  passport_issuing_country_code: optional(named('PassportCountryCode', oneOf(passportCountries, 'must_be_country'))),
  tin: optional(matching(/^1[0-9]{9}$/, 'must_be_tin')),
  party_tax_scheme: optional(PartyTaxScheme),
  endpoint_id: identifier(),
  endpoint_scheme_id: identifier(),
  email: text(),
  telephone: optional(text()),
  party_name_in_local_language: optional(text()),
  company_legal_form: optional(text()),
  logo_url: optional(text()),
  contact_name: optional(text()),
}

// All parties have the same members, so OpenAPI has one schema of them. Error messages say what a
// supplier and a customer need.

/** The seller of a document (IBG-04). Source: docs/contract.md#party. */
export const SupplierParty = namedObject('Party', partyMembers)

/** The buyer of a document (IBG-07). */
export const CustomerParty = namedObject('Party', partyMembers)

export type Party = Static<typeof SupplierParty>

/**
 * The buyer of a sale. The document's flags decide whether a foreign one may have a VAT
 * registration.
 */
export const SalesCustomerParty = namedObject('Party', partyMembers)

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
    report('company_id', message('mandatory_with_registration_type', { field: 'company_id' }))
  }
  if (type === 'TL' && party.authority_name === undefined) {
    report('authority_name', message('mandatory_for_trade_license', { field: 'authority_name' }))
  }
  if (type === 'PAS' && party.passport_issuing_country_code === undefined) {
    report(
      'passport_issuing_country_code',
      message('mandatory_for_passport', { field: 'passport_issuing_country_code' }),
    )
  }
  if (party.party_identification_scheme_id !== undefined && party.party_identification_id === undefined) {
    report('party_identification_id', message('mandatory_with_scheme', { field: 'party_identification_id' }))
  }
}

function supplierNaming(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (isRefused('scheme_agency_id') || !isBusiness(party) || party.party_name !== undefined) return
  report('party_name', message('mandatory_for_business', { field: 'party_name' }))
}

function customerNaming(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  supplierNaming(party, report, isRefused)
  if (!isBusiness(party) && party.party_name !== undefined) {
    report('party_name', message('not_for_individual', { field: 'party_name' }))
  }
}

function supplierTaxIds(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (party.postal_address?.country_code === undefined) return
  if (!isInUae(party)) {
    foreignTin(party, report, isRefused)
    foreignTaxScheme(party, report, isRefused)
    return
  }
  if (party.tin === undefined) report('tin', message('mandatory_for_uae_supplier', { field: 'tin' }))
  if (party.telephone === undefined) report('telephone', message('mandatory_for_uae_supplier', { field: 'telephone' }))
}

function customerTin(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (party.postal_address?.country_code === undefined || isRefused('scheme_agency_id')) return
  if (!isInUae(party)) foreignTin(party, report, isRefused)
  else if (isBusiness(party) && party.tin === undefined)
    report('tin', message('mandatory_for_uae_customer', { field: 'tin' }))
}

function foreignTin(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (party.tin === undefined || isRefused('scheme_agency_id') || !isBusiness(party)) return
  report('tin', message('not_for_foreign_business', { field: 'tin' }))
}

function foreignTaxScheme(party: Draft<Party>, report: Report, isRefused: IsRefused): void {
  if (party.party_tax_scheme === undefined || isRefused('scheme_agency_id') || !isForeignBusiness(party)) return
  report('party_tax_scheme', message('not_for_foreign_business', { field: 'party_tax_scheme' }))
}

/** Whether the party is a business and has an address outside the UAE. */
export function isForeignBusiness(party: Draft<Party>): boolean {
  return party.postal_address?.country_code !== undefined && !isInUae(party) && isBusiness(party)
}

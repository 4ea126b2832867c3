import assert from 'node:assert/strict'
import { test } from 'node:test'
import { BusinessProfile, check, computeDocument, InvoiceRequest } from '@selfbill/pint-ae/document'
import { readJson } from '@selfbill/pint-ae/json'
import { byField, inEnglish } from '@selfbill/pint-ae/messages'
import { SalesCreditNoteRequest, SalesInvoiceRequest } from '../../../pint-ae/src/document/document.ts'
import {
  assertCreditNotes,
  assertInvoices,
  type Case,
  type Errors,
  errorsOf,
} from '../../support/requests/request-errors.ts'
import {
  aBuyer,
  aCustomer,
  anAddress,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  aSupplier,
  jsonOf,
  type Members,
} from '../../support/requests/requests.ts'

// Rules of the contract and its decisions about sellers, buyers and business profiles, alone and
// together. Each case compares the whole body of errors, so that an extra error fails.

const foreign = anAddress({ country_subentity: 'Bavaria', country: 'Germany', country_code: 'DE' })
const foreignTaxIds = { tin: undefined, party_tax_scheme: undefined }

const sameTrn = {
  'seller_supplier_party.id': "ID must differ from the supplier's own TRN when the disclosed agent billing flag is set",
}

test('the principal of a disclosed agent is not the supplier; without the flag it may be', () => {
  const seller_supplier_party = { id: '100234567800003' }
  for (let bits = 0; bits < 256; bits += 1) {
    const profile_execution_id = bits.toString(2).padStart(8, '0')
    const served = { buyer_customer_party: { id: 'BEN-1' }, delivery: { delivery_location: { address: anAddress() } } }
    const request = { ...served, seller_supplier_party, profile_execution_id }
    const errors: Errors = profile_execution_id[5] === '1' ? sameTrn : {}
    assertInvoices([[profile_execution_id, request, errors]])
    assertCreditNotes([[profile_execution_id, request, errors]])
  }
  assertInvoices([
    [
      'not a TRN',
      { seller_supplier_party: { id: '1002345678' } },
      { 'seller_supplier_party.id': 'ID must be 15 digits, start with 1 and end with 03' },
    ],
  ])
})

test('suppliers: what a UAE supplier needs and a foreign one must not have', () => {
  const supplier = (overrides: Members) => ({ accounting_supplier_party: aSupplier(overrides) })
  const at = 'accounting_supplier_party'
  const individual = {
    scheme_agency_id: 'EID',
    company_id: '784-1990-1234567-1',
    authority_name: undefined,
    party_name: undefined,
  }
  assertInvoices([
    ['UAE, no TIN', supplier({ tin: undefined }), { [`${at}.tin`]: 'TIN is mandatory for UAE suppliers' }],
    [
      'UAE, no telephone',
      supplier({ telephone: undefined }),
      { [`${at}.telephone`]: 'Telephone is mandatory for UAE suppliers' },
    ],
    ['UAE, no TRN: a finding', supplier({ party_tax_scheme: undefined }), {}],
    ['UAE, unknown emirate: a finding', supplier({ postal_address: anAddress({ country_subentity: 'Sharjah' }) }), {}],
    [
      'business without legal name',
      supplier({ party_name: undefined }),
      { [`${at}.party_name`]: 'Party name is mandatory for businesses' },
    ],
    [
      'unregistered business without legal name',
      supplier({
        party_name: undefined,
        scheme_agency_id: undefined,
        company_id: undefined,
        authority_name: undefined,
      }),
      { [`${at}.party_name`]: 'Party name is mandatory for businesses' },
    ],
    ['individual', supplier(individual), {}],
    [
      'individual in the UAE, no TIN',
      supplier({ ...individual, tin: undefined }),
      { [`${at}.tin`]: 'TIN is mandatory for UAE suppliers' },
    ],
    ['foreign business', supplier({ postal_address: foreign, ...foreignTaxIds, telephone: undefined }), {}],
    [
      'foreign business with tax ids',
      supplier({ postal_address: foreign }),
      {
        [`${at}.tin`]: 'TIN must not be sent for businesses outside the UAE',
        [`${at}.party_tax_scheme`]: 'Party tax scheme must not be sent for businesses outside the UAE',
      },
    ],
    ['foreign individual with TIN', supplier({ ...individual, postal_address: foreign }), {}],
    [
      'type without number',
      supplier({ company_id: undefined }),
      { [`${at}.company_id`]: 'Company ID is mandatory when the registration type is given' },
    ],
    [
      'TL without authority',
      supplier({ authority_name: undefined }),
      { [`${at}.authority_name`]: 'Authority name is mandatory when registration type is Trade license' },
    ],
    ['CD without authority', supplier({ scheme_agency_id: 'CD', authority_name: undefined }), {}],
    ['number without type', supplier({ scheme_agency_id: undefined, authority_name: undefined }), {}],
    [
      'PAS without country',
      supplier({ scheme_agency_id: 'PAS' }),
      {
        [`${at}.passport_issuing_country_code`]:
          'Passport issuing country code is mandatory when registration type is Passport',
      },
    ],
    ['PAS', supplier({ scheme_agency_id: 'PAS', passport_issuing_country_code: 'IN' }), {}],
    [
      'scheme without identification',
      supplier({ party_identification_scheme_id: '0060' }),
      { [`${at}.party_identification_id`]: 'Party identification ID is mandatory when its scheme is given' },
    ],
    [
      'half a tax scheme',
      supplier({ party_tax_scheme: { company_id: '100234567800003' } }),
      { [`${at}.party_tax_scheme.tax_scheme`]: 'Tax scheme is mandatory' },
    ],
    [
      'the other half',
      supplier({ party_tax_scheme: { tax_scheme: 'VAT' } }),
      { [`${at}.party_tax_scheme.company_id`]: 'Company ID is mandatory' },
    ],
    [
      'unknown type: nothing is concluded from it',
      supplier({ scheme_agency_id: 'XX', party_name: undefined, postal_address: foreign }),
      { [`${at}.scheme_agency_id`]: 'Scheme agency ID must be one of TL, EID, PAS, CD, CL or OTH' },
    ],
    [
      'refused address: nothing is concluded from it',
      supplier({ postal_address: anAddress({ country_code: 'UAE' }), tin: undefined }),
      { [`${at}.postal_address.country_code`]: 'Country code must be a valid country code' },
    ],
  ])
})

test('customers of a sale: what a UAE business needs, and a foreign one only on exports', () => {
  const at = 'accounting_customer_party'
  const customer = (overrides: Members, more: Members = {}) => ({ ...more, [at]: aCustomer(overrides) })
  const individual = {
    scheme_agency_id: 'EID',
    company_id: '784-1990-1234567-1',
    authority_name: undefined,
    party_name: undefined,
  }
  const exported = (flags: string) => ({
    profile_execution_id: flags,
    delivery: { delivery_location: { address: foreign } },
  })
  const taxScheme = {
    [`${at}.party_tax_scheme`]: 'Party tax scheme must not be sent for businesses outside the UAE, except on exports',
  }
  const cases: readonly Case[] = [
    ['UAE business', customer({}), {}],
    ['its telephone is optional', customer({ telephone: undefined }), {}],
    ['no TIN', customer({ tin: undefined }), { [`${at}.tin`]: 'TIN is mandatory for UAE business customers' }],
    ['individual', customer({ ...individual, ...foreignTaxIds }), {}],
    [
      'individual with a legal name',
      customer({ ...individual, party_name: 'x' }),
      { [`${at}.party_name`]: 'Party name must not be sent for individuals' },
    ],
    ['foreign business', customer({ postal_address: foreign, ...foreignTaxIds }), {}],
    [
      'foreign business with TIN',
      customer({ postal_address: foreign, party_tax_scheme: undefined }, exported('00000001')),
      { [`${at}.tin`]: 'TIN must not be sent for businesses outside the UAE' },
    ],
    ['foreign business with TRN', customer({ postal_address: foreign, tin: undefined }), taxScheme],
    ['on an export', customer({ postal_address: foreign, tin: undefined }, exported('00000001')), {}],
    ['on an e-commerce sale', customer({ postal_address: foreign, tin: undefined }, exported('00000010')), {}],
    ['foreign individual with TRN', customer({ ...individual, postal_address: foreign }), {}],
    ['what is said of the supplier is ignored', { accounting_supplier_party: { name: 42 } }, {}],
    ['no customer', { [at]: undefined }, { [at]: 'Accounting customer party is mandatory' }],
  ]
  for (const [name, overrides, errors] of cases) {
    assert.deepEqual(errorsOf(SalesInvoiceRequest, aSalesInvoice(overrides)), errors, name)
    assert.deepEqual(errorsOf(SalesCreditNoteRequest, aSalesCreditNote(overrides)), errors, `${name}, credit note`)
  }
})

test('the selling profile needs what a supplier needs', () => {
  const at = 'accounting_supplier_party'
  const from = '(it comes from the business profile)'
  const cases: readonly (readonly [string, Members, Members, Errors])[] = [
    ['complete', {}, {}, {}],
    [
      'no telephone',
      { telephone: undefined },
      {},
      { [`${at}.telephone`]: `Telephone is mandatory for UAE suppliers ${from}` },
    ],
    [
      'the customer is the profile',
      { tin: '1003344556' },
      {},
      { accounting_customer_party: 'Accounting customer party must differ from the supplier' },
    ],
    [
      'the principal is the profile',
      {},
      { profile_execution_id: '00000100', seller_supplier_party: { id: '100876543200003' } },
      sameTrn,
    ],
    ['the profile names itself without the flag', {}, { seller_supplier_party: { id: '100876543200003' } }, {}],
  ]
  for (const [name, profile, overrides, errors] of cases) {
    const request = check(SalesInvoiceRequest, readJson(jsonOf(aSalesInvoice(overrides))))
    const party = check(BusinessProfile, readJson(jsonOf(aBuyer(profile))))
    assert('value' in request && 'value' in party)
    const issuing = computeDocument('sales-invoices', request.value, {
      id: 'x',
      documentNumber: 'x',
      profile: party.value,
    })
    assert.deepEqual('errors' in issuing ? byField(issuing.errors, inEnglish) : {}, errors, name)
  }
})

test('business profiles: the buyer of their documents', () => {
  const individual = {
    scheme_agency_id: 'EID',
    company_id: '784-1990-1234567-1',
    authority_name: undefined,
    party_name: undefined,
  }
  const cases: readonly Case[] = [
    ['UAE business', {}, {}],
    ['telephone is optional', { telephone: undefined }, {}],
    ['no TIN', { tin: undefined }, { tin: 'TIN is mandatory for UAE business customers' }],
    ['individual', { ...individual, ...foreignTaxIds }, {}],
    [
      'individual with a legal name',
      { ...individual, party_name: 'x' },
      { party_name: 'Party name must not be sent for individuals' },
    ],
    [
      'business without legal name',
      { party_name: undefined },
      { party_name: 'Party name is mandatory for businesses' },
    ],
    ['foreign business', { postal_address: foreign, ...foreignTaxIds }, {}],
    [
      'foreign business with tax ids',
      { postal_address: foreign },
      {
        tin: 'TIN must not be sent for businesses outside the UAE',
        party_tax_scheme: 'Party tax scheme must not be sent for businesses outside the UAE',
      },
    ],
    [
      'scheme without identification',
      { party_identification_scheme_id: '0060' },
      { party_identification_id: 'Party identification ID is mandatory when its scheme is given' },
    ],
    ['own identifier', { profile_id: 'BP-0123456789' }, {}],
    ['identifier of 64', { profile_id: 'x'.repeat(64) }, {}],
    [
      'identifier too long',
      { profile_id: 'x'.repeat(65) },
      { profile_id: 'Profile ID must be 1 to 64 letters, digits or hyphens' },
    ],
    [
      'identifier with other characters',
      { profile_id: 'a/b' },
      { profile_id: 'Profile ID must be 1 to 64 letters, digits or hyphens' },
    ],
    [
      'what only answers have',
      { org_id: 'x', created_at: 'x', updated_at: 'x' },
      {
        org_id: 'Org ID must not be sent',
        created_at: 'Created at must not be sent',
        updated_at: 'Updated at must not be sent',
      },
    ],
    ['no name', { name: '' }, { name: 'Name is mandatory' }],
  ]
  for (const [name, overrides, errors] of cases)
    assert.deepEqual(errorsOf(BusinessProfile, aBuyer(overrides)), errors, name)
})

test('supplier and buyer must differ', () => {
  const message = { accounting_supplier_party: 'Accounting supplier party must differ from the buyer' }
  const cases: readonly (readonly [string, Members, Errors])[] = [
    ['another', {}, {}],
    ['same TIN', { tin: '1002345678' }, message],
    ['same endpoint', { tin: '1002345679', endpoint_id: '1002345678' }, message],
    ['same endpoint in other letter case', { endpoint_id: 'ABC', endpoint_scheme_id: '0060' }, message],
    ['same endpoint id of another scheme', { endpoint_id: '1002345678', endpoint_scheme_id: '0060' }, {}],
  ]
  for (const [name, buyer, errors] of cases) {
    const endpoint = name.includes('letter') ? { endpoint_id: 'abc', endpoint_scheme_id: '0060' } : {}
    const request = check(
      InvoiceRequest,
      readJson(jsonOf(aPurchaseInvoice({ accounting_supplier_party: aSupplier(endpoint) }))),
    )
    const party = check(BusinessProfile, readJson(jsonOf(aBuyer(buyer))))
    assert('value' in request && 'value' in party)
    const issuing = computeDocument('purchase-invoices', request.value, {
      id: 'x',
      documentNumber: 'x',
      profile: party.value,
    })
    assert.deepEqual('errors' in issuing ? byField(issuing.errors, inEnglish) : {}, errors, name)
  }
})

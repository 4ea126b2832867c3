import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '../../src/decimal/decimal.ts'
import { check } from '../../src/document/declaration/check.ts'
import {
  CreditNoteRequest,
  InvoiceRequest,
  SalesCreditNoteRequest,
  SalesInvoiceRequest,
} from '../../src/document/document.ts'
import { issue } from '../../src/document/issue.ts'
import { BusinessProfile } from '../../src/document/objects/business-profile.ts'
import { readJson } from '../../src/json/read.ts'
import {
  aBankTransfer,
  aBuyer,
  aCharge,
  aCustomer,
  aLine,
  anAddress,
  aPrice,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesCreditNote,
  aSalesInvoice,
  aSupplier,
  inCurrency,
  jsonOf,
  type Members,
} from '../support/requests/requests.ts'

// What the contract and its decisions say across fields: each case with the whole body of errors, so that nothing else is said.

type Bytes = string | readonly number[]
type Errors = Readonly<Record<string, string>>
type Case = readonly [name: string, overrides: Members, errors: Errors]

const foreign = anAddress({ country_subentity: 'Bavaria', country: 'Germany', country_code: 'DE' })
const foreignTaxIds = { tin: undefined, party_tax_scheme: undefined }

test('flags: what their fields must hold, on invoices and credit notes alike', () => {
  const buyer = 'Buyer customer party is mandatory when the free trade zone flag is set'
  const seller = 'Seller supplier party is mandatory when the disclosed agent billing flag is set'
  const cases: readonly Case[] = [
    ['no flag', { profile_execution_id: '00000000' }, {}],
    ['1', { profile_execution_id: '10000000' }, { buyer_customer_party: buyer }],
    [
      '1, blank id',
      { profile_execution_id: '10000000', buyer_customer_party: { id: ' ' } },
      { buyer_customer_party: buyer },
    ],
    ['1, served', { profile_execution_id: '10000000', buyer_customer_party: { id: 'B-1' } }, {}],
    [
      '1, refused',
      { profile_execution_id: '10000000', buyer_customer_party: { id: 5 } },
      { 'buyer_customer_party.id': 'ID must be text' },
    ],
    ['2, no payment means', { profile_execution_id: '01000000', payment_means: undefined }, {}],
    ['3', { profile_execution_id: '00100000' }, {}],
    ['4: a finding when there is no period', { profile_execution_id: '00010000' }, {}],
    ['5', { profile_execution_id: '00001000' }, {}],
    ['6', { profile_execution_id: '00000100' }, { seller_supplier_party: seller }],
    ['6, served', { profile_execution_id: '00000100', seller_supplier_party: { id: '100999999900003' } }, {}],
    [
      '6, no TRN',
      { profile_execution_id: '00000100', seller_supplier_party: { id: '123' } },
      { 'seller_supplier_party.id': 'ID must be 15 digits, start with 1 and end with 03' },
    ],
    ['7', { profile_execution_id: '00000010' }, {}],
    ['8', { profile_execution_id: '00000001' }, { delivery: 'Delivery is mandatory when the exports flag is set' }],
    [
      '8, empty delivery',
      { profile_execution_id: '00000001', delivery: { terms: null } },
      { delivery: 'Delivery is mandatory when the exports flag is set' },
    ],
    [
      '8, no location',
      { profile_execution_id: '00000001', delivery: { terms: 'FOB' } },
      { 'delivery.delivery_location': 'Delivery location is mandatory when the exports flag is set' },
    ],
    [
      '8, no address',
      { profile_execution_id: '00000001', delivery: { delivery_location: { id: 'x' } } },
      { 'delivery.delivery_location.address': 'Address is mandatory' },
    ],
    ['8, served', { profile_execution_id: '00000001', delivery: { delivery_location: { address: anAddress() } } }, {}],
    [
      'all at once',
      { profile_execution_id: '10000101' },
      {
        buyer_customer_party: buyer,
        seller_supplier_party: seller,
        delivery: 'Delivery is mandatory when the exports flag is set',
      },
    ],
    [
      'the location needs its address without the flag too',
      { delivery: { delivery_location: { id: 'x' } } },
      { 'delivery.delivery_location.address': 'Address is mandatory' },
    ],
  ]
  invoices(cases)
  creditNotes(cases)
})

test('the principal is not the supplier', () => {
  const id = '100234567800003'
  invoices([
    [
      'same TRN',
      { seller_supplier_party: { id } },
      { 'seller_supplier_party.id': "ID must differ from the supplier's own TRN" },
    ],
  ])
})

test('suppliers: what a UAE one must have and a foreign business must not', () => {
  const supplier = (overrides: Members) => ({ accounting_supplier_party: aSupplier(overrides) })
  const at = 'accounting_supplier_party'
  const individual = {
    scheme_agency_id: 'EID',
    company_id: '784-1990-1234567-1',
    authority_name: undefined,
    party_name: undefined,
  }
  invoices([
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

test('customers of a sale: what a UAE business must have, and a foreign one only on exports', () => {
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
    [`${at}.party_tax_scheme`]: 'Party tax scheme must not be sent for businesses outside the UAE, but on exports',
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

test('the profile that sells is held to what a supplier must have', () => {
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
      { 'seller_supplier_party.id': "ID must differ from the supplier's own TRN" },
    ],
  ]
  for (const [name, profile, overrides, errors] of cases) {
    const request = check(SalesInvoiceRequest, readJson(jsonOf(aSalesInvoice(overrides))))
    const party = check(BusinessProfile, readJson(jsonOf(aBuyer(profile))))
    assert('value' in request && 'value' in party)
    const issuing = issue('sales-invoices', request.value, { id: 'x', documentNumber: 'x', profile: party.value })
    assert.deepEqual('errors' in issuing ? Object.fromEntries(issuing.errors) : {}, errors, name)
  }
})

test('business profiles: the buyer of what they issue', () => {
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

test('supplier and buyer are two', () => {
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
    const issuing = issue('purchase-invoices', request.value, { id: 'x', documentNumber: 'x', profile: party.value })
    assert.deepEqual('errors' in issuing ? Object.fromEntries(issuing.errors) : {}, errors, name)
  }
})

test('payment means: what their code wants', () => {
  const means = (...list: Members[]) => ({ payment_means: list })
  const card = { primary_account_number_id: '1111', network_id: 'VISA' }
  invoices([
    ['none', { payment_means: undefined }, {}],
    ['null', { payment_means: null }, {}],
    [
      '30 without account',
      means({ payment_means_code: '30' }),
      {
        'payment_means[0].payee_financial_account':
          'Payee financial account is mandatory when payment means code is 30',
      },
    ],
    [
      '30 without id',
      means({ payment_means_code: '30', payee_financial_account: { name: 'x' } }),
      {
        'payment_means[0].payee_financial_account.id':
          'Payee financial account ID is mandatory when payment means code is 30',
      },
    ],
    ['10 with half an account', means({ payment_means_code: '10', payee_financial_account: { name: 'x' } }), {}],
    [
      '54 without card',
      means({ payment_means_code: '54' }),
      { 'payment_means[0].card_account': 'Card account is mandatory when payment means code is 54' },
    ],
    [
      '55 without card',
      means({ payment_means_code: '55' }),
      { 'payment_means[0].card_account': 'Card account is mandatory when payment means code is 55' },
    ],
    ['55', means({ payment_means_code: '55', card_account: card }), {}],
    [
      '49 without mandate',
      means({ payment_means_code: '49' }),
      { 'payment_means[0].payment_mandate': 'Payment mandate is mandatory when payment means code is 49' },
    ],
    [
      '49 with half a mandate',
      means({ payment_means_code: '49', payment_mandate: { id: 'M' } }),
      {
        'payment_means[0].payment_mandate.payer_financial_account_id':
          'Payer financial account ID is mandatory when payment means code is 49',
      },
    ],
    [
      '49 with the other half',
      means({ payment_means_code: '49', payment_mandate: { payer_financial_account_id: 'A' } }),
      { 'payment_means[0].payment_mandate.id': 'Payment mandate ID is mandatory when payment means code is 49' },
    ],
    [
      'no code',
      means(aBankTransfer(), { id: 'x' }),
      { 'payment_means[1].payment_means_code': 'Payment means code is mandatory' },
    ],
    ['empty item', means({}), { 'payment_means[0].payment_means_code': 'Payment means code is mandatory' }],
    [
      'two cards: a finding',
      means({ payment_means_code: '54', card_account: card }, { payment_means_code: '55', card_account: card }),
      {},
    ],
  ])
})

test('cards: a full number is masked where it belongs, and refused elsewhere', () => {
  const card = (number: string) => ({
    payment_means: [
      { payment_means_code: '54', card_account: { primary_account_number_id: number, network_id: 'VISA' } },
    ],
  })
  const masked: readonly (readonly [string, string])[] = [
    ['4111111111111111', '************1111'],
    ['4111 1111 1111 1111', '************1111'],
    ['4111-1111.1111 1111', '************1111'],
    ['378282246310005', '***********0005'],
    ['1111', '1111'],
    ['************1111', '************1111'],
    ['4111111111111112', '4111111111111112'],
  ]
  for (const [sent, kept] of masked) {
    const checked = check(InvoiceRequest, readJson(jsonOf(aPurchaseInvoice(card(sent)))))
    assert('value' in checked)
    assert.equal(checked.value.payment_means?.[0]?.card_account?.primary_account_number_id, kept)
  }
  const line = (note: string) => ({ document_lines: [aLine({ note })] })
  invoices([
    [
      'amid text',
      card('card 4111111111111111'),
      {
        'payment_means[0].card_account.primary_account_number_id':
          'Primary account number ID must not hold a card number',
      },
    ],
    ['in a note', { note: 'paid with 4111111111111111' }, { note: 'Note must not hold a card number' }],
    ['in a line note', line('٤١١١ ١١١١ ١١١١ ١١١١'), { 'document_lines[0].note': 'Note must not hold a card number' }],
    ['after a date', { note: '2026-07-15 4111 1111 1111 1111' }, { note: 'Note must not hold a card number' }],
    ['a TRN is none', { note: 'TRN 100234567800003' }, {}],
    ['an IBAN is none', { note: 'AE070331234567890123456' }, {}],
  ])
})

test('VAT categories: exemptions explain themselves, percentages fit', () => {
  const category = (members: Members) => ({ document_lines: [aLine({ classified_tax_category: members })] })
  const at = 'document_lines[0].classified_tax_category'
  const land = { tax_exemption_reason_code: 'DL8.46.3', tax_exemption_reason: 'Bare land' }
  invoices([
    [
      'E alone',
      category({ id: 'E' }),
      {
        [`${at}.tax_exemption_reason_code`]: 'Tax exemption reason code is mandatory when the category is E',
        [`${at}.tax_exemption_reason`]: 'Tax exemption reason is mandatory when the category is E',
      },
    ],
    ['E', category({ id: 'E', ...land }), {}],
    ['E with 0', category({ id: 'E', percent: 0, ...land }), {}],
    [
      'E with a rate',
      category({ id: 'E', percent: 5, ...land }),
      { [`${at}.percent`]: 'Percent must be absent or 0 when the category is E' },
    ],
    [
      'O with a rate',
      category({ id: 'O', percent: 5 }),
      { [`${at}.percent`]: 'Percent must be absent or 0 when the category is O' },
    ],
    ['N without a rate', category({ id: 'N' }), { [`${at}.percent`]: 'Percent is mandatory when the category is N' }],
    ['N', category({ id: 'N', percent: 5 }), {}],
    ['Z with a rate: judged', category({ id: 'Z', percent: 5 }), {}],
    ['S with another rate: judged', category({ id: 'S', percent: 20 }), {}],
    [
      'the text is not the code’s',
      category({ id: 'E', ...land, tax_exemption_reason: 'Land' }),
      { [`${at}.tax_exemption_reason`]: 'Tax exemption reason must be the text of its code: Bare land' },
    ],
    ['letter case is forgiven', category({ id: 'E', ...land, tax_exemption_reason: 'bare LAND' }), {}],
    [
      'the list’s slip',
      category({ id: 'E', tax_exemption_reason_code: 'DL8.46.1', tax_exemption_reason: 'Cetrain financial services' }),
      {},
    ],
    [
      'without the slip',
      category({ id: 'E', tax_exemption_reason_code: 'DL8.46.1', tax_exemption_reason: 'Certain Financial Services' }),
      {},
    ],
    [
      'neither',
      category({ id: 'E', tax_exemption_reason_code: 'DL8.46.1', tax_exemption_reason: 'Some financial services' }),
      {
        [`${at}.tax_exemption_reason`]: 'Tax exemption reason must be the text of its code: Certain financial services',
      },
    ],
    ['another scheme: a finding', category({ id: 'S', tax_scheme: 'GST' }), {}],
  ])
})

test('charges and allowances: a reason, a category, and shares that add up', () => {
  const both = (members: Members, errors: Errors): readonly Case[] =>
    ['charges', 'allowances'].flatMap((list) => [
      [`document ${list}`, { [list]: [aCharge(members)] }, prefixed(`${list}[0].`, errors)],
      [
        `line ${list}`,
        { document_lines: [aLine({ [list]: [aCharge({ ...members, tax_category: undefined })] })] },
        prefixed(`document_lines[0].${list}[0].`, errors),
      ],
    ])
  const share = (amount: string, base: string, percent: string) => ({
    amount: Decimal.from(amount),
    base_amount: Decimal.from(base),
    multiplier_factor_numeric: Decimal.from(percent),
  })
  const wrong = (amount: string) => ({
    amount: `Amount must be base amount × multiplier factor numeric ÷ 100: ${amount}`,
  })
  invoices([
    ...both({ reason: undefined }, { reason: 'Reason or reason code is mandatory' }),
    ...both({ reason: undefined, reason_code: 'FC' }, {}),
    ...both(
      { reason: undefined, reason_code: ' FC' },
      { reason_code: 'Reason code must not begin or end with blanks' },
    ),
    ...both(
      { base_amount: 100 },
      { multiplier_factor_numeric: 'Multiplier factor numeric is mandatory when base amount is given' },
    ),
    ...both(
      { multiplier_factor_numeric: 10 },
      { base_amount: 'Base amount is mandatory when multiplier factor numeric is given' },
    ),
    ...both(
      { base_amount: 100, multiplier_factor_numeric: '10' },
      { multiplier_factor_numeric: 'Multiplier factor numeric must be a number' },
    ),
    ...both(share('10', '100', '10'), {}),
    ...both(share('11', '100', '10'), wrong('10.00')),
    ...both(share('0.03', '0.25', '10'), {}),
    ...both(share('0.02', '0.25', '10'), wrong('0.03')),
    // 1.005 in binary floating point is a little less: the rules want 1.00, exact decimals would give 1.01.
    ...both(share('1.00', '100.5', '1'), {}),
    ...both(share('1.01', '100.5', '1'), wrong('1.00')),
    ...both(share('1', '999999999999', '999999999999'), {
      amount: 'Amount must be base amount × multiplier factor numeric ÷ 100',
    }),
    ...both({ amount: undefined }, { amount: 'Amount is mandatory' }),
    [
      'document category',
      { charges: [aCharge({ tax_category: null })] },
      { 'charges[0].tax_category': 'Tax category is mandatory' },
    ],
    [
      'line category is the line’s',
      { document_lines: [aLine({ charges: [aCharge({ tax_category: { id: 'Z' } })], allowances: [aCharge()] })] },
      { 'document_lines[0].charges[0].tax_category.id': 'ID must be S, the tax category of the line' },
    ],
  ])
})

test('prices: gross is net plus discount', () => {
  const price = (allowance: Members) => ({ document_lines: [aLine({ price: aPrice({ allowance }) })] })
  const at = 'document_lines[0].price.allowance.base_amount'
  invoices([
    ['both', price({ amount: 20, base_amount: 120 }), {}],
    [
      'both, not adding up',
      price({ amount: 20, base_amount: 121 }),
      { [at]: 'Base amount must be net price plus discount: 120' },
    ],
    ['gross below net', price({ base_amount: 99 }), { [at]: 'Base amount must not be less than the net price' }],
    ['gross alone', price({ base_amount: 100 }), {}],
    [
      'answered name',
      { document_lines: [aLine({ price: aPrice({ price_amount: 100 }) })] },
      { 'document_lines[0].price.price_amount': 'Price amount must not be sent: in a request it is base_amount' },
    ],
  ])
})

test('items: goods carry HS data, services do not have to', () => {
  const item = (members: Members) => ({ document_lines: [aLine({ commodity_classification: members })] })
  const at = 'document_lines[0].commodity_classification'
  const hs = { item_classification_code: '7308', item_classification_list_id: 'HS' }
  const code = { [`${at}.item_classification_code`]: 'Item classification code is mandatory for goods' }
  const list = { [`${at}.item_classification_list_id`]: 'Item classification list ID must be HS for goods' }
  invoices([
    ['none', { document_lines: [aLine({ commodity_classification: undefined })] }, {}],
    ['G', item({ commodity_code: 'G' }), { ...code, ...list }],
    ['B', item({ commodity_code: 'B' }), { ...code, ...list }],
    ['G, HS', item({ commodity_code: 'G', ...hs }), {}],
    ['G, another list', item({ commodity_code: 'G', ...hs, item_classification_list_id: 'CPV' }), list],
    ['G, no list', item({ commodity_code: 'G', item_classification_code: '7308' }), list],
    ['S: SAC is a finding', item({ commodity_code: 'S' }), {}],
    [
      'no type',
      item(hs),
      { [`${at}.commodity_code`]: 'Commodity code is mandatory when item classification code is given' },
    ],
    [
      'S, list without code',
      item({ commodity_code: 'S', item_classification_list_id: 'HS' }),
      { [`${at}.item_classification_code`]: 'Item classification code is mandatory when its list is given' },
    ],
    ['nature code alone', item({ nature_code: 'DL8.48.8.1' }), {}],
  ])
})

test('periods: lines lie within the document', () => {
  const periods = (whole: Members | undefined, part: Members) => ({
    invoice_period: whole,
    document_lines: [aLine({ invoice_period: part })],
  })
  const july = { start_date: '2026-07-01', end_date: '2026-07-31' }
  const at = 'document_lines[0].invoice_period'
  const start = { [`${at}.start_date`]: 'Start date must lie within the invoice period of the document' }
  const end = { [`${at}.end_date`]: 'End date must lie within the invoice period of the document' }
  invoices([
    [
      'backwards',
      periods(undefined, { start_date: '2026-07-02', end_date: '2026-07-01' }),
      { [`${at}.end_date`]: 'End date must not be before start date' },
    ],
    ['one day', periods(july, { start_date: '2026-07-01', end_date: '2026-07-01' }), {}],
    ['before', periods(july, { start_date: '2026-06-30', end_date: '2026-07-01' }), start],
    ['after', periods(july, { start_date: '2026-07-31', end_date: '2026-08-01' }), end],
    ['outside', periods(july, { start_date: '2026-08-01', end_date: '2026-08-02' }), { ...start, ...end }],
    ['open end', periods({ start_date: '2026-07-01' }, { end_date: '2030-01-01' }), {}],
    ['open start', periods({ end_date: '2026-07-31' }, { start_date: '2026-08-01' }), start],
    ['no document period', periods(undefined, { start_date: '2026-08-01' }), {}],
    ['document period without dates: a finding', periods({ description: 'MTH' }, { start_date: '2026-08-01' }), {}],
    [
      'document period backwards: a finding',
      { invoice_period: { start_date: '2026-07-31', end_date: '2026-07-01' } },
      {},
    ],
  ])
})

test('currencies: a rate and AED beside every foreign one', () => {
  const rate = { source_currency_code: 'USD', target_currency_code: 'AED', calculation_rate: 3.6725 }
  const usd = { document_currency_code: 'USD' }
  const rateMissing = { tax_exchange_rate: 'Tax exchange rate is required for non AED documents' }
  const shared: readonly Case[] = [
    ['foreign', inCurrency('USD'), {}],
    ['no rate', { ...usd, tax_currency_code: 'AED' }, rateMissing],
    [
      'another source',
      { ...inCurrency('EUR'), tax_exchange_rate: rate },
      { 'tax_exchange_rate.source_currency_code': 'Source currency code must be the document currency EUR' },
    ],
    [
      'another tax currency',
      { ...inCurrency('USD'), tax_currency_code: 'EUR' },
      { tax_currency_code: 'Tax currency code must be AED' },
    ],
    ['AED with AED', { tax_currency_code: 'AED' }, {}],
    [
      'AED with rate 1',
      { tax_exchange_rate: { ...rate, source_currency_code: 'AED', calculation_rate: Decimal.from('1.00') } },
      {},
    ],
    [
      'AED with another rate',
      { tax_exchange_rate: { ...rate, source_currency_code: 'AED' } },
      { 'tax_exchange_rate.calculation_rate': 'Calculation rate must be 1 for AED documents' },
    ],
    [
      'AED with a foreign source',
      { tax_exchange_rate: { ...rate, calculation_rate: 1 } },
      { 'tax_exchange_rate.source_currency_code': 'Source currency code must be the document currency AED' },
    ],
    [
      'AED with another tax currency',
      { tax_currency_code: 'USD' },
      { tax_currency_code: 'Tax currency code must be AED' },
    ],
    [
      '7 decimals',
      inCurrency('USD', Decimal.from('3.6725001')),
      { 'tax_exchange_rate.calculation_rate': 'Calculation rate must have at most 6 decimals' },
    ],
  ]
  invoices([...shared, ['absent means AED', { ...usd, tax_exchange_rate: rate }, {}], ['neither', usd, rateMissing]])
  const named = { tax_currency_code: 'Tax currency code is required for non AED documents' }
  creditNotes([
    ...shared,
    ['absent', { ...usd, tax_exchange_rate: rate }, named],
    ['neither', usd, { ...named, ...rateMissing }],
  ])
})

test('credit notes: they refer to what they credit, unless they give a volume discount', () => {
  const missing = { billing_reference: 'Billing reference is mandatory unless the discrepancy response is VD' }
  creditNotes([
    ['none', { billing_reference: undefined }, missing],
    ['empty', { billing_reference: [] }, missing],
    ['VD without', { discrepancy_response: 'VD', billing_reference: undefined }, {}],
    ['VD with', { discrepancy_response: 'VD' }, {}],
    [
      'refused reason',
      { discrepancy_response: 'X', billing_reference: undefined },
      {
        discrepancy_response:
          'Discrepancy response must be one of DL8.61.1.A, DL8.61.1.B, DL8.61.1.C, DL8.61.1.D, DL8.61.1.E or VD',
      },
    ],
    [
      'an invoice’s member',
      { invoice_type_code: '389' },
      { invoice_type_code: 'invoice_type_code is not a known field' },
    ],
    ['no due date', { due_date: undefined }, {}],
  ])
})

test('references: an order line needs its line', () => {
  const line = (members: Members) => ({ document_lines: [aLine(members)] })
  invoices([
    [
      'order reference alone',
      line({ order_line_reference: { order_reference_id: 'x' } }),
      { 'document_lines[0].order_line_reference.line_id': 'Line ID is mandatory' },
    ],
    [
      'scheme alone',
      line({ standard_item_identification: { scheme_id: '0160' } }),
      { 'document_lines[0].standard_item_identification.id': 'ID is mandatory' },
    ],
    [
      'half a property',
      line({ additional_item_property: [{ name: 'x' }] }),
      { 'document_lines[0].additional_item_property[0].value': 'Value is mandatory' },
    ],
  ])
})

test('what only answers have must not be sent', () => {
  const sent = {
    id: 'x',
    org_id: 'x',
    document_sequence: 1,
    totals: { payable_amount: 1 },
    meta_info: { peppol_status: 'x' },
    tax_point_date: '2026-01-01',
  }
  const errors = {
    id: 'ID must not be sent',
    org_id: 'Org ID must not be sent',
    document_sequence: 'Document sequence must not be sent',
    totals: 'Totals must not be sent',
    meta_info: 'Meta info must not be sent',
    tax_point_date: 'Tax point date must not be sent',
  }
  const line = {
    id: '1',
    base_amount: 1,
    net_amount: 1,
    total_amount: 1,
    tax_amount: 1,
    total_amount_in_aed: 1,
    tax_amount_in_aed: 1,
  }
  const titles = [
    'ID',
    'Base amount',
    'Net amount',
    'Total amount',
    'Tax amount',
    'Total amount in AED',
    'Tax amount in AED',
  ]
  const lineErrors = Object.fromEntries(
    Object.keys(line).map((name, at) => [`document_lines[0].${name}`, `${titles[at]} must not be sent`]),
  )
  const file = { id: 'x', file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ==' }
  const cases: readonly Case[] = [
    ['document', sent, errors],
    ['document, all null', Object.fromEntries(Object.keys(sent).map((name) => [name, null])), {}],
    ['line', { document_lines: [aLine(line)] }, lineErrors],
    ['attachment', { attachments: [file] }, { 'attachments[0].id': 'ID must not be sent' }],
    ['the customer is ours to set, whatever is sent', { accounting_customer_party: { whatever: [1] } }, {}],
    ['the customer, not even an object', { accounting_customer_party: 'x' }, {}],
  ]
  invoices(cases)
  creditNotes(cases)
})

test('unknown members are refused, with a hint when a known name is close', () => {
  invoices([
    [
      'root',
      { isue_date: '2026-01-01', foo: 1 },
      { isue_date: 'isue_date is not a known field; did you mean issue_date?', foo: 'foo is not a known field' },
    ],
    ['camel case', { dueDate: '2026-01-01' }, { dueDate: 'dueDate is not a known field; did you mean due_date?' }],
    [
      'nested',
      { document_lines: [aLine({ price: aPrice({ base_quantiy: 1 }) })] },
      { 'document_lines[0].price.base_quantiy': 'base_quantiy is not a known field; did you mean base_quantity?' },
    ],
    [
      'in a member that carries only id',
      { buyer_customer_party: { id: 'x', name: 'y' } },
      { 'buyer_customer_party.name': 'name is not a known field' },
    ],
  ])
})

test('all that is wrong is said at once', () => {
  const errors = errorsOf(InvoiceRequest, { document_lines: [{}], profile_execution_id: null })
  assert.deepEqual(errors, {
    issue_date: 'Issue date is mandatory',
    invoice_type_code: 'Invoice type code is mandatory',
    due_date: 'Due date is mandatory',
    profile_execution_id: 'Profile execution ID is mandatory',
    document_currency_code: 'Document currency code is mandatory',
    accounting_supplier_party: 'Accounting supplier party is mandatory',
    'document_lines[0].name': 'Name is mandatory',
    'document_lines[0].description': 'Description is mandatory',
    'document_lines[0].quantity': 'Quantity is mandatory',
    'document_lines[0].unit_code': 'Unit code is mandatory',
    'document_lines[0].price': 'Price is mandatory',
    'document_lines[0].classified_tax_category': 'Classified tax category is mandatory',
  })
})

test('limits: 10,000 lines, 100 items, 20 attachments, 1,000 errors', () => {
  const file = { file_name: 'a.csv', file_type: 'text/csv', file_content: 'YQ==' }
  invoices([
    ['10,000 lines', { document_lines: Array.from({ length: 10_000 }, () => aLine()) }, {}],
    [
      '10,001 lines',
      { document_lines: Array.from({ length: 10_001 }, () => aLine()) },
      { document_lines: 'Document lines must have at most 10000 items' },
    ],
    ['100 charges', { charges: Array.from({ length: 100 }, () => aCharge()) }, {}],
    [
      '101 charges',
      { charges: Array.from({ length: 101 }, () => aCharge()) },
      { charges: 'Charges must have at most 100 items' },
    ],
    ['20 attachments', { attachments: Array.from({ length: 20 }, () => file) }, {}],
    [
      '21 attachments',
      { attachments: Array.from({ length: 21 }, () => file) },
      { attachments: 'Attachments must have at most 20 items' },
    ],
  ])
  const errors = errorsOf(
    InvoiceRequest,
    aPurchaseInvoice({ document_lines: Array.from({ length: 1200 }, () => aLine({ name: 5 })) }),
  )
  assert.equal(Object.keys(errors).length, 1001)
  assert.equal(errors['document_lines[999].name'], 'Name must be text')
  assert.equal(errors.message, '200 more fields were refused')
})

test('attachments: the first bytes match the type', () => {
  const file = (file_type: string, bytes: Bytes) => ({
    attachments: [
      {
        file_name: 'a',
        file_type,
        file_content: (typeof bytes === 'string' ? Buffer.from(bytes) : Buffer.from(bytes)).toString('base64'),
      },
    ],
  })
  const png = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
  const zip = [0x50, 0x4b, 0x03, 0x04]
  const sheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  const openSheet = 'application/vnd.oasis.opendocument.spreadsheet'
  const good: readonly (readonly [string, Bytes])[] = [
    ['application/pdf', '%PDF-1.7'],
    ['image/png', png],
    ['image/jpeg', [0xff, 0xd8, 0xff, 0xe0]],
    [sheet, zip],
    [openSheet, [...zip, 1]],
    ['text/csv', 'a,b'],
    ['application/xml', '<a/>'],
  ]
  for (const [type, bytes] of good)
    assert.deepEqual(errorsOf(InvoiceRequest, aPurchaseInvoice(file(type, bytes))), {}, type)
  for (const type of ['application/pdf', 'image/png', 'image/jpeg', sheet, openSheet]) {
    for (const bytes of ['MZ executable', '%', '\u0089PNX']) {
      const errors = errorsOf(InvoiceRequest, aPurchaseInvoice(file(type, bytes)))
      assert.deepEqual(errors, { 'attachments[0].file_content': `File content is not of type ${type}` })
    }
  }
})

function invoices(cases: readonly Case[]): void {
  for (const [name, overrides, errors] of cases) {
    assert.deepEqual(errorsOf(InvoiceRequest, aPurchaseInvoice(overrides)), errors, `invoice: ${name}`)
  }
}

function creditNotes(cases: readonly Case[]): void {
  for (const [name, overrides, errors] of cases) {
    assert.deepEqual(errorsOf(CreditNoteRequest, aPurchaseCreditNote(overrides)), errors, `credit note: ${name}`)
  }
}

function errorsOf(schema: Parameters<typeof check>[0], request: Members): Errors {
  const checked = check(schema, readJson(jsonOf(request)))
  return 'errors' in checked ? Object.fromEntries(checked.errors) : {}
}

function prefixed(path: string, errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).map(([at, message]) => [path + at, message]))
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JsonValue, jsonText, readJson } from '@selfbill/pint-ae/json'
import { withUsualParty, withUsualValues } from './usual-values.ts'

const usual = (request: unknown) =>
  JSON.parse(jsonText(withUsualValues(readJson(JSON.stringify(request)), 'purchase-invoices')))
const party = (own: unknown) => JSON.parse(jsonText(withUsualParty(readJson(JSON.stringify(own)))))

test('a row of a table says what a person knows; the rest follows', () => {
  const made = usual({
    document_currency_code: 'USD',
    tax_exchange_rate: { calculation_rate: 3.6725 },
    accounting_supplier_party: {
      name: 'Gulf Metals',
      company_id: '784512',
      party_tax_scheme: { company_id: '100234567800003' },
    },
    document_lines: [
      {
        price: { base_amount: 75.5 },
        classified_tax_category: { id: 'E', tax_exemption_reason_code: 'DL8.46.3' },
        commodity_classification: { item_classification_code: '73089000' },
      },
    ],
  })
  const [line] = made.document_lines
  const vat = { id: 'E', tax_exemption_reason_code: 'DL8.46.3', tax_scheme: 'VAT', tax_exemption_reason: 'Bare land' }
  assert.deepEqual(
    [made.invoice_type_code, made.profile_execution_id, made.tax_currency_code],
    ['389', '00000000', 'AED'],
  )
  assert.deepEqual(made.tax_exchange_rate, {
    calculation_rate: 3.6725,
    source_currency_code: 'USD',
    target_currency_code: 'AED',
  })
  assert.deepEqual(made.accounting_supplier_party, {
    name: 'Gulf Metals',
    company_id: '784512',
    party_tax_scheme: { company_id: '100234567800003', tax_scheme: 'VAT' },
    postal_address: { country_code: 'AE', country: 'United Arab Emirates' },
    party_name: 'Gulf Metals',
    scheme_agency_id: 'TL',
    tin: '1002345678',
    endpoint_id: '1002345678',
    endpoint_scheme_id: '0235',
  })
  assert.deepEqual(
    [line.price.base_quantity, line.classified_tax_category, line.commodity_classification],
    [1, vat, { item_classification_code: '73089000', item_classification_list_id: 'HS' }],
  )
})

test('a service code without a scheme is a SAC code', () => {
  const made = usual({
    document_lines: [
      { additional_item_identification: [{ id: '995473' }, { scheme_version_id: '2' }, { id: '7', scheme_id: 'GPC' }] },
    ],
  })
  assert.deepEqual(made.document_lines[0].additional_item_identification, [
    { id: '995473', scheme_id: 'SAC' },
    { scheme_version_id: '2' },
    { id: '7', scheme_id: 'GPC' },
  ])
})

test('what the table says stays as it is, whatever it is', () => {
  const full = usual({
    document_currency_code: 'AED',
    accounting_supplier_party: { name: 'A', party_tax_scheme: { company_id: '100234567800003' } },
    document_lines: [{ price: { base_amount: 1 }, classified_tax_category: { id: 'S' } }],
  })
  const changed = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(changed)
    if (typeof value === 'object' && value !== null)
      return Object.fromEntries(Object.entries(value).map(([name, own]) => [name, changed(own)]))
    return typeof value === 'number' ? value + 7 : `${String(value)}X`
  }
  const other = changed(full)
  const filled = usual(other)
  assert.deepEqual(
    Object.keys(filled).filter((name) => !(name in full)),
    [],
  )
  assert.deepEqual({ ...filled, accounting_supplier_party: {} }, { ...Object(other), accounting_supplier_party: {} })
})

test('a business abroad, or without a TRN of the UAE, gets nothing that follows from one', () => {
  assert.deepEqual(party({ name: 'B', postal_address: { country_code: 'IN' }, company_id: '7' }), {
    name: 'B',
    party_name: 'B',
    postal_address: { country_code: 'IN', country: 'India' },
    company_id: '7',
  })
  for (const number of ['29AAAPL2356Q1ZS', '10023456780000', '']) {
    const made = party({ name: 'B', party_tax_scheme: { company_id: number } })
    assert.deepEqual([made.tin, made.endpoint_id, made.postal_address], [undefined, undefined, undefined], number)
  }
})

test('a party that the table says nothing of is not invented', () => {
  const made: JsonValue = withUsualValues(new Map(), 'sales-invoices')
  assert.equal(jsonText(made), '{"invoice_type_code":"380","profile_execution_id":"00000000"}')
})

test('a country may be written by its name or its code, in either column', () => {
  const india = { country_code: 'IN', country: 'India' }
  for (const address of [
    { country_code: 'India' },
    { country_code: 'الهند' },
    { country_code: 'IN' },
    { country: 'India' },
    { country_code: ' INDIA' },
  ])
    assert.deepEqual(party({ name: 'B', postal_address: address }).postal_address, india)
  const emirates = { country_code: 'AE', country: 'United Arab Emirates' }
  for (const name of ['UAE', 'U.A.E.', 'uae', 'United Arab Emirates', 'الإمارات', 'الإمارات العربية المتحدة'])
    assert.deepEqual(party({ name: 'B', postal_address: { country_code: name } }).postal_address, emirates, name)
  for (const address of [{ country_code: 'Atlantis' }, { country: 'Atlantis' }, { country_code: 'XX' }])
    assert.deepEqual(party({ name: 'B', postal_address: address }).postal_address, address)
})

test('a country may be written by its name in every address, and as the origin of goods', () => {
  const made = usual({
    delivery: { delivery_location: { address: { country_code: 'KSA' } } },
    payment_means: [{ payee_financial_account: { address: { country_code: 'UK' } } }],
    accounting_supplier_party: { passport_issuing_country_code: 'الهند' },
    document_lines: [{ name: 'UAE', origin_country: { identification_code: 'China' } }],
  })
  assert.equal(made.delivery.delivery_location.address.country_code, 'SA')
  assert.equal(made.payment_means[0].payee_financial_account.address.country_code, 'GB')
  assert.equal(made.accounting_supplier_party.passport_issuing_country_code, 'IN')
  assert.deepEqual(made.document_lines[0], { name: 'UAE', origin_country: { identification_code: 'CN' } })
})

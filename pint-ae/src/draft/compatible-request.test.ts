import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJson } from '../json/read.ts'
import { compatibleRequest, withTin } from './compatible-request.ts'

// Values that clients in compatibility mode leave to the service (docs/decisions/0053).

const address = { country_code: 'AE' }
const scheme = { company_id: '100234567800003' }

test('a UAE party without a TIN has the first ten digits of its TRN, and no other party has', () => {
  const cases: readonly (readonly [object, string | null | undefined])[] = [
    [{ postal_address: address, party_tax_scheme: scheme }, '1002345678'],
    [{ postal_address: address, party_tax_scheme: scheme, tin: '' }, '1002345678'],
    [{ postal_address: address, party_tax_scheme: scheme, tin: ' \t' }, '1002345678'],
    [{ postal_address: address, party_tax_scheme: scheme, tin: null }, '1002345678'],
    [{ postal_address: address, party_tax_scheme: scheme, tin: '1999999999' }, '1999999999'],
    [{ postal_address: { country_code: 'OM' }, party_tax_scheme: scheme }, undefined],
    [{ party_tax_scheme: scheme }, undefined],
    [{ postal_address: address }, undefined],
    [{ postal_address: address, party_tax_scheme: { company_id: '200234567800003' } }, undefined],
    [{ postal_address: address, party_tax_scheme: { company_id: '10023456780000' } }, undefined],
    [{ postal_address: address, party_tax_scheme: { company_id: 100234567800003 } }, undefined],
    [{ postal_address: 'AE', party_tax_scheme: 'x' }, undefined],
  ]
  for (const [party, tin] of cases) {
    const sent = readJson(JSON.stringify(party))
    assert.ok(sent instanceof Map)
    assert.equal(withTin(sent).get('tin'), tin, JSON.stringify(party))
  }
})

test('a time of day gets whole seconds; any other text stays as it is', () => {
  const cases = [
    ['10:30', '10:30:00'],
    ['10:30:05', '10:30:05'],
    ['10:30:05.123', '10:30:05'],
    ['10:30:05.1234567', '10:30:05'],
    ['9:30', '9:30'],
    ['noon', 'noon'],
    ['', ''],
  ] as const
  for (const [sent, meant] of cases) {
    const { request } = compatibleRequest('sales-invoices', new Map([['issue_time', sent]]))
    assert.ok(request instanceof Map)
    assert.equal(request.get('issue_time'), meant)
  }
})

test('only the type code of a purchase invoice is corrected, and the sent request stays unchanged', () => {
  const text = JSON.stringify({
    invoice_type_code: '380',
    accounting_supplier_party: { postal_address: address, party_tax_scheme: scheme },
  })
  const codes = (['purchase-invoices', 'sales-invoices', 'purchase-credit-notes'] as const).map((family) => {
    const sent = readJson(text)
    const { request } = compatibleRequest(family, sent)
    assert.deepEqual(sent, readJson(text))
    return request instanceof Map && request.get('invoice_type_code')
  })
  assert.deepEqual(codes, ['389', '380', '380'])
  assert.deepEqual(compatibleRequest('purchase-invoices', 'no object').request, 'no object')
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { families, requests } from '@selfbill/pint-ae/document'
import { folded, pathOfHeading, plainName, plainNameOfMember } from './column-names.ts'
import { Columns } from './csv-columns.ts'
import { formNames } from './form-names.ts'
import { columnNames } from './plain-names.ts'

test('every plain name stands for one path, whatever its language', () => {
  const names = columnNames.flatMap(({ path, en, ar }) => [
    [folded(en), path],
    [folded(ar), path],
  ])
  const seen = new Map<string, string>()
  for (const [name = '', path = ''] of names) {
    assert.ok(!seen.has(name), `${name} names ${path} and ${seen.get(name)}`)
    seen.set(name, path)
  }
  assert.equal(new Set(columnNames.map(({ path }) => path)).size, columnNames.length)
  for (const { en, ar } of columnNames) assert.ok(/^[A-Z][A-Za-z ]+$/.test(en) && !/[A-Za-z]/.test(ar), en)
})

test('every path that has a plain name is a column of some kind of document', () => {
  const place = { row: 1, line: 1 }
  for (const { path, en, ar } of columnNames) {
    if (['document', 'error'].includes(path)) continue
    for (const name of [en, ar, path]) {
      const found = families.filter((family) => {
        try {
          return new Columns(['document', name], place, requests[family]).all.some((column) => column.name === path)
        } catch {
          return false
        }
      })
      if (path !== 'document_number') assert.ok(found.length > 0, `${name} (${path})`)
    }
  }
})

test('no further name hides another one', () => {
  for (const { path, en, ar } of formNames)
    for (const name of [en, ar]) assert.equal(pathOfHeading(name, []), path, name)
})

test('a name is found however people write it', () => {
  for (const written of ['Supplier name', ' supplier  NAME ', 'اسم المورّد', 'اسم المورد'])
    assert.equal(pathOfHeading(written, ['accounting_customer_party']), 'accounting_supplier_party.name', written)
  assert.equal(plainName('line.quantity', 'ar'), 'الكمية')
  assert.equal(plainName('accounting_supplier_party.party_tax_scheme.company_id', 'ar'), 'رقم التسجيل الضريبي للمورّد')
  assert.equal(plainName('line.additional_item_identification', 'en'), 'Service code')
  assert.equal(pathOfHeading('Colour of the sky', []), undefined)
})

test('a member of a line in JSON has the name of its column, and the line', () => {
  const unit = 'document_lines[37].unit_code'
  assert.equal(plainNameOfMember(unit, 'en'), 'Unit of line 38')
  assert.equal(plainNameOfMember(unit, 'ar'), 'الوحدة في البند 38')
  assert.equal(plainNameOfMember('document_lines[0].price', 'en'), 'Price of line 1')
  assert.equal(plainNameOfMember('expected_totals.lines[2].net_amount', 'en'), 'Expected line amount of line 3')
  assert.equal(plainNameOfMember('document_lines[2]', 'ar'), 'البند 3')
  assert.equal(plainNameOfMember('line.quantity', 'en'), 'Quantity')
  assert.equal(plainNameOfMember('document_lines[0].colour', 'en'), undefined)
})

test('other programs call the parties and an order by other names', () => {
  const party = 'accounting_supplier_party'
  for (const [name, path] of [
    ['Vendor name', `${party}.name`],
    ['Vendor TRN', `${party}.party_tax_scheme.company_id`],
    ['Phone', `${party}.telephone`],
    ['Supplier e-mail', `${party}.email`],
    ['Supplier trade licence number *', `${party}.company_id`],
    ['PO number', 'order_reference.id'],
    ['Client name', 'accounting_customer_party.name'],
    ['Buyer reference', 'buyer_reference'],
    ['رقم الطلب', 'order_reference.id'],
  ] as const)
    assert.equal(pathOfHeading(name, [party]), path, name)
  assert.equal(
    pathOfHeading('TRN', ['accounting_customer_party']),
    'accounting_customer_party.party_tax_scheme.company_id',
  )
})

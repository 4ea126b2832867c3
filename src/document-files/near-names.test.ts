import assert from 'node:assert/strict'
import { test } from 'node:test'
import { requests } from '@selfbill/pint-ae/document'
import { isColumn } from './csv-columns.ts'
import { nearName } from './near-names.ts'

const inPurchases = (heading: string) => nearName(heading, (path) => isColumn(path, requests['purchase-invoices']))

test('an unknown heading gets the name of the column that it probably means, in its language', () => {
  for (const [heading, name] of [
    ['Suplier name', 'Supplier name'],
    ['isue_date', 'Issue date'],
    ['VAT amount', 'Expected line VAT amount'],
    ['Qty.', 'Quantity'],
    ['PO no.', 'Purchase order'],
    ['Item Description', 'Description'],
    ['Mobile', 'Supplier telephone'],
    ['Trade License', 'Supplier trade licence'],
    ['VAT No.', 'Supplier TRN'],
    ['Delivery place', 'Delivery place id'],
    ['مبلغ الضريبة', 'مبلغ ضريبة البند المتوقع'],
    ['رقم الفاتورة', 'رقم المستند'],
  ] as const)
    assert.equal(inPurchases(heading), name, heading)
})

test('the party of a sale is the customer', () => {
  const inSales = (heading: string) => nearName(heading, (path) => isColumn(path, requests['sales-invoices']))
  assert.deepEqual(['Mobile', 'VAT No.', 'Address'].map(inSales), [
    'Customer telephone',
    'Customer TRN',
    'Customer street',
  ])
})

test('nothing is proposed for another word, a long text, or a column of other documents', () => {
  for (const heading of [
    'Colour of the sky',
    'x',
    'name '.repeat(20),
    'Credit explanations',
    'Supplier bank',
    'Supplier notes',
    'Supplier iban',
  ])
    assert.equal(inPurchases(heading), undefined, heading)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Element, nameOf } from '@selfbill/schematron/xml'
import { fieldOf, hasOrigins } from './field.ts'

const named = (local: string, origin: string | undefined, children: readonly Element[] = []) =>
  new Element(nameOf('urn:x', local, 'x'), [], children, '', origin)

const amount = named('PriceAmount', 'base_amount')
const discount = named('Amount', undefined)
const due = named('PaymentDueDate', '/due_date')
const price = named('Price', 'price', [amount, named('AllowanceCharge', undefined, [discount])])
const line = named('InvoiceLine', 'document_lines[3]', [price, due])
const total = named('PayableAmount', undefined)
const root = named('Invoice', undefined, [line, total])

test('a field is the path of origins from the root', () => {
  assert.equal(fieldOf(amount), 'document_lines[3].price.base_amount')
  assert.equal(fieldOf(line), 'document_lines[3]')
})

test('an element without origin uses its nearest ancestor’s', () => {
  assert.equal(fieldOf(discount), 'document_lines[3].price')
  assert.equal(fieldOf(total), null)
  assert.equal(fieldOf(root), null)
})

test('an origin that starts with a slash is a path from the root', () => {
  assert.equal(fieldOf(due), 'due_date')
})

test('a missing member is named below the element, beside it or from the root', () => {
  assert.equal(fieldOf(price, 'allowance.amount'), 'document_lines[3].price.allowance.amount')
  assert.equal(fieldOf(amount, '../base_quantity'), 'document_lines[3].price.base_quantity')
  assert.equal(fieldOf(amount, '../../unit_code'), 'document_lines[3].unit_code')
  assert.equal(fieldOf(total, 'payment_means'), 'payment_means')
  assert.equal(fieldOf(amount, '/tax_exchange_rate'), 'tax_exchange_rate')
})

test('a tree that was read from XML has no origins', () => {
  assert.equal(hasOrigins(root), true)
  assert.equal(hasOrigins(named('Invoice', undefined, [named('ID', undefined)])), false)
})

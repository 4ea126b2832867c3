import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import { assertCreditNotes, assertInvoices, type Case } from '../../support/requests/request-errors.ts'
import { anAddress, inCurrency } from '../../support/requests/requests.ts'

// Rules of the contract and its decisions about the whole document: flags, currencies, references
// of a credit note. Each case compares the whole body of errors, so that an extra error fails.

test('flags: fields each flag requires, on invoices and credit notes', () => {
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
  assertInvoices(cases)
  assertCreditNotes(cases)
})

test('currencies: a foreign currency needs a rate and AED', () => {
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
  assertInvoices([
    ...shared,
    ['absent means AED', { ...usd, tax_exchange_rate: rate }, {}],
    ['neither', usd, rateMissing],
  ])
  const named = { tax_currency_code: 'Tax currency code is required for non AED documents' }
  assertCreditNotes([
    ...shared,
    ['absent', { ...usd, tax_exchange_rate: rate }, named],
    ['neither', usd, { ...named, ...rateMissing }],
  ])
})

test('credit notes: references to the credited invoice, except for a volume discount', () => {
  const missing = { billing_reference: 'Billing reference is mandatory unless the discrepancy response is VD' }
  assertCreditNotes([
    ['none', { billing_reference: undefined }, missing],
    ['empty', { billing_reference: [] }, missing],
    ['VD without', { discrepancy_response: 'VD', billing_reference: undefined }, {}],
    ['VD with', { discrepancy_response: 'VD' }, {}],
    [
      'refused reason',
      { discrepancy_response: 'X', billing_reference: undefined },
      {
        discrepancy_response:
          'Discrepancy response must be one of DL8.61.1.A, DL8.61.1.B, DL8.61.1.C, DL8.61.1.D, DL8.61.1.E or VD ' +
          '(A cancelled, B tax treatment, C price, D returned, E tax in error)',
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

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readXml } from '@selfbill/schematron/read-xml'
import { type Element, writeXml } from '@selfbill/schematron/xml'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../../../test/support/requests/everything.ts'
import { anIssued } from '../../../test/support/requests/issued.ts'
import {
  aBuyer,
  aCharge,
  aLine,
  anAddress,
  aPrice,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  inCurrency,
  type Members,
} from '../../../test/support/requests/requests.ts'
import { elementsAt, everyElement, fieldOf, valuesAt } from '../../../test/support/xml/xml-path.ts'
import { ublDocument } from './ubl-document.ts'

const invoiceOf = (overrides: Members = {}, buyer?: Members) =>
  ublDocument(anIssued(aPurchaseInvoice(overrides), buyer))
const seller = '/cac:AccountingSupplierParty/cac:Party'

test('the children of an invoice are in the order of the schema', () => {
  const written = namesOf(ublDocument(anIssued(anInvoiceWithEverything())))
  assert.deepEqual(
    written,
    `CustomizationID ProfileID ProfileExecutionID ID UUID IssueDate IssueTime DueDate InvoiceTypeCode Note
    DocumentCurrencyCode TaxCurrencyCode AccountingCost BuyerReference InvoicePeriod OrderReference BillingReference
    DespatchDocumentReference ReceiptDocumentReference StatementDocumentReference OriginatorDocumentReference
    ContractDocumentReference AdditionalDocumentReference ProjectReference AccountingSupplierParty AccountingCustomerParty
    PayeeParty BuyerCustomerParty SellerSupplierParty TaxRepresentativeParty Delivery PaymentMeans PaymentTerms
    AllowanceCharge TaxExchangeRate TaxTotal LegalMonetaryTotal InvoiceLine`.split(/\s+/),
  )
})

test('a credit note has its own order of children', () => {
  const written = namesOf(ublDocument(anIssued(aCreditNoteWithEverything())))
  assert.deepEqual(
    written,
    `CustomizationID ProfileID ProfileExecutionID ID UUID IssueDate IssueTime CreditNoteTypeCode Note
    DocumentCurrencyCode TaxCurrencyCode AccountingCost BuyerReference InvoicePeriod DiscrepancyResponse OrderReference
    BillingReference DespatchDocumentReference ReceiptDocumentReference ContractDocumentReference
    AdditionalDocumentReference StatementDocumentReference OriginatorDocumentReference AccountingSupplierParty
    AccountingCustomerParty PayeeParty BuyerCustomerParty SellerSupplierParty TaxRepresentativeParty Delivery PaymentMeans
    PaymentTerms TaxExchangeRate AllowanceCharge TaxTotal LegalMonetaryTotal CreditNoteLine`.split(/\s+/),
  )
})

test('a document in AED states no tax currency, no rate and no second total, even when they are sent', () => {
  const sent = inCurrency('AED', 1)
  const written = namesOf(invoiceOf(sent))
  for (const name of ['TaxCurrencyCode', 'TaxExchangeRate', 'AdditionalDocumentReference']) {
    assert(!written.includes(name), name)
  }
  assert.equal(elementsAt(invoiceOf(sent), '/cac:TaxTotal').length, 1)
})

test('the tax currency is AED even if none was sent', () => {
  const root = invoiceOf({ ...inCurrency('USD'), tax_currency_code: undefined })
  assert.deepEqual(valuesAt(root, '/cbc:TaxCurrencyCode'), ['AED'])
  assert.deepEqual(fieldsAt(root, '/cbc:TaxCurrencyCode'), ['document_currency_code'])
})

test('a TIN is the seller’s registration only without a TRN, and the buyer’s TIN is never written', () => {
  const withoutTrn = aSupplier({ party_tax_scheme: undefined })
  const root = invoiceOf({ accounting_supplier_party: withoutTrn }, aBuyer({ party_tax_scheme: undefined }))
  assert.deepEqual(valuesAt(root, `${seller}/cac:PartyTaxScheme/cbc:CompanyID`), ['1002345678'])
  assert.deepEqual(valuesAt(root, `${seller}/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`), ['TIN'])
  assert.deepEqual(fieldsAt(root, `${seller}/cac:PartyTaxScheme/cbc:CompanyID`), ['accounting_supplier_party.tin'])
  assert.deepEqual(elementsAt(root, '/cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme'), [])
  assert.deepEqual(valuesAt(invoiceOf(), `${seller}/cac:PartyTaxScheme/cbc:CompanyID`), ['100234567800003'])
})

test('an individual is registered under its name, with the country of its passport', () => {
  const individual = aSupplier({
    party_name: undefined,
    scheme_agency_id: 'PAS',
    company_id: 'N1234567',
    authority_name: undefined,
    passport_issuing_country_code: 'IN',
  })
  const root = invoiceOf({ accounting_supplier_party: individual })
  const [entity] = elementsAt(root, `${seller}/cac:PartyLegalEntity`)
  assert(entity)
  assert.deepEqual(valuesAt(entity, '/cbc:RegistrationName'), ['Gulf Metals Trading'])
  assert.deepEqual(elementsAt(entity, '/cbc:CompanyID')[0]?.attributes, [
    'schemeAgencyID',
    'PAS',
    'schemeAgencyName',
    'IN',
  ])
})

test('the rate of each VAT category, on lines and on charges of the document', () => {
  const reason = { tax_exemption_reason_code: 'DL8.46.3', tax_exemption_reason: 'Bare land' }
  const categories: readonly Members[] = [
    { id: 'S' },
    { id: 'Z' },
    { id: 'E', percent: 0, ...reason },
    { id: 'O', percent: 0 },
    { id: 'AE' },
    { id: 'N', percent: 5 },
  ]
  const root = invoiceOf({
    document_lines: categories.map((category) => aLine({ classified_tax_category: category })),
    charges: categories.map((category) => aCharge({ tax_category: category })),
  })
  const rates = (path: string) => elementsAt(root, path).map((element) => valuesAt(element, '/cbc:Percent').join())
  assert.deepEqual(rates('/cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory'), ['5', '0', '', '', '5', '5'])
  assert.deepEqual(rates('/cac:AllowanceCharge/cac:TaxCategory'), ['5', '0', '0', '', '0', '5'])
  const scheme = valuesAt(root, '/cac:InvoiceLine/cac:Item/cac:ClassifiedTaxCategory/cac:TaxScheme/cbc:ID')
  assert.deepEqual(scheme, ['VAT', 'VAT', 'VAT', 'VAT', 'VAT', 'VAT'])
})

test('every line except an exempt one states its VAT in AED, even if 0', () => {
  const exempt = {
    id: 'E',
    tax_exemption_reason_code: 'DL8.46.3',
    tax_exemption_reason: 'Bare land',
  }
  const categories = [{ id: 'S' }, { id: 'Z' }, exempt, { id: 'O' }, { id: 'AE' }, { id: 'N', percent: 5 }]
  const root = invoiceOf({ document_lines: categories.map((category) => aLine({ classified_tax_category: category })) })
  const stated = elementsAt(root, '/cac:InvoiceLine/cac:ItemPriceExtension').map((extension) => [
    valuesAt(extension, '/cbc:Amount').join(),
    valuesAt(extension, '/cac:TaxTotal/cbc:TaxAmount').join(),
  ])
  assert.deepEqual(stated, [
    ['210.00', '10.00'],
    ['200.00', '0.00'],
    ['200.00', ''],
    ['200.00', '0.00'],
    ['200.00', '0.00'],
    ['200.00', '0.00'],
  ])
})

test('money has two decimals; prices, quantities and rates keep the digits they were sent with', () => {
  const root = invoiceOf({
    document_lines: [aLine({ quantity: 0.125, price: aPrice({ base_amount: 1234.56789, base_quantity: 10 }) })],
    prepaid_amount: 1,
    payable_rounding_amount: -0.1,
  })
  assert.deepEqual(valuesAt(root, '/cac:InvoiceLine/cac:Price/cbc:PriceAmount'), ['1234.56789'])
  assert.deepEqual(valuesAt(root, '/cac:InvoiceLine/cbc:InvoicedQuantity'), ['0.125'])
  assert.deepEqual(valuesAt(root, '/cac:LegalMonetaryTotal/cbc:PrepaidAmount'), ['1.00'])
  assert.deepEqual(valuesAt(root, '/cac:LegalMonetaryTotal/cbc:PayableRoundingAmount'), ['-0.10'])
})

test('totals of allowances and charges exist only when there are any', () => {
  const totals = (overrides: Members) => elementsAt(invoiceOf(overrides), '/cac:LegalMonetaryTotal').flatMap(namesOf)
  assert(!totals({}).includes('AllowanceTotalAmount'))
  assert(!totals({}).includes('ChargeTotalAmount'))
  assert(totals({ allowances: [aCharge({ amount: 0 })] }).includes('AllowanceTotalAmount'))
  assert(totals({ charges: [aCharge()] }).includes('ChargeTotalAmount'))
})

test('the period has a code for a frequency and text for anything else', () => {
  const coded = invoiceOf({ invoice_period: { description: 'QTR' } })
  assert.deepEqual(valuesAt(coded, '/cac:InvoicePeriod/cbc:DescriptionCode'), ['QTR'])
  const said = invoiceOf({ invoice_period: { description: 'every quarter' } })
  assert.deepEqual(valuesAt(said, '/cac:InvoicePeriod/cbc:Description'), ['every quarter'])
  assert.deepEqual(valuesAt(said, '/cac:InvoicePeriod/cbc:DescriptionCode'), [])
})

test('a credit note without a reason text has the text of its code', () => {
  const root = ublDocument(anIssued(aPurchaseCreditNote({ discrepancy_response: 'VD', billing_reference: undefined })))
  assert.match(valuesAt(root, '/cac:DiscrepancyResponse/cbc:Description').join(), /^Volume Discount/)
  assert.deepEqual(fieldsAt(root, '/cac:DiscrepancyResponse/cbc:Description'), ['discrepancy_response'])
})

test('sales documents follow PINT AE Billing', () => {
  const root = ublDocument({ ...anIssued(aPurchaseInvoice()), family: 'sales-invoices' })
  assert.deepEqual(valuesAt(root, '/cbc:CustomizationID'), ['urn:peppol:pint:billing-1@ae-1'])
  assert.deepEqual(valuesAt(root, '/cbc:ProfileID'), ['urn:peppol:bis:billing'])
})

test('an element names the member that it was written from', () => {
  const root = ublDocument(anIssued(aCreditNoteWithEverything()))
  const line = '/cac:CreditNoteLine'
  const fields = [
    [`${seller}/cbc:EndpointID`, 'accounting_supplier_party.endpoint_id'],
    [`${seller}/cac:PartyLegalEntity/cbc:CompanyID`, 'accounting_supplier_party.company_id'],
    [
      `${seller}/cac:PostalAddress/cac:Country/cbc:IdentificationCode`,
      'accounting_supplier_party.postal_address.country_code',
    ],
    [`${line}/cac:Price/cbc:PriceAmount`, 'document_lines[0].price.base_amount', 'document_lines[1].price.base_amount'],
    [
      `${line}/cac:Price/cac:AllowanceCharge/cbc:Amount`,
      'document_lines[0].price.allowance',
      'document_lines[1].price',
    ],
    [`${line}/cac:AllowanceCharge[cbc:ChargeIndicator=true]/cbc:Amount`, 'document_lines[0].charges[0].amount'],
    ['/cac:PaymentMeans/cbc:PaymentID', 'payment_means[0].payment_id[0]', 'payment_means[0].payment_id[1]'],
    ['/cac:PaymentMeans/cbc:PaymentDueDate', 'due_date', 'due_date', 'due_date'],
    ['/cac:AdditionalDocumentReference/cac:Attachment/cbc:EmbeddedDocumentBinaryObject', 'attachments[0].file_content'],
    ['/cac:BillingReference/cac:InvoiceDocumentReference/cbc:ID', 'billing_reference[0].id'],
    ['/cac:LegalMonetaryTotal/cbc:PayableAmount', null],
    ['/cbc:UUID', null],
  ] as const
  for (const [path, ...expected] of fields) assert.deepEqual(fieldsAt(root, path), expected, path)
})

test('text arrives as it was sent: markup, quotes, line ends, emoji and other scripts', () => {
  const note = 'a & b < c > "d" \'e\'\r\nnext\tline ]]> 🧾 فاتورة \u{10FFFD}'
  const name = '"Quoted" & <Sons>\u00a0LLC'
  const root = invoiceOf({
    note,
    accounting_supplier_party: aSupplier({ party_name: name, authority_name: name, postal_address: anAddress() }),
  })
  const read = readXml(writeXml(root))
  assert.deepEqual(valuesAt(read, '/cbc:Note'), [note])
  assert.deepEqual(valuesAt(read, `${seller}/cac:PartyLegalEntity/cbc:RegistrationName`), [name])
  assert.deepEqual(valuesAt(read, `${seller}/cac:PartyLegalEntity/cbc:CompanyID/@schemeAgencyName`), [name])
})

test('nothing empty is written', () => {
  for (const request of [
    aPurchaseInvoice(),
    aPurchaseCreditNote(),
    anInvoiceWithEverything(),
    aCreditNoteWithEverything(),
  ]) {
    for (const element of everyElement(ublDocument(anIssued(request)))) {
      assert(element.children.length > 0 || element.text.trim() !== '', element.name.qualified)
    }
  }
})

/** Local names of the children, each run of the same name once. */
function namesOf(element: Element): readonly string[] {
  const names = element.children.map((child) => child.name.local)
  return names.filter((name, at) => name !== names[at - 1])
}

function fieldsAt(root: Element, path: string): readonly (string | null)[] {
  return elementsAt(root, path).map((element) => fieldOf(element))
}

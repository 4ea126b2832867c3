import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Element, writeXml } from '@selfbill/schematron/xml'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../../../../test/support/requests/everything.ts'
import { anIssued, fixedId } from '../../../../test/support/requests/issued.ts'
import {
  aBuyer,
  anAddress,
  aPurchaseInvoice,
  aSupplier,
  inCurrency,
  type Members,
} from '../../../../test/support/requests/requests.ts'
import { elementsAt, everyElement, valuesAt } from '../../../../test/support/xml/xml-path.ts'
import { ublDocument } from '../ubl-document.ts'
import { type TaxReport, taxDataDocument } from './tax-data.ts'

const report: TaxReport = {
  c3TransmissionUuid: '4f9b1f3e-0000-4000-8000-000000000003',
  issuedAt: Date.UTC(2026, 6, 15, 21, 5, 9),
  senderSpid: '001147',
  c5ReceiverId: '000006-TESTBED.3001',
  type: 'S',
}
const transaction = '/pxs:ReportedTransaction'
const reported = `${transaction}/pxs:ReportedDocument`

function reportOf(overrides: Members = {}, buyer?: Members): Element {
  return taxDataDocument(anIssued(aPurchaseInvoice(overrides), buyer), report)
}

test('the report of a document in AED, element by element', () => {
  const root = reportOf({ issue_time: '10:20:30' }, aBuyer({ party_identification_id: 'buyer-id' }))
  const expected: readonly (readonly [path: string, ...values: readonly string[]])[] = [
    ['/cbc:CustomizationID', 'urn:peppol:taxdata:ae-1'],
    ['/cbc:ProfileID', 'urn:peppol:taxreporting'],
    ['/cbc:ID'],
    ['/cbc:IssueDate', '2026-07-16'],
    ['/cbc:IssueTime', '01:05:09+04:00'],
    ['/pxs:DocumentTypeCode', 'S'],
    ['/pxs:DocumentScope', 'D'],
    ['/pxs:ReporterRole', '01'],
    ['/pxs:ReportingParty/cbc:EndpointID', '1008765432'],
    ['/pxs:ReportingParty/cbc:EndpointID/@schemeID', '0235'],
    ['/pxs:ReceivingParty/cbc:EndpointID', '000006-TESTBED.3001'],
    ['/pxs:ReceivingParty/cbc:EndpointID/@schemeID', '0242'],
    ['/pxs:ReportersRepresentative/cac:PartyIdentification/cbc:ID', '001147'],
    ['/pxs:ReportersRepresentative/cac:PartyIdentification/cbc:ID/@schemeID', '0242'],
    [`${transaction}/pxs:TransportHeaderID`, report.c3TransmissionUuid],
    [`${transaction}/pxs:CustomContent`],
    [`${reported}/cbc:CustomizationID`, 'urn:peppol:pint:selfbilling-1@ae-1'],
    [`${reported}/cbc:ProfileID`, 'urn:peppol:bis:selfbilling'],
    [`${reported}/cbc:ID`, 'SB-000001'],
    [`${reported}/cbc:UUID`, fixedId],
    [`${reported}/cbc:IssueDate`, '2026-07-15'],
    [`${reported}/cbc:IssueTime`, '10:20:30'],
    [`${reported}/pxs:DocumentTypeCode`, '389'],
    [`${reported}/cbc:DocumentCurrencyCode`, 'AED'],
    [`${reported}/cbc:TaxCurrencyCode`],
    [`${reported}/cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID`, '100234567800003'],
    [`${reported}/cac:AccountingSupplierParty/cac:Party/cac:PartyTaxScheme/cac:TaxScheme/cbc:ID`, 'VAT'],
    [`${reported}/cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID`, 'buyer-id'],
    [`${reported}/cac:AccountingCustomerParty/cac:Party/cac:PartyTaxScheme/cbc:CompanyID`, '100876543200003'],
    [`${reported}/cac:TaxTotal/cbc:TaxAmount`, '10.00'],
    [`${reported}/pxs:MonetaryTotal/cbc:TaxExclusiveAmount`, '200.00'],
  ]
  for (const [path, ...values] of expected) assert.deepEqual(valuesAt(root, path), values, path)
})

test('the children are in the order of the schema', () => {
  const local = (path: string) => {
    const root = taxDataDocument(anIssued(aCreditNoteWithEverything()), report)
    return elementsAt(root, path).flatMap((element) => element.children.map((child) => child.name.local))
  }
  assert.deepEqual(
    local(''),
    `CustomizationID ProfileID IssueDate IssueTime DocumentTypeCode DocumentScope ReporterRole ReportingParty ReceivingParty
    ReportersRepresentative ReportedTransaction`.split(/\s+/),
  )
  assert.deepEqual(local(transaction), ['TransportHeaderID', 'ReportedDocument', 'CustomContent', 'SourceDocument'])
  assert.deepEqual(
    local(reported),
    `CustomizationID ProfileID ID UUID IssueDate IssueTime DocumentTypeCode DocumentCurrencyCode TaxCurrencyCode
    AccountingSupplierParty AccountingCustomerParty TaxTotal TaxTotal MonetaryTotal`.split(/\s+/),
  )
})

test('a document in another currency: both VAT totals, and the total with VAT in AED as a plain number', () => {
  const root = reportOf(inCurrency())
  assert.deepEqual(valuesAt(root, `${reported}/cbc:TaxCurrencyCode`), ['AED'])
  assert.deepEqual(valuesAt(root, `${reported}/cac:TaxTotal/cbc:TaxAmount`), ['10.00', '36.73'])
  assert.deepEqual(valuesAt(root, `${reported}/cac:TaxTotal/cbc:TaxAmount/@currencyID`), ['USD', 'AED'])
  assert.deepEqual(valuesAt(root, `${transaction}/pxs:CustomContent/cbc:ID`), ['BTAE-20'])
  assert.deepEqual(valuesAt(root, `${transaction}/pxs:CustomContent/cbc:Value`), ['771.23'])
})

test('the scope: domestic, over Peppol, or to nobody on Peppol', () => {
  const scopeOf = (supplier: Members) =>
    valuesAt(reportOf({ accounting_supplier_party: supplier }), '/pxs:DocumentScope')[0]
  const abroad = { tin: undefined, party_tax_scheme: undefined, postal_address: anAddress({ country_code: 'OM' }) }
  assert.equal(scopeOf(aSupplier()), 'D')
  assert.equal(scopeOf(aSupplier({ endpoint_id: '9900000098' })), 'D')
  assert.equal(scopeOf(aSupplier({ ...abroad, endpoint_id: 'OM1', endpoint_scheme_id: '0248' })), 'IP')
  assert.equal(scopeOf(aSupplier({ ...abroad, endpoint_id: '9900000099' })), 'INP')
  assert.equal(scopeOf(aSupplier({ ...abroad, endpoint_id: '9900000098' })), 'INP')
})

test('a document that is not exchanged names no transmission but is reported', () => {
  for (const endpoint of ['9900000097', '9900000098', '9900000099']) {
    const root = reportOf({ accounting_supplier_party: aSupplier({ endpoint_id: endpoint }) })
    assert.deepEqual(valuesAt(root, `${transaction}/pxs:TransportHeaderID`), [])
    assert.deepEqual(valuesAt(root, `${reported}/cbc:ID`), ['SB-000001'])
  }
})

test('a seller without TRN is reported by its TIN, and one with neither without an id', () => {
  const sellerOf = (supplier: Members) =>
    elementsAt(reportOf({ accounting_supplier_party: supplier }), `${reported}/cac:AccountingSupplierParty`)
  const [byTin] = sellerOf(aSupplier({ party_tax_scheme: undefined }))
  assert.equal(byTin?.value, '1002345678TIN')
  const abroad = { tin: undefined, party_tax_scheme: undefined, postal_address: anAddress({ country_code: 'OM' }) }
  assert.deepEqual(sellerOf(aSupplier(abroad)), [])
})

test('a buyer without other identifiers is identified by its TIN, or by its endpoint if no TIN was sent', () => {
  const path = `${reported}/cac:AccountingCustomerParty/cac:Party/cac:PartyIdentification/cbc:ID`
  const person = {
    party_name: undefined,
    scheme_agency_id: 'EID',
    company_id: '784199012345678',
    authority_name: undefined,
  }
  const nameOf = (buyer: Members) => {
    const root = reportOf({}, aBuyer({ ...person, party_tax_scheme: undefined, ...buyer }))
    return [...valuesAt(root, path), ...valuesAt(root, `${path}/@schemeID`)]
  }
  assert.deepEqual(nameOf({}), ['1008765432', '0235'])
  assert.deepEqual(nameOf({ tin: undefined }), ['1008765432', '0235'])
  assert.deepEqual(nameOf({ tin: '1000000017' }), ['1000000017', '0235'])
  for (const endpoint of [{ endpoint_id: '9900000098' }, { endpoint_id: '100876543' }, { endpoint_scheme_id: '0088' }])
    assert.deepEqual(nameOf({ tin: undefined, ...endpoint }), [])
})

test('a sale is reported by its seller', () => {
  const root = taxDataDocument({ ...anIssued(aPurchaseInvoice()), family: 'sales-invoices' }, report)
  assert.deepEqual(valuesAt(root, '/pxs:ReportingParty/cbc:EndpointID'), ['1002345678'])
})

test('the source is the document itself, without its attachments', () => {
  for (const request of [anInvoiceWithEverything(), aCreditNoteWithEverything()]) {
    const issued = anIssued(request)
    const [content] = elementsAt(
      taxDataDocument(issued, report),
      `${transaction}/pxs:SourceDocument/ext:ExtensionContent`,
    )
    const source = content?.children[0]
    assert(source)
    const plain = ublDocument({ ...issued, attachments: [] })
    assert.equal(writeXml(source), writeXml(plain))
    assert(everyElement(plain).every((element) => element.name.local !== 'Attachment'))
    const project = '/cac:AdditionalDocumentReference[cbc:DocumentTypeCode=50]'
    assert.equal(elementsAt(source, project).length, 'credit_note_type_code' in request ? 1 : 0)
  }
})

test('reporting a document leaves its own tree as it is', () => {
  const issued = anIssued(anInvoiceWithEverything())
  const document = ublDocument(issued)
  const text = writeXml(document)
  taxDataDocument(issued, report)
  assert.equal(document.parent, undefined)
  assert(document.children.every((child) => child.parent === document))
  assert.equal(writeXml(document), text)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type JudgedDocument, makeJudgedDocument } from '@selfbill/pint-ae/draft'
import { readXml } from '@selfbill/schematron/read-xml'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { exampleNames, issuedExample } from '../golden/examples.ts'
import { aProfileParty } from '../support/requests/issued.ts'
import {
  aBuyer,
  aLine,
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  inCurrency,
  jsonOf,
  type Members,
} from '../support/requests/requests.ts'

// A create also judges the report to the tax authority. A finding about the report stops the
// document like any other rule.

const rulebook = await openRulebook({ gaps: true })

test('a currency that reports do not know stops an invoice and a credit note (IBR-TDD-30-1)', () => {
  for (const currency of ['STN', 'XCG']) {
    for (const request of [aPurchaseInvoice(inCurrency(currency)), aPurchaseCreditNote(inCurrency(currency))]) {
      const record = issued(request)
      assert.equal(record.findings.length, 1)
      assert.partialDeepStrictEqual(record.findings, [
        {
          flag: 'fatal',
          reasonCode: 'IBR-TDD-30-1',
          text: 'The currency of the reported document must be one that reports allow.',
          location: '/pxs:TaxData/pxs:ReportedTransaction[1]/pxs:ReportedDocument[1]',
          test: rulebook.rules('tdd').find(({ id }) => id === 'ibr-tdd-30-1')?.test,
          field: 'document_currency_code',
          official: true,
        },
      ])
      assert.equal(record.isValid, false)
      assert.equal(record.taxData, null)
    }
  }
})

test('a supplier without tax registration: findings of the UBL and of the report come together', () => {
  const abroad = aSupplier({
    tin: undefined,
    party_tax_scheme: undefined,
    postal_address: anAddress({ country_code: 'OM' }),
  })
  assert.deepEqual(codesOf(issued(aPurchaseInvoice({ accounting_supplier_party: abroad }))), [
    ['IBR-134-AE', 'accounting_supplier_party.party_tax_scheme'],
    ['IBR-TDD-32', 'accounting_supplier_party.party_tax_scheme.company_id'],
  ])
})

test('a supplier with a TIN alone is reported by it, and the UBL alone is refused', () => {
  const unregistered = aSupplier({ party_tax_scheme: undefined })
  assert.deepEqual(codesOf(issued(aPurchaseInvoice({ accounting_supplier_party: unregistered }))), [
    ['IBR-134-AE', 'accounting_supplier_party.party_tax_scheme'],
  ])
})

test('a buyer with a TIN alone is reported by it', () => {
  const record = issued(aPurchaseInvoice(), aBuyer({ party_tax_scheme: undefined }))
  assert.deepEqual(codesOf(record), [])
  assert.match(
    record.taxData ?? '',
    /<cac:AccountingCustomerParty><cac:Party><cac:PartyIdentification><cbc:ID schemeID="0235">1008765432<\/cbc:ID>/,
  )
})

test('a person whose endpoint is a TIN is reported by it', () => {
  const person = {
    party_name: undefined,
    scheme_agency_id: 'EID',
    company_id: '784199012345678',
    authority_name: undefined,
  }
  const record = issued(aPurchaseInvoice(), aBuyer({ ...person, tin: undefined, party_tax_scheme: undefined }))
  assert.deepEqual(codesOf(record), [])
  assert.match(record.taxData ?? '', /<cac:PartyIdentification><cbc:ID schemeID="0235">1008765432<\/cbc:ID>/)
})

test('a buyer that the report cannot name stops the document, except on exports (IBR-TDD-33)', () => {
  const postal_address = anAddress({ country_code: 'OM', country_subentity: 'Muscat' })
  // Under another scheme the same digits are not a TIN.
  const unnamed = aBuyer({ party_tax_scheme: undefined, tin: undefined, endpoint_scheme_id: '9930', postal_address })
  const record = issued(aPurchaseInvoice(), unnamed)
  assert.deepEqual(codesOf(record), [['IBR-TDD-33', 'accounting_customer_party.party_tax_scheme.company_id']])
  assert.equal(record.isValid, false)
  assert.deepEqual(codesOf(issued(aPurchaseInvoice(), aBuyer({ ...unnamed, party_identification_id: 'B-1' }))), [])
  const delivery = { delivery_location: { address: postal_address } }
  const exported = aPurchaseInvoice({ profile_execution_id: '00000001', delivery })
  assert.ok(codesOf(issued(exported, unnamed)).every(([code]) => code !== 'IBR-TDD-33'))
})

test('both documents together list at most 1,000 findings and the number of further ones', () => {
  const lines = Array.from({ length: 1002 }, () => aLine({ unit_code: 'PIECES' }))
  const { findings } = issued(aPurchaseInvoice({ ...inCurrency('STN'), document_lines: lines }))
  assert.equal(findings.length, 1001)
  assert.ok(findings.slice(0, 1000).every(({ reasonCode }) => reasonCode === 'IBR-CL-23'))
  // Two findings about the units, and one about the currency of the report.
  assert.equal(findings.at(-1)?.text, '3 more findings are not listed.')
  assert.equal(findings.at(-1)?.location, '/Invoice')
})

test('the reports of all examples have no findings, also when read back', () => {
  const names = exampleNames().filter((name) => name !== 'breaks-rules')
  assert.ok(names.length >= 15)
  for (const name of names) {
    const { taxData } = issuedExample(name).record
    assert.ok(taxData, name)
    assert.deepEqual(rulebook.judge(readXml(taxData), 'tdd'), [], name)
  }
})

function issued(request: Members, buyer: Members = aBuyer()): JudgedDocument {
  let transmissions = 0
  const order = {
    family: 'credit_note_type_code' in request ? 'purchase-credit-notes' : 'purchase-invoices',
    text: jsonOf(request),
    profile: aProfileParty(buyer),
    documentNumber: 'SB-000001',
    issuedAt: Date.UTC(2026, 6, 31),
    serviceProviderId: '0242:000001',
    authorityId: '0242:000006-TESTBED.3001',
  } as const
  const ids = {
    document: () => '01980000-0000-7000-8000-000000000001',
    transmission: () => `00000000-0000-4000-8000-00000000000${++transmissions}`,
  }
  const result = makeJudgedDocument(order, rulebook, ids)
  assert.ok('judged' in result, 'the request is refused')
  return result.judged
}

function codesOf({ findings }: JudgedDocument): readonly (readonly [code: string, field: string | null])[] {
  return findings.map(({ reasonCode, field }) => [reasonCode, field])
}

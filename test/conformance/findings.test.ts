import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { RuleFinding } from '@selfbill/pint-ae/rulebook'
import { ublDocument } from '@selfbill/pint-ae/ubl'
import { readXml } from '@selfbill/schematron/read-xml'
import { writeXml } from '@selfbill/schematron/xml'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { anIssued } from '../support/requests/issued.ts'
import {
  aBuyer,
  aCharge,
  aLine,
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSupplier,
  inCurrency,
  type Members,
} from '../support/requests/requests.ts'

// Requests that the service accepts and the rule book refuses: the rule, and the caller's field
// that it names.

const rulebook = await openRulebook({ gaps: true })
const judged = (request: Members) => rulebook.judge(ublDocument(anIssued(request)))
const flagsOf = (findings: readonly RuleFinding[]) =>
  findings.map(({ flag, reasonCode, official, field }) => [flag, reasonCode, official, field])

const sharjah = anAddress({ country_subentity: 'Sharjah' })
const services = { commodity_code: 'S' }

test('a UAE address names its emirate by code (IBR-128-AE)', () => {
  const supplier = aSupplier({ postal_address: sharjah })
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ accounting_supplier_party: supplier }))), [
    ['fatal', 'IBR-128-AE', false, 'accounting_supplier_party.postal_address.country_subentity'],
  ])
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ delivery: { delivery_location: { address: sharjah } } }))), [
    ['fatal', 'IBR-128-AE', false, 'delivery.delivery_location.address.country_subentity'],
  ])
  const representative = {
    party_name: 'Representative',
    postal_address: sharjah,
    party_tax_scheme: { company_id: '100000000000003', tax_scheme: 'VAT' },
  }
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ tax_representative_party: representative }))), [
    ['fatal', 'IBR-128-AE', true, 'tax_representative_party.postal_address.country_subentity'],
  ])
})

test('a summary invoice states its period (IBR-138-AE), and a period has a date (IBR-CO-19)', () => {
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ profile_execution_id: '00010000' }))), [
    ['fatal', 'IBR-138-AE', true, 'invoice_period'],
  ])
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ invoice_period: { description: 'January' } }))), [
    ['fatal', 'IBR-CO-19', true, 'invoice_period.start_date'],
  ])
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ invoice_period: { description: 'MTH' } }))), [
    ['fatal', 'IBR-CO-19', false, 'invoice_period.start_date'],
  ])
})

// Parts of an address, joined by "@".
const anAddressOf = (name: string, domain: string) => `${name}@${domain}`
const emails: readonly (readonly [email: string, isAddress: boolean])[] = [
  ...['a', 'accounts.payable', "o'neil+x/y=z", 'm\u00fcller', '\u0645\u062d\u0645\u062f', '\u0915\u093f'].map(
    (name) => [anAddressOf(name, 'gulf.example'), true] as const,
  ),
  ...['gulf.example', 'a-b.c--d.ae', '9.ae', '\u0645\u062b\u0627\u0644.\u0627\u0645\u0627\u0631\u0627\u062a'].map(
    (domain) => [anAddressOf('ap', domain), true] as const,
  ),
  [anAddressOf('x'.repeat(241), 'gulf.example'), true],
  [anAddressOf('x'.repeat(242), 'gulf.example'), false],
  ...['', '.', 'a.', '.a', 'a..b', 'a b', 'a,b', '"a"', '<a', 'a\u00a0b', 'a\u200bb', 'a\n', 'a@b'].map(
    (name) => [anAddressOf(name, 'gulf.example'), false] as const,
  ),
  ...[
    '',
    'localhost',
    '.ae',
    'gulf.',
    'gulf..ae',
    '-gulf.ae',
    'gulf-.ae',
    'gulf.example ',
    'gulf.12',
    '[10.0.0.1]',
  ].map((domain) => [anAddressOf('ap', domain), false] as const),
  ...['Email address', 'Email', 'n/a', 'ap@gulf.example, ar@gulf.example', 'mailto:ap@gulf.example'].map(
    (text) => [text, false] as const,
  ),
]

test('any text is accepted as an e-mail; an invalid address is our warning SB-EMAIL', () => {
  for (const [email, isAddress] of emails) {
    for (const document of [aPurchaseInvoice, aPurchaseCreditNote]) {
      const findings = flagsOf(judged(document({ accounting_supplier_party: aSupplier({ email }) })))
      const expected = [['warning', 'SB-EMAIL', false, 'accounting_supplier_party.email']]
      assert.deepEqual(findings, isAddress ? [] : expected, JSON.stringify(email))
    }
  }
})

test('the e-mail of the business profile is judged with each of its documents', async () => {
  const issued = anIssued(aPurchaseInvoice(), aBuyer({ email: 'Email address' }))
  const findings = rulebook.judge(ublDocument(issued))
  assert.deepEqual(flagsOf(findings), [['warning', 'SB-EMAIL', false, 'accounting_customer_party.email']])
  assert.equal(findings[0]?.value, 'Email address')
  assert.deepEqual((await openRulebook({ gaps: false })).judge(ublDocument(issued)), [])
})

test('a standard item identification states its scheme (IBR-064)', () => {
  const line = aLine({ standard_item_identification: { id: '06291234567890' } })
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ document_lines: [aLine(), line] }))), [
    ['fatal', 'IBR-064', true, 'document_lines[1].standard_item_identification.scheme_id'],
  ])
})

test('services have a service accounting code (IBR-189-AE)', () => {
  const without = aLine({ commodity_classification: services })
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ document_lines: [without] }))), [
    ['fatal', 'IBR-185-AE', true, 'document_lines[0].additional_item_identification'],
    ['fatal', 'IBR-189-AE', false, 'document_lines[0].additional_item_identification'],
  ])
  const other = aLine({
    commodity_classification: services,
    additional_item_identification: [{ id: '1', scheme_id: 'GTIN' }],
  })
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ document_lines: [other] }))), [
    ['fatal', 'IBR-189-AE', true, 'document_lines[0].additional_item_identification'],
  ])
})

test('documents that the network would refuse are found before they are sent', () => {
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ payment_means: undefined }))), [
    ['fatal', 'IBR-191-AE', true, 'payment_means'],
  ])
  assert.deepEqual(
    flagsOf(judged(aPurchaseInvoice({ accounting_supplier_party: aSupplier({ party_tax_scheme: undefined }) }))),
    [['fatal', 'IBR-134-AE', true, 'accounting_supplier_party.party_tax_scheme']],
  )
  const unregistered = aSupplier({ company_id: undefined, scheme_agency_id: undefined, authority_name: undefined })
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ accounting_supplier_party: unregistered }))), [
    ['fatal', 'IBR-150-AE', true, 'accounting_supplier_party.company_id'],
  ])
  const exempt = { id: 'E', tax_exemption_reason_code: 'DL8.46.3', tax_exemption_reason: 'Bare land' }
  assert.deepEqual(
    flagsOf(
      judged(
        aPurchaseInvoice({
          document_lines: [aLine({ classified_tax_category: exempt }), aLine()],
          charges: [aCharge({ tax_category: exempt })],
        }),
      ),
    ),
    [['fatal', 'IBR-169-AE', true, 'charges[0].reason_code']],
  )
})

test('findings about parties and payment name their fields', () => {
  const card = {
    payment_means_code: '54',
    card_account: { primary_account_number_id: '1111', network_id: 'VISA' },
  }
  const representative = { party_name: 'Representative', postal_address: anAddress() }
  const otherScheme = { company_id: '100234567800003', tax_scheme: 'GST' }
  const cases: readonly (readonly [Members, string, string])[] = [
    [{ payment_means: [card, card] }, 'IBR-066', 'payment_means'],
    [{ payee_party: { party_name: 'Gulf Metals Trading' } }, 'IBR-017', 'payee_party.party_name'],
    [{ tax_representative_party: representative }, 'IBR-056', 'tax_representative_party.party_tax_scheme'],
    [
      { accounting_supplier_party: aSupplier({ scheme_agency_id: 'OTH', authority_name: undefined }) },
      'IBR-173-AE',
      'accounting_supplier_party.scheme_agency_id',
    ],
    [
      { accounting_supplier_party: aSupplier({ party_tax_scheme: otherScheme }) },
      'IBR-134-AE',
      'accounting_supplier_party.party_tax_scheme',
    ],
  ]
  for (const [overrides, reasonCode, field] of cases) {
    const findings = flagsOf(judged(aPurchaseInvoice(overrides)))
    assert.deepEqual(
      findings.find(([, code]) => code === reasonCode),
      ['fatal', reasonCode, true, field],
    )
  }
})

test('findings about unknown codes name their fields', () => {
  assert.deepEqual(flagsOf(judged(aPurchaseInvoice({ document_lines: [aLine({ unit_code: 'PIECES' })] }))), [
    ['fatal', 'IBR-CL-23', true, 'document_lines[0].unit_code'],
  ])
  assert.deepEqual(
    flagsOf(judged(aPurchaseInvoice({ charges: [aCharge({ reason: undefined, reason_code: 'ZZZZ' })] }))),
    [['fatal', 'IBR-CL-20', true, 'charges[0].reason_code']],
  )
  assert.deepEqual(
    flagsOf(judged(aPurchaseInvoice({ accounting_supplier_party: aSupplier({ endpoint_scheme_id: '9999' }) }))),
    [['fatal', 'IBR-CL-25', true, 'accounting_supplier_party.endpoint_scheme_id']],
  )
})

test('correct requests have no findings, nor does their XML when read back', () => {
  const requests = [
    aPurchaseInvoice(),
    aPurchaseCreditNote(),
    aPurchaseInvoice(inCurrency()),
    aPurchaseCreditNote(inCurrency('EUR', 4.01)),
    ...examples(),
  ]
  for (const request of requests) {
    const root = ublDocument(anIssued(request))
    assert.deepEqual(rulebook.judge(root), [])
    assert.deepEqual(rulebook.judge(readXml(writeXml(root))), [])
  }
  assert.ok(requests.length > 15)
})

test('a finding about a document judged as XML names no field', () => {
  const root = ublDocument(anIssued(aPurchaseInvoice({ payment_means: undefined })))
  const [fromJson] = rulebook.judge(root)
  const [fromXml] = rulebook.judge(readXml(writeXml(root)))
  assert.deepEqual(fromXml, { ...fromJson, field: null })
})

function examples(): readonly Members[] {
  const directory = new URL('../../examples/', import.meta.url)
  return readdirSync(directory)
    .filter((name) => /^(invoice|credit-note|purchase)-.*\.json$/.test(name))
    .map((name) => JSON.parse(readFileSync(new URL(name, directory), 'utf8')))
}

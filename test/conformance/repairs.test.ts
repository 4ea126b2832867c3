import assert from 'node:assert/strict'
import { test } from 'node:test'
import { callersParty } from '@selfbill/pint-ae/document'
import type { RuleFinding } from '@selfbill/pint-ae/rulebook'
import { ublDocument } from '@selfbill/pint-ae/ubl'
import { readXml } from '@selfbill/schematron/read-xml'
import { writeXml } from '@selfbill/schematron/xml'
import fc from 'fast-check'
import { codeNamed, listsOfCodes, type NamedList, namesOf } from '../../pint-ae/src/rulebook/findings/spellings.ts'
import { ruleSetOf } from '../../pint-ae/src/rulebook/rule-set.ts'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { times } from '../support/effort.ts'
import { arbitraryRequest } from '../support/requests/arbitrary-requests.ts'
import { anIssued } from '../support/requests/issued.ts'
import { patched } from '../support/requests/json-patch.ts'
import { withAt } from '../support/requests/member-path.ts'
import {
  aBuyer,
  aCharge,
  aCustomer,
  aLine,
  anAddress,
  aPurchaseCreditNote,
  aPurchaseInvoice,
  aSalesInvoice,
  aSupplier,
  type Members,
} from '../support/requests/requests.ts'

// The value that a finding shows, and its fix: with the fix applied, the finding is gone and
// nothing new fails.

const rulebook = await openRulebook({ gaps: true })
const judged = (request: Members, buyer?: Members) => {
  const root = ublDocument(anIssued(request, buyer))
  return rulebook.judge(root, ruleSetOf(root))
}
const exempt = { id: 'E', tax_exemption_reason_code: 'DL8.46.3', tax_exemption_reason: 'Bare land' }
const gtin = '6291041500213'

const atLine = (line: Members) => aPurchaseInvoice({ document_lines: [aLine(), aLine(line)] })
const atAddress = (address: Members) =>
  aPurchaseInvoice({ accounting_supplier_party: aSupplier({ postal_address: anAddress(address) }) })
const withExempt = (overrides: Members) =>
  aPurchaseInvoice({ document_lines: [aLine({ classified_tax_category: exempt }), aLine()], ...overrides })
const reverseCharged = (nature: string) =>
  aLine({
    classified_tax_category: { id: 'AE', percent: 5 },
    standard_item_identification: { id: gtin, scheme_id: '0160' },
    commodity_classification: {
      commodity_code: 'G',
      item_classification_code: '73089000',
      item_classification_list_id: 'HS',
      nature_code: nature,
    },
  })
const service = (scheme: string) =>
  aLine({
    commodity_classification: { commodity_code: 'S' },
    additional_item_identification: [{ id: '998877', scheme_id: scheme }],
  })
const classified = (list: string) =>
  aLine({
    commodity_classification: {
      commodity_code: 'S',
      item_classification_code: '998877',
      item_classification_list_id: list,
    },
    additional_item_identification: [{ id: '998877', scheme_id: 'SAC' }],
  })

/** By list: a request with a name in place of a code, and the rule that it breaks. */
const written: Readonly<Record<NamedList, readonly [reasonCode: string, request: (name: string) => Members]>> = {
  emirate: ['IBR-128-AE', (name) => atAddress({ country_subentity: name })],
  unit: ['IBR-CL-23', (name) => atLine({ unit_code: name })],
  allowanceReason: ['IBR-CL-19', (name) => aPurchaseInvoice({ allowances: [aCharge({ reason_code: name })] })],
  chargeReason: ['IBR-CL-20', (name) => aPurchaseInvoice({ charges: [aCharge({ reason_code: name })] })],
  goodsType: ['IBR-006-AE', (name) => aPurchaseInvoice({ document_lines: [reverseCharged(name)] })],
  tax: ['IBR-133-AE', (name) => atLine({ classified_tax_category: { id: 'S', percent: 5, tax_scheme: name } })],
  classification: ['IBR-188-AE', (name) => aPurchaseInvoice({ document_lines: [classified(name)] })],
  itemScheme: ['IBR-189-AE', (name) => aPurchaseInvoice({ document_lines: [service(name)] })],
  gtinScheme: ['IBR-CL-21', (name) => atLine({ standard_item_identification: { id: gtin, scheme_id: name } })],
}
const lists = Object.entries(written).map(([list, [reasonCode, request]]) => ({ list, reasonCode, request }))

/**
 * Applies every fix: each must cure its finding and cause no new fatal one. Returns the number of
 * fixes.
 */
function assertCured(request: Members): number {
  const before = judged(request)
  const fixable = before.flatMap((finding) => (finding.fix === null ? [] : [{ finding, fix: finding.fix }]))
  for (const { finding, fix } of fixable) {
    const after = judged(patched(request, fix))
    assert.deepEqual(
      after.filter((other) => other.reasonCode === finding.reasonCode && other.location === finding.location),
      [],
    )
    const known = new Set(before.map(toldOf))
    assert.deepEqual(
      after.filter((other) => other.flag === 'fatal' && !known.has(toldOf(other))),
      [],
    )
  }
  return fixable.length
}

function toldOf({ reasonCode, location }: RuleFinding): string {
  return `${reasonCode} ${location}`
}

test('every known name of a code is repaired to the code', () => {
  for (const { list, reasonCode, request } of lists) {
    const names = namesOf(nameOf(list))
    assert.ok(names.length > 1, list)
    for (const [name, code] of names) {
      const sent = request(name)
      const findings = judged(sent).filter((finding) => finding.reasonCode === reasonCode)
      if (name === code || (listsOfCodes[nameOf(list)] ?? []).includes(name)) continue
      assert.ok(findings.length > 0, `${list}: ${name} is not refused`)
      for (const { fix } of findings) assert.equal(fix?.[0].value, code, `${list}: ${name}`)
      if (list !== 'itemScheme') for (const { value } of findings) assert.equal(value, name)
      assert.ok(assertCured(sent) > 0)
    }
  }
})

test('repairs lead to listed codes, and no name is ambiguous', () => {
  for (const { list } of lists) {
    const codes = listsOfCodes[nameOf(list)]
    for (const [name, code] of namesOf(nameOf(list))) {
      if (codes) assert.ok(codes.includes(code), `${list}: ${code}`)
      assert.equal(codeNamed(nameOf(list), name), code, name)
    }
  }
})

test('case, blanks, punctuation and Arabic variants do not matter; another word does', () => {
  const same: readonly (readonly [NamedList, string, string])[] = [
    ['emirate', ' dubai ', 'DXB'],
    ['emirate', 'ABU-DHABI', 'AUH'],
    ['emirate', 'Emirate of Sharjah', 'SHJ'],
    ['emirate', 'Ajman Emirate', 'AJM'],
    ['emirate', 'إمارة أبوظبى', 'AUH'],
    ['emirate', 'راس الخيمه', 'RAK'],
    ['emirate', 'دُبَيّ', 'DXB'],
    ['unit', 'Sq. Metre', 'MTK'],
    ['unit', 'm²', 'MTK'],
    ['unit', 'kgm', 'KGM'],
  ]
  for (const [list, text, code] of same) assert.equal(codeNamed(list, text), code, text)
  const strange: readonly (readonly [NamedList, string])[] = [
    ['emirate', 'Al Ain'],
    ['emirate', 'Doha'],
    ['emirate', ''],
    ['emirate', 'Emirate'],
    ['unit', 'ton'],
    ['unit', 'bottle'],
    ['unit', 'bar'],
    ['tax', 'GST'],
    ['chargeReason', 'Miscellaneous fees'],
  ]
  for (const [list, text] of strange) assert.equal(codeNamed(list, text), undefined, text)
})

test('an emirate is repaired in every address of the request, not in the profile', () => {
  const dubai = anAddress({ country_subentity: 'دبي' })
  const cases: readonly (readonly [Members, string])[] = [
    [{ accounting_supplier_party: aSupplier({ postal_address: dubai }) }, '/accounting_supplier_party/postal_address'],
    [{ delivery: { delivery_location: { address: dubai } } }, '/delivery/delivery_location/address'],
    [
      {
        tax_representative_party: {
          party_name: 'Representative',
          postal_address: dubai,
          party_tax_scheme: { company_id: '100000000000003', tax_scheme: 'VAT' },
        },
      },
      '/tax_representative_party/postal_address',
    ],
    [
      { payment_means: [{ payment_means_code: '30', payee_financial_account: { id: 'AE1', address: dubai } }] },
      '/payment_means/0/payee_financial_account/address',
    ],
  ]
  for (const [overrides, path] of cases) {
    for (const request of [aPurchaseInvoice(overrides), aPurchaseCreditNote(overrides)]) {
      assert.deepEqual(
        judged(request).map(({ reasonCode, value, fix }) => [reasonCode, value, fix]),
        [['IBR-128-AE', 'دبي', [{ op: 'replace', path: `${path}/country_subentity`, value: 'DXB' }]]],
      )
      assert.equal(assertCured(request), 1)
    }
  }
  const [ofBuyer] = judged(aPurchaseInvoice(), aBuyer({ postal_address: dubai }))
  assert.deepEqual([ofBuyer?.reasonCode, ofBuyer?.value, ofBuyer?.fix], ['IBR-128-AE', 'دبي', null])
  const sale = aSalesInvoice({ accounting_customer_party: aCustomer({ postal_address: dubai }) })
  assert.equal(judged(sale)[0]?.fix?.[0].path, '/accounting_customer_party/postal_address/country_subentity')
  assert.equal(assertCured(sale), 1)
  const [ofSeller] = judged(aSalesInvoice(), aBuyer({ postal_address: dubai }))
  assert.deepEqual(
    [ofSeller?.field, ofSeller?.fix],
    ['accounting_supplier_party.postal_address.country_subentity', null],
  )
})

test('a missing scheme is added to a GTIN only', () => {
  const path = '/document_lines/1/standard_item_identification/scheme_id'
  for (const id of [gtin, '06291041500213', '012345678905', '96385074']) {
    const request = atLine({ standard_item_identification: { id } })
    assert.deepEqual(
      judged(request).map(({ reasonCode, value, fix }) => [reasonCode, value, fix]),
      [['IBR-064', null, [{ op: 'add', path, value: '0160' }]]],
    )
    assert.equal(assertCured(request), 1)
  }
  for (const id of ['6291041500214', '629104150021', '1234567', 'ABC', '62910415002131']) {
    const [finding] = judged(atLine({ standard_item_identification: { id } }))
    assert.deepEqual([finding?.reasonCode, finding?.fix], ['IBR-064', null])
  }
  const [noGtin] = judged(atLine({ standard_item_identification: { id: 'ABC', scheme_id: 'GTIN' } }))
  assert.deepEqual([noGtin?.reasonCode, noGtin?.value, noGtin?.fix], ['IBR-CL-21', 'GTIN', null])
})

test("a missing reason code is added where the reason is a code's name", () => {
  const charged = withExempt({ charges: [aCharge({ tax_category: exempt })] })
  const [finding] = judged(charged)
  assert.deepEqual(finding?.fix, [{ op: 'add', path: '/charges/0/reason_code', value: 'FC' }])
  assert.equal(assertCured(charged), 1)
  const allowed = withExempt({ allowances: [aCharge({ reason: 'discount', tax_category: exempt })] })
  assert.deepEqual(judged(allowed)[0]?.fix, [{ op: 'add', path: '/allowances/0/reason_code', value: '95' }])
  assert.equal(assertCured(allowed), 1)
  assert.deepEqual(
    judged(withExempt({ charges: [aCharge({ reason: 'Sundries', tax_category: exempt })] }))[0]?.fix,
    null,
  )
})

test('an offered value is short and never a card number', () => {
  const valueOfUnit = (unit: string) => judged(atLine({ unit_code: unit }))[0]?.value
  assert.equal(valueOfUnit('furlong'), 'furlong')
  assert.equal(valueOfUnit('x'.repeat(200)), 'x'.repeat(200))
  assert.equal(valueOfUnit('x'.repeat(201)), null)
  assert.equal(valueOfUnit('4111111111111111'), null)
  assert.equal(valueOfUnit('4111 1111 1111 1111'), null)
  assert.equal(valueOfUnit('card 4111-1111-1111-1111'), null)
})

test('a document judged as XML gets values and no repairs', () => {
  const requests = [
    atLine({ unit_code: 'kg' }),
    atAddress({ country_subentity: 'Dubai' }),
    aPurchaseInvoice({ payment_means: undefined }),
  ]
  for (const request of requests) {
    const root = ublDocument(anIssued(request))
    const read = rulebook.judge(readXml(writeXml(root)))
    const built = rulebook.judge(root)
    assert.ok(built.length > 0)
    // A member can be written to several places; the finding names the first.
    const first = read.filter(({ location }) => built.some((finding) => finding.location === location))
    assert.deepEqual(
      first,
      built.map((finding) => ({ ...finding, field: null, fix: null })),
    )
    for (const { field, fix, value } of read) assert.deepEqual([field, fix, value], [null, null, built[0]?.value])
  }
})

test('every repair offered cures its finding', () => {
  const name = (list: string) => fc.constantFrom(...namesOf(nameOf(list)).map(([written]) => written))
  const cased = (texts: fc.Arbitrary<string>) =>
    fc.tuple(texts, fc.boolean()).map(([text, isUpper]) => (isUpper ? text.toUpperCase() : text.toLowerCase()))
  const numRuns = times({ quick: 15, full: 60, long: 1_000 })
  let repaired = 0
  fc.assert(
    fc.property(
      arbitraryRequest({ linesMax: 3 }),
      cased(name('emirate')),
      cased(name('unit')),
      fc.boolean(),
      ({ family, request }, emirate, unit, hasGtin) => {
        const changes: readonly (readonly [string, string | Members])[] = [
          [`${callersParty(family)}.postal_address.country_subentity`, emirate],
          ['document_lines[0].unit_code', unit],
          ['document_lines[0].standard_item_identification', { id: hasGtin ? gtin : 'A-1' }],
        ]
        const broken = changes.reduce((changed, [path, value]) => withAt(changed, path, value), request)
        repaired += assertCured(broken)
      },
    ),
    { numRuns },
  )
  assert.ok(repaired > numRuns)
})

function nameOf(list: string): NamedList {
  const known = Object.keys(written).find((name): name is NamedList => name === list)
  assert.ok(known)
  return known
}

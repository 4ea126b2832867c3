import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchingType } from './matching-type.ts'

const type = (customization: string, scheme = 'peppol-doctype-wildcard') =>
  `${scheme}::urn:oasis:names:specification:ubl:schema:xsd:Invoice-2::Invoice##${customization}::2.1`
const wanted = type('urn:peppol:pint:selfbilling-1@ae-1')
const matched = (...registered: readonly string[]) => matchingType(wanted, new Set(registered))

test('a document type is covered by itself, by a wildcard of it, and by one of its first parts', () => {
  for (const customization of [
    'urn:peppol:pint:selfbilling-1@ae-1',
    'urn:peppol:pint:selfbilling-1@ae-1*',
    'urn:peppol:pint:selfbilling-1*',
  ])
    assert.equal(matched(type('urn:other'), type(customization)), type(customization))
})

test('the longest match wins', () => {
  const [exact, own, first] = ['selfbilling-1@ae-1', 'selfbilling-1@ae-1*', 'selfbilling-1*'].map((end) =>
    type(`urn:peppol:pint:${end}`),
  )
  assert.equal(matched(first ?? '', own ?? '', exact ?? ''), exact)
  assert.equal(matched(first ?? '', own ?? ''), own)
})

test('a wildcard ends at a part, and covers only its own scheme, document and version', () => {
  const others = [
    ...['urn:peppol:pint:selfbilling-1', 'urn:peppol:pint:selfbilling-1@*', 'urn:peppol:pint:selfbilling-1@a*'],
    ...['urn:peppol:pint:selfbilling-1@ae*', 'urn:peppol:pint:*', '*', 'urn:peppol:pint:billing-1*'],
    'urn:peppol:pint:selfbilling-1@ae-1@sub-1*',
  ].map((customization) => type(customization))
  const wildcard = type('urn:peppol:pint:selfbilling-1*')
  const changed = [
    type('urn:peppol:pint:selfbilling-1*', 'busdox-docid-qns'),
    type('urn:peppol:pint:selfbilling-1@ae-1', 'busdox-docid-qns'),
    wildcard.replace('::2.1', '::2.2'),
    wildcard.replaceAll('Invoice', 'CreditNote'),
    wildcard.toUpperCase(),
  ]
  assert.equal(matched(...others, ...changed), undefined)
})

test('other schemes match only themselves', () => {
  const report = 'busdox-docid-qns::urn:peppol:schema:taxdata:1.0::TaxData##urn:peppol:taxdata:ae-1::1.0'
  assert.equal(matchingType(report, new Set([report])), report)
  assert.equal(matchingType(report, new Set([report.replace('ae-1', 'ae-1*')])), undefined)
  assert.equal(matchingType('nonsense', new Set([wanted])), undefined)
})

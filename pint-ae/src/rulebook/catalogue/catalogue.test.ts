import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openCatalogue, openRulebook } from '../../../../src/rules/open-rulebook.ts'
import { inFullRunOnly } from '../../../../test/support/effort.ts'
import { aCreditNoteWithEverything, anInvoiceWithEverything } from '../../../../test/support/requests/everything.ts'
import { anIssued } from '../../../../test/support/requests/issued.ts'
import { withAt } from '../../../../test/support/requests/member-path.ts'
import type { Members } from '../../../../test/support/requests/requests.ts'
import type { Writable } from '../../json/write.ts'
import { ublDocument } from '../../ubl/ubl-document.ts'

const catalogue = await openCatalogue({ gaps: true })
const rulebook = await openRulebook({ gaps: true })
const directory = mkdtempSync(join(tmpdir(), 'catalogue-'))
after(() => rmSync(directory, { recursive: true }))

const fieldsOf = (id: string, official = true) =>
  catalogue.find((rule) => rule.id === id && rule.official === official)?.fields

test('it contains the rules of the rule book, word for word', () => {
  for (const set of ['self-billing', 'billing', 'tdd', 'mls'] as const) {
    const listed = catalogue.flatMap(({ id, official, assertions }) =>
      assertions
        .filter(({ sets }) => sets.includes(set))
        .map(({ test, context, severity, message }) => [id, official, severity, context, test, message.en].join('\n')),
    )
    const judged = rulebook
      .rules(set)
      .map(({ id, official, flag, context, test, text }) =>
        [id.toUpperCase(), official, flag, context, test, text].join('\n'),
      )
    assert.deepEqual(listed.toSorted(), judged.toSorted())
  }
})

test('rules are in the order people look for them', () => {
  const some = ['IBR-001', 'IBR-002', 'IBR-010-AE', 'IBR-119', 'IBR-TDD-02', 'IBR-TDD-10', 'SCH-MLS-31']
  const listed = catalogue.map(({ id }) => id).filter((id) => some.includes(id))
  assert.deepEqual([...new Set(listed)], some)
})

test('a rule reads the members that its elements and attributes are written from', () => {
  const cases: readonly (readonly [string, readonly string[]])[] = [
    ['IBR-003', ['issue_date']],
    ['IBR-CL-23', ['document_lines[].unit_code']],
    ['IBR-077', ['document_currency_code', 'tax_currency_code']],
    // Only what the context matches: allowances but not charges, on the document but not on lines.
    ['IBR-115-AE', ['allowances[].tax_category.id']],
    ['IBR-114-AE', ['charges[].tax_category.id']],
    // Earlier rules match the seller's and the buyer's addresses.
    [
      'IBR-128-AE',
      [
        'tax_representative_party.postal_address.country_code',
        'tax_representative_party.postal_address.country_subentity',
      ],
    ],
    ['IBR-119', ['delivery.delivery_time', 'issue_time']],
    [
      'IBR-134-AE',
      [
        'accounting_supplier_party.party_tax_scheme.company_id',
        'accounting_supplier_party.party_tax_scheme.tax_scheme',
        'accounting_supplier_party.tin',
        'credit_note_type_code',
        'invoice_type_code',
      ],
    ],
    ['IBR-172-AE', ['accounting_supplier_party.authority_name', 'accounting_supplier_party.scheme_agency_id']],
    ['IBR-CO-16', ['payable_rounding_amount', 'prepaid_amount']],
    ['IBR-TDD-30-1', ['document_currency_code']],
    // Values that the service writes, that no request contains, or that do not come from a request.
    ['IBR-193-AE', []],
    ['IBR-CO-14', []],
    ['IBR-SR-23', []],
    ['SCH-MLS-01', []],
  ]
  for (const [id, fields] of cases) assert.deepEqual(fieldsOf(id), fields, id)
  assert.ok((fieldsOf('IBR-079')?.length ?? 0) > 200, 'a rule about all elements reads every member')
})

test('the catalogue lists every field that a finding names among those its rule reads', { skip: inFullRunOnly }, () => {
  let named = 0
  for (const request of [anInvoiceWithEverything(), aCreditNoteWithEverything()]) {
    for (const path of leavesOf(request, '')) {
      for (const value of ['?', undefined]) {
        const issued = issuedOrRefused(withAt(request, path, value))
        for (const { reasonCode, official, field } of issued ? rulebook.judge(ublDocument(issued)) : []) {
          if (field === null) continue
          const plain = field.replace(/\[[0-9]+\]/g, '')
          const fields = fieldsOf(reasonCode, official)?.map((one) => one.replaceAll('[]', '')) ?? []
          const isRead = fields.some(
            (one) => one === plain || one.startsWith(`${plain}.`) || plain.startsWith(`${one}.`),
          )
          assert.ok(isRead, `${reasonCode} names ${field} and reads ${fields.join(', ')}`)
          named += 1
        }
      }
    }
  }
  assert.ok(named > 50, `only ${named}`)
})

test("an operator's rules appear with their own texts and the members they read", async () => {
  const sch = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
    <ns prefix="cbc" uri="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2"/>
    <pattern><rule context="/*"><assert id="mine-1" flag="warning" test="cbc:Note">Mine.</assert></rule></pattern></schema>`
  writeFileSync(join(directory, 'mine.sch'), sch)
  const [mine] = await openCatalogue({ gaps: false, directory })
  assert.deepEqual(mine, {
    id: 'MINE-1',
    official: true,
    severity: 'warning',
    sets: ['self-billing', 'billing'],
    terms: [],
    fields: ['note'],
    dependsOn: ['note'],
    assertions: [
      {
        sets: ['self-billing', 'billing'],
        severity: 'warning',
        context: '/*',
        test: 'cbc:Note',
        message: { en: 'Mine.', ar: null },
      },
    ],
  })
})

function issuedOrRefused(request: Members) {
  try {
    return anIssued(request)
  } catch {
    return undefined
  }
}

function leavesOf(value: Writable, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item, at) => leavesOf(item, `${path}[${at}]`))
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([name, member]) => leavesOf(member, path === '' ? name : `${path}.${name}`))
}

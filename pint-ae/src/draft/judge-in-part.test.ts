import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { openCatalogue, openRulebook } from '../../../src/rules/open-rulebook.ts'
import { effort, inFullRunOnly } from '../../../test/support/effort.ts'
import {
  aCreditNoteWithEverything,
  anInvoiceWithEverything,
  aSaleOf,
} from '../../../test/support/requests/everything.ts'
import { aProfileParty } from '../../../test/support/requests/issued.ts'
import { aPurchaseInvoice, jsonOf } from '../../../test/support/requests/requests.ts'
import { type Family, familyOfRequest } from '../document/index.ts'
import { jsonText, type Steps, stepsOf, valueAt, withoutValue, withValue } from '../json/edit.ts'
import { type JsonValue, readJson } from '../json/read.ts'
import type { RuleFinding } from '../rulebook/rulebook.ts'
import { isWithin } from './affected-members.ts'
import { systemIds } from './ids.ts'
import { judgeInPart } from './judge-in-part.ts'
import { makeJudgedDocument } from './make-judged-document.ts'

const rulebook = await openRulebook({ gaps: true })
const catalogue = await openCatalogue({ gaps: true })
const catalogueOn = async () => catalogue

function draftOf(family: Family, request: JsonValue) {
  return {
    family,
    text: jsonText(request),
    profile: aProfileParty(),
    documentNumber: 'N-1',
    issuedAt: Date.UTC(2026, 6, 1),
    serviceProviderId: '0242:000001',
    authorityId: '0242:000006-TESTBED.3001',
  } as const
}

const inPart = (family: Family, request: JsonValue) =>
  judgeInPart(draftOf(family, request), rulebook, catalogueOn, systemIds)

const namesOf = (findings: readonly RuleFinding[]) =>
  findings.map(({ reasonCode, official, field, location }) => [reasonCode, official, field, location].join(' ')).sort()

test('errors of shape and findings of rules come in one round', async () => {
  const request = readJson(
    jsonOf(aPurchaseInvoice({ issue_date: '15/07/2026', due_date: undefined, profile_execution_id: '00010000' })),
  )
  const judged = await inPart('purchase-invoices', withValue(request, ['document_lines', 0, 'unit_code'], 'piece'))
  assert.ok(judged)
  assert.deepEqual(
    judged.findings.map(({ reasonCode, field }) => [reasonCode, field]),
    [
      ['IBR-CL-23', 'document_lines[0].unit_code'],
      ['IBR-138-AE', 'invoice_period'],
    ],
  )
  assert.ok(judged.notJudged.includes('SB-DUE'), 'it reads both dates')
  assert.ok(!judged.notJudged.includes('IBR-128-AE'))
})

test('nothing is said of a request of which too little is left', async () => {
  assert.equal(await inPart('purchase-invoices', readJson('[]')), undefined)
  assert.equal(await inPart('purchase-invoices', readJson('"text"')), undefined)
  const nothing = await inPart('purchase-invoices', readJson('{}'))
  assert.deepEqual(nothing?.findings, [])
})

// Every member of documents that fail many rules is made wrong in turn. What is said then must be
// what the rules say of the document before, and nothing that they say may be missing.
test('a verdict never depends on what was refused', { skip: inFullRunOnly }, async () => {
  let kept = 0
  for (const { name, family, request } of samples()) {
    const whole = findingsOf(family, request)
    for (const [turn, path] of pathsIn(request).entries()) {
      if (turn % 2 === 1 && effort !== 'long') continue
      const broken = brokenAt(request, stepsTo(path), turn)
      if (isAccepted(family, broken)) continue
      const judged = await inPart(family, broken)
      const about = `${name}, ${path}: ${jsonText(valueAt(broken, stepsTo(path)) ?? null)}`
      assert.ok(judged, `nothing is judged with ${about}`)
      const isElsewhere = ({ field }: RuleFinding) => field === null || !isWithin(field, path)
      const said = namesOf(judged.findings.filter(isElsewhere))
      const before = whole.filter(isElsewhere)
      const untrue = said.filter((one) => !namesOf(before).includes(one))
      assert.deepEqual(untrue, [], `untrue with ${about}`)
      const isUnsure = new Set(judged.notJudged)
      const sure = namesOf(before.filter(({ reasonCode }) => !isUnsure.has(reasonCode)))
      const missing = sure.filter((one) => !said.includes(one))
      assert.deepEqual(missing, [], `missing with ${about}`)
      kept += said.length
    }
  }
  assert.ok(kept > 2_000, `only ${kept}`)
})

function samples() {
  const folder = new URL('../../../examples/', import.meta.url)
  const names = readdirSync(folder).filter((name) =>
    /^(invoice|credit-note|sales|purchase|breaks)-.*\.json$/.test(name),
  )
  const texts = names.map((name) => ({ name, text: readFileSync(new URL(name, folder), 'utf8') }))
  const whole = [
    anInvoiceWithEverything(),
    aCreditNoteWithEverything(),
    aSaleOf(anInvoiceWithEverything({ invoice_type_code: '380' })),
  ].map((request, at) => ({ name: `everything ${at}`, text: jsonOf(request) }))
  return [...texts, ...whole].flatMap(({ name, text }) => {
    const family = familyOfRequest(text)
    const failing = faults.reduce((request, fault) => {
      const faulty = fault(request)
      return isAccepted(family, faulty) ? faulty : request
    }, readJson(text))
    return [{ name, family, request: failing }]
  })
}

/** What a rule refuses and the checks accept, as far as a document has it. */
const faults: readonly ((request: JsonValue) => JsonValue)[] = [
  (request) => withValue(request, ['document_lines', 0, 'unit_code'], 'piece'),
  (request) => withValue(request, ['accounting_supplier_party', 'postal_address', 'country_subentity'], 'Dubai'),
  (request) => withValue(request, ['accounting_customer_party', 'postal_address', 'country_subentity'], 'Dubai'),
  (request) => withValue(request, ['accounting_supplier_party', 'endpoint_id'], '0235:1002345678'),
  (request) =>
    withValue(request, ['document_lines', 0, 'standard_item_identification'], new Map([['id', '4000000000009']])),
  (request) => withValue(request, ['document_lines', 0, 'commodity_classification', 'commodity_code'], 'B'),
  (request) => withValue(request, ['document_lines', 0, 'classified_tax_category', 'tax_scheme'], 'GST'),
  (request) => withValue(request, ['payment_means', 0, 'payee_financial_account', 'id'], 'AE080331234567890123456'),
  (request) => withValue(request, ['profile_execution_id'], '00010000'),
  (request) => withValue(request, ['due_date'], '2026-01-01'),
  (request) => withValue(request, ['note'], 'a '.repeat(600)),
  (request) => withoutValue(request, ['accounting_supplier_party', 'party_tax_scheme']),
]

function findingsOf(family: Family, request: JsonValue): readonly RuleFinding[] {
  const made = makeJudgedDocument(draftOf(family, request), rulebook, systemIds)
  return 'judged' in made ? made.judged.findings : []
}

function isAccepted(family: Family, request: JsonValue): boolean {
  return 'judged' in makeJudgedDocument(draftOf(family, request), rulebook, systemIds)
}

/** Every member, and the first two items of every list. */
function pathsIn(value: JsonValue, path = ''): readonly string[] {
  const inner =
    value instanceof Map
      ? [...value].map(([name, member]) => [path === '' ? name : `${path}.${name}`, member] as const)
      : Array.isArray(value)
        ? value.slice(0, 2).map((item, at) => [`${path}[${at}]`, item] as const)
        : []
  return [...(path === '' ? [] : [path]), ...inner.flatMap(([at, member]) => pathsIn(member, at))]
}

function stepsTo(path: string): Steps {
  const steps = stepsOf(path)
  assert.ok(steps, path)
  return steps
}

/** The request with a value that no member has there, or without the member, in turns. */
function brokenAt(request: JsonValue, steps: Steps, turn: number): JsonValue {
  const odd: JsonValue = new Map([['odd', 'x']])
  const values = [odd, '\u0001']
  const value = values[turn % 3]
  return value === undefined ? withoutValue(request, steps) : withValue(request, steps, value)
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileSchema } from '@selfbill/schematron/engine'
import { readXml } from '@selfbill/schematron/read-xml'
import { openRulebook } from '../../../src/rules/open-rulebook.ts'
import { inFullRunOnly } from '../../../test/support/effort.ts'
import { cleanDocuments } from '../../../test/support/rules/clean-documents.ts'
import {
  codeListCases,
  type RuleCase,
  sharedCases,
  silentRules,
  uaeCases,
} from '../../../test/support/rules/rule-cases.ts'
import {
  aSelfBilledCreditNote,
  aSelfBilledInvoice,
  type Edit,
  type Kind,
  set,
} from '../../../test/support/rules/ubl-documents.ts'
import { readOurRuleFiles } from './rule-files.ts'

const rulebook = await openRulebook({ gaps: false })
const ids = [...new Set(rulebook.rules('self-billing').map(({ id }) => id))]
const cases: Readonly<Record<string, RuleCase>> = { ...sharedCases, ...codeListCases, ...uaeCases }
const kinds: readonly Kind[] = ['invoice', 'credit note']
const built = (kind: Kind, edits: readonly Edit[]) =>
  kind === 'invoice' ? aSelfBilledInvoice(...edits) : aSelfBilledCreditNote(...edits)

test('the rule book holds all 302 rules of each set', () => {
  assert.equal(ids.length, 302)
  assert.equal(new Set(rulebook.rules('billing').map(({ id }) => id)).size, 302)
  assert.ok(rulebook.rules('billing').every(({ flag, official }) => flag === 'fatal' && official))
})

test('our rule files are well-formed XML, so a start can skip the check', () => {
  const { shared, own, gaps } = readOurRuleFiles()
  const files = [...shared, ...gaps, ...[...own.values()].flat()]
  assert.ok(files.length > 25 && files.every(({ isKnown }) => isKnown === true))
  for (const { text } of files) readXml(text)
})

test('every rule has a case, and every case and silent rule names a rule', () => {
  const covered = [...Object.keys(cases), ...Object.keys(silentRules)]
  assert.deepEqual(covered.toSorted(), ids.toSorted())
})

for (const kind of kinds) {
  // Invoices and credit notes share nearly all rules.
  const tried = { skip: kind === 'credit note' && inFullRunOnly }

  test(`every rule fails on the ${kind} that breaks it`, tried, () => {
    const silent: string[] = []
    for (const [id, { edits, only }] of Object.entries(cases)) {
      const findings = rulebook.judge(built(kind, edits)).filter(({ reasonCode }) => reasonCode === id.toUpperCase())
      const speaks = findings.some(({ text }) => !text.includes('could not be evaluated'))
      if (speaks !== (only === undefined || only === kind)) silent.push(id)
    }
    assert.deepEqual(silent, [])
  })

  test(`every rule holds for some clean ${kind}`, tried, () => {
    const { shared, own } = readOurRuleFiles()
    const schema = compileSchema([...shared, ...(own.get('self-billing') ?? [])])
    const held = new Set<string>()
    for (const { name, edits } of cleanDocuments()) {
      const findings = schema.observe(built(kind, edits), ({ id }, _element, holds) => holds && held.add(id))
      assert.deepEqual(
        findings.map(({ assertion, error }) => `${name}: ${assertion.id} ${error ?? ''}`),
        [],
      )
    }
    assert.deepEqual(ids.filter((id) => !held.has(id)).toSorted(), neverHolding[kind])
  })
}

const group = (at: number) => `cac:TaxTotal/cac:TaxSubtotal[${at}]`
const vatOfLine = (at: number) => `LINE[${at}]/cac:ItemPriceExtension/cac:TaxTotal/cbc:TaxAmount`

/** Rules that compare the text of an amount or a rate with 0, each with the place in a document. */
const comparedWithZero: readonly (readonly [id: string, path: string, edits: readonly Edit[]])[] = [
  ['IBR-027', 'LINE/cac:Price/cbc:PriceAmount', []],
  ['IBR-028', 'LINE/cac:Price/cac:AllowanceCharge/cbc:BaseAmount', []],
  ['IBR-084', 'cac:TaxTotal/cbc:TaxAmount', cleanDocuments().find(({ name }) => name === 'in US dollars')?.edits ?? []],
  [
    'IBR-108-AE',
    `${group(6)}/cbc:TaxAmount`,
    cleanDocuments().find(({ name }) => name.includes('profit margin'))?.edits ?? [],
  ],
  ['IBR-120-AE', `${group(2)}/cac:TaxCategory/cbc:Percent`, []],
  ['IBR-162-AE', vatOfLine(5), []],
  ['IBR-165-AE', vatOfLine(2), []],
]

for (const kind of kinds) {
  test(`a negative zero with a point is not zero in the ${kind}, as in Saxon`, () => {
    for (const [id, path, edits] of comparedWithZero) {
      const speaks = (text: string) =>
        rulebook.judge(built(kind, [...edits, set(path, text)])).some(({ reasonCode }) => reasonCode === id)
      for (const text of ['-0.0', '-0.00', '-.0', '-0.', ' -0.0 ']) assert.ok(speaks(text), `${id} on ${text}`)
      for (const text of ['0', '0.00', '-0', '.0']) assert.ok(!speaks(text), `${id} on ${text}`)
    }
  })

  test(`a comparison of exact decimals accepts any zero in the ${kind}`, () => {
    const path = `${group(2)}/cbc:TaxAmount`
    const found = rulebook.judge(built(kind, [set(path, '-0.00')])).map(({ reasonCode }) => reasonCode)
    assert.ok(!found.includes('ALIGNED-IBRP-Z-09'))
  })
}

/** Rules that never hold where they apply, never apply, or apply only to invoices. */
const neverHeldByAny = ['ibr-011-ae', 'ibr-013-ae', 'ibr-079', 'ibr-082']
const neverHolding: Readonly<Record<Kind, readonly string[]>> = {
  invoice: neverHeldByAny,
  'credit note': [...neverHeldByAny, 'ibr-124', 'ibr-co-14', 'ibr-sr-58'],
}

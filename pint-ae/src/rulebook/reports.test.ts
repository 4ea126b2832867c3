import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { compileSchema } from '@selfbill/schematron/engine'
import { writeXml } from '@selfbill/schematron/xml'
import { openRulebook } from '../../../src/rules/open-rulebook.ts'
import { aStatus, cleanStatuses, statusCases } from '../../../test/support/rules/statuses.ts'
import {
  aTaxDataDocument,
  cleanTaxDataDocuments,
  taxDataCases,
} from '../../../test/support/rules/tax-data-documents.ts'
import { xsdAvailable, xsdErrors } from '../../../test/support/xml/xsd.ts'
import { readOurRuleFiles } from './rule-files.ts'

// The rules of tax data documents and of message level statuses.

const rulebook = await openRulebook({ gaps: true })
const { own } = readOurRuleFiles()
const sets = [
  { set: 'tdd', count: 58, build: aTaxDataDocument, clean: cleanTaxDataDocuments(), cases: taxDataCases() },
  { set: 'mls', count: 31, build: aStatus, clean: cleanStatuses(), cases: statusCases() },
] as const

for (const { set, count, build, clean, cases } of sets) {
  const ids = rulebook.rules(set).map(({ id }) => id)

  test(`${set}: all ${count} rules are official and fatal, and each has a case`, () => {
    assert.equal(ids.length, count)
    assert.deepEqual(Object.keys(cases).toSorted(), ids.toSorted())
    assert.ok(rulebook.rules(set).every(({ flag, official, text }) => flag === 'fatal' && official && text !== ''))
  })

  test(`${set}: every rule fails on each document that breaks it`, () => {
    let failed = 0
    for (const [id, ways] of Object.entries(cases)) {
      assert.ok(ways.length > 0, id)
      for (const [at, edits] of ways.entries()) {
        const findings = rulebook.judge(build(...edits), set)
        const found = findings.find(({ reasonCode }) => reasonCode === id.toUpperCase())
        assert.ok(found, `${id} holds on case ${at}`)
        assert.doesNotMatch(found.text, /could not be evaluated/, id)
        failed += 1
      }
    }
    assert.ok(failed >= count)
  })

  test(`${set}: every rule holds for some clean document`, () => {
    const schema = compileSchema(own.get(set) ?? [])
    const held = new Set<string>()
    for (const [at, root] of clean.entries()) {
      const findings = schema.observe(root, ({ id }, _element, holds) => holds && held.add(id))
      assert.deepEqual(
        findings.map(({ assertion }) => assertion.id),
        [],
        `clean document ${at}`,
      )
      assert.deepEqual(rulebook.judge(root, set), [], `clean document ${at}`)
    }
    assert.deepEqual(
      ids.filter((id) => !held.has(id)),
      [],
    )
  })

  test(`${set}: every rule is compiled`, () => {
    assert.deepEqual(compileSchema(own.get(set) ?? []).interpreted, [])
  })
}

test('the rules of invoices and the gaps do not apply to reports and statuses', () => {
  const documents = new Set(rulebook.rules('self-billing').map(({ id }) => id))
  for (const { set } of sets) assert.ok(rulebook.rules(set).every(({ id }) => !documents.has(id)))
})

test('the statuses of these tests are valid against the UBL schema', { skip: !xsdAvailable() }, () => {
  for (const root of cleanStatuses()) assert.deepEqual(xsdErrors(writeXml(root), 'ApplicationResponse'), [])
})

test("an operator's folder named tdd replaces our rules for reports; without a folder ours apply", async () => {
  const directory = mkdtempSync(join(tmpdir(), 'rulebook-'))
  try {
    const mine = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><pattern><rule context="/*">
      <assert id="mine" flag="fatal" test="false()">Mine.</assert></rule></pattern></schema>`
    writeFileSync(join(directory, 'documents.sch'), mine)
    mkdirSync(join(directory, 'tdd'))
    writeFileSync(join(directory, 'tdd', 'reports.sch'), mine)
    const theirs = await openRulebook({ gaps: true, directory })
    assert.deepEqual(
      theirs.rules('tdd').map(({ id }) => id),
      ['mine'],
    )
    assert.equal(theirs.judge(aTaxDataDocument(), 'tdd')[0]?.reasonCode, 'MINE')
    assert.deepEqual(theirs.rules('mls'), rulebook.rules('mls'))
  } finally {
    rmSync(directory, { recursive: true })
  }
})

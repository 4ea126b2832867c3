import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { taxDataDocument } from '@selfbill/pint-ae/ubl'
import { compileSchema } from '@selfbill/schematron/engine'
import type { Element } from '@selfbill/schematron/xml'
import fc from 'fast-check'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { effort } from '../support/effort.ts'
import { arbitraryRequest } from '../support/requests/arbitrary-requests.ts'
import { anIssued } from '../support/requests/issued.ts'
import { oneSchematron } from '../support/rules/one-schematron.ts'
import { findingTexts } from '../support/rules/schematron-text.ts'
import { secondEngine } from '../support/rules/second-engine.ts'
import { aStatus, cleanStatuses, statusCases } from '../support/rules/statuses.ts'
import { aTaxDataDocument, cleanTaxDataDocuments, taxDataCases } from '../support/rules/tax-data-documents.ts'
import type { Edit } from '../support/rules/ubl-documents.ts'

const isLong = effort === 'long'
const rulebook = await openRulebook({ gaps: true })

test('the report of any accepted request has no findings', () => {
  let judged = 0
  fc.assert(
    fc.property(arbitraryRequest({ isWild: true }), fc.constantFrom('S', 'R', 'W', 'F'), ({ request }, type) => {
      const ids = { c3TransmissionUuid: 'u', senderSpid: '000001', c5ReceiverId: '000002' }
      const root = taxDataDocument(anIssued(request), { ...ids, issuedAt: judged * 1e9, type })
      assert.deepEqual(rulebook.judge(root, 'tdd'), [])
      judged += 1
    }),
    { numRuns: isLong ? 5000 : 200 },
  )
  assert.ok(judged >= 200)
})

test('SaxonJS agrees on our rules for tax data documents', () => {
  compare('tdd', cleanTaxDataDocuments(), taxDataCases(), aTaxDataDocument)
})

test('SaxonJS agrees on our rules for statuses', () => {
  compare('mls', cleanStatuses(), statusCases(), aStatus)
})

/** All clean documents, and a document that breaks each rule: in one way, or in every way with `LONG=1`. */
function compare(
  set: 'tdd' | 'mls',
  clean: readonly Element[],
  cases: Readonly<Record<string, readonly (readonly Edit[])[]>>,
  build: (...edits: readonly Edit[]) => Element,
): void {
  const sources = readOurRuleFiles().own.get(set) ?? []
  const ours = compileSchema(sources)
  const theirs = secondEngine(oneSchematron(sources))
  const broken = Object.values(cases).flatMap((ways) => (isLong ? ways : ways.slice(-1)))
  let found = 0
  for (const root of [...clean, ...broken.map((edits) => build(...edits))]) {
    const findings = findingTexts(root, (element) => ours.evaluate(element))
    assert.deepEqual(findings.toSorted(), theirs.findings(root).toSorted())
    found += findings.length
  }
  assert.ok(found >= Object.keys(cases).length)
}

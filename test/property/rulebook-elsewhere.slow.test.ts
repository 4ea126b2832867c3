import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { compileSchema } from '@selfbill/schematron/engine'
import { type Element, writeXml } from '@selfbill/schematron/xml'
import { effort } from '../support/effort.ts'
import {
  caseDocuments,
  exampleDocuments,
  generatedDocuments,
  hostileDocuments,
  type JudgedDocument,
} from '../support/rules/judged-documents.ts'
import { oneSchematron } from '../support/rules/one-schematron.ts'
import { findingTexts } from '../support/rules/schematron-text.ts'
import { secondEngine } from '../support/rules/second-engine.ts'
import { xsdAvailable, xsdErrors } from '../support/xml/xsd.ts'

// Our rule files are plain Schematron: an independent engine finds the same as ours, rule by rule
// and place by place, in documents that are right, wrong in one way, or broken in several.

const isLong = effort === 'long'
const seed = 1

test('SaxonJS agrees on our rule files', () => {
  const { shared, own, gaps } = readOurRuleFiles()
  const sources = [...shared, ...(own.get('self-billing') ?? []), ...gaps]
  const ours = compileSchema(sources)
  const theirs = secondEngine(oneSchematron(sources))
  const totals = { documents: 0, valid: 0, withFindings: 0, withErrors: 0, findings: 0, left: 0 }
  const rules = new Set<string>()
  const differences: string[] = []
  for (const { name, root } of documents((element) => findingTexts(element, (top) => ours.evaluate(top)))) {
    const found = findingTexts(root, (element) => ours.evaluate(element))
    const others = theirs.findings(root)
    const only = [
      ...found.filter((finding) => !others.includes(finding)).map((finding) => `ours: ${finding}`),
      ...others.filter((finding) => !found.includes(finding)).map((finding) => `theirs: ${finding}`),
    ]
    const text = writeXml(root)
    const unexplained = only.filter(
      (difference) => !isLeftOpen(difference, only) && !isOrderedOtherwise(difference, text),
    )
    if (unexplained.length > 0) differences.push(`${name}: ${unexplained.join(', ')}`)
    for (const finding of found) rules.add(finding.replace(/@.*/, ''))
    totals.documents += 1
    totals.valid += isValid(root.name.local, text) ? 1 : 0
    totals.withFindings += found.length > 0 ? 1 : 0
    totals.withErrors += found.some((finding) => finding.endsWith(' error')) ? 1 : 0
    totals.findings += found.length
    totals.left += only.length - unexplained.length
  }
  console.log(`SaxonJS beside us, seed ${seed}:`, { ...totals, rules: rules.size })
  assert.deepEqual(differences, [])
  assert.ok(totals.documents >= (isLong ? 2000 : 100))
  assert.ok(rules.size > 300)
  assert.ok(totals.documents > totals.withFindings, 'a document that breaks nothing is among them')
  assert.ok(totals.left < totals.findings / 50)
})

/**
 * A test for existence ends at the first match. Our engine does not evaluate the rest, nor does the
 * Saxon that runs the official files, so an error there goes unnoticed. SaxonJS evaluates all of a
 * union first. XPath 2.0, §2.3.4, allows both.
 */
function isLeftOpen(difference: string, all: readonly string[]): boolean {
  const [, finding = '', id = ''] =
    /^(?:theirs: ((.*)@\d+) error|ours: ((.*)@\d+))$/.exec(difference)?.filter(Boolean) ?? []
  return asksForExistence.has(id) && all.includes(`theirs: ${finding} error`)
}

/**
 * The text NaN and negative zeros with a point, compared with a number: we follow Saxon
 * (docs/rulebook.md), SaxonJS follows XPath.
 */
function isOrderedOtherwise(difference: string, document: string): boolean {
  const id = /^(?:ours|theirs): (.*)@\d+$/.exec(difference)?.[1] ?? ''
  return comparedWithZero.has(id) && />\s*(?:NaN|-(?:0+\.0*|\.0+))\s*</.test(document)
}

const comparedWithZero: ReadonlySet<string> = new Set([
  ...['ibr-027', 'ibr-028', 'ibr-084', 'ibr-087', 'ibr-108-ae', 'ibr-120-ae', 'ibr-127-ae', 'ibr-162-ae', 'ibr-165-ae'],
])

const asksForExistence: ReadonlySet<string> = new Set([
  ...['aligned-ibrp-s-01', 'aligned-ibrp-z-01', 'aligned-ibrp-e-01', 'aligned-ibrp-o-01', 'aligned-ibrp-ae-01-ae'],
  'ibr-151-ae',
])

/**
 * All of them takes SaxonJS an hour. Otherwise some that break nothing, and those in which a rule is
 * broken, or cannot be evaluated, for the first time.
 */
function documents(find: (root: Element) => readonly string[]): readonly JudgedDocument[] {
  const [cases, examples] = [caseDocuments(), exampleDocuments()]
  const generated = generatedDocuments(isLong ? 400 : 60, seed)
  const hostile = hostileDocuments([...generated, ...cases], isLong ? 2000 : 300, seed)
  const all = [...hostile, ...cases, ...examples, ...generated]
  if (isLong) return all
  const kinds = all.map((document) => ({
    document,
    found: new Set(find(document.root).map((finding) => finding.replace(/@\S*/, ''))),
  }))
  const seen = new Set<string>()
  // Those with the most findings first, so that few are enough.
  const telling = kinds
    .toSorted((one, other) => other.found.size - one.found.size)
    .filter(({ found }) => {
      const isNew = [...found].some((kind) => !seen.has(kind))
      for (const kind of found) seen.add(kind)
      return isNew
    })
    .map(({ document }) => document)
  return [...telling, ...kinds.flatMap(({ document, found }) => (found.size === 0 ? [document] : [])).slice(0, 10)]
}

function isValid(root: string, text: string): boolean {
  return xsdAvailable() && (root === 'Invoice' || root === 'CreditNote') && xsdErrors(text, root).length === 0
}

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readRuleFiles } from '../../src/rulebook/rule-files.ts'
import { compileSchema, type SchematronSource } from '../../src/schematron/schema.ts'
import type { Element } from '../../src/xml/element.ts'
import { cleanDocuments } from '../support/clean-documents.ts'
import { dollarGapCases, gapCases } from '../support/gap-cases.ts'
import { codeListCases, sharedCases, uaeCases } from '../support/rule-cases.ts'
import { findingTexts } from '../support/schematron-text.ts'
import { secondEngine } from '../support/second-engine.ts'
import { aSelfBilledCreditNote, aSelfBilledInvoice, type Edit } from '../support/ubl-documents.ts'

// Our rule files are plain Schematron: an engine that we did not write says the same about every document as ours does.

const isLong = process.env.LONG === '1'
const { shared, own, gaps } = readRuleFiles()

test('SaxonJS finds with our official rules what we find', () => {
  const cases = { ...sharedCases, ...codeListCases, ...uaeCases }
  const edits = [...cleanDocuments(), ...Object.values(cases)].map((each) => each.edits)
  compare([...shared, ...(own.get('self-billing') ?? [])], edits, isLong ? 1 : 12)
})

test('SaxonJS finds with our gaps what we find', () => {
  const edits = [...cleanDocuments(), ...gapCases, ...dollarGapCases].map((each) => each.edits)
  compare(gaps, edits, isLong ? 1 : 3)
})

/** Every `step`-th case, as invoice and as credit note where it can be made of one. */
function compare(sources: readonly SchematronSource[], cases: readonly Edits[], step: number): void {
  const ours = compileSchema(sources)
  const theirs = secondEngine(oneFile(sources))
  let compared = 0
  for (const edits of cases.filter((_, at) => at % step === 0)) {
    for (const build of [aSelfBilledInvoice, aSelfBilledCreditNote]) {
      const root = builtOrNothing(() => build(...edits))
      if (!root) continue
      const found = findingTexts(root, (element) => ours.evaluate(element))
      assert.deepEqual(found.toSorted(), theirs.findings(root).toSorted())
      compared += 1
    }
  }
  assert.ok(compared > cases.length / step)
}

type Edits = readonly Edit[]

/** Some cases take something away that only one kind of document has. */
function builtOrNothing(build: () => Element): Element | undefined {
  try {
    return build()
  } catch (error) {
    if (error instanceof assert.AssertionError) return undefined
    throw error
  }
}

/** All files as one: the compiler of SaxonJS takes seconds for each. Their variables and functions have names of their own. */
function oneFile(sources: readonly SchematronSource[]): string {
  const namespaces = new Set(sources.flatMap(({ text }) => text.match(/<ns [^>]*\/>/g) ?? []))
  const contents = sources.map(({ text }) =>
    text
      .replace(/^[\s\S]*?<schema [^>]*>/, '')
      .replace(/<\/schema>\s*$/, '')
      .replace(/<title>.*<\/title>|<ns [^>]*\/>/g, ''),
  )
  return `<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:sb="urn:selfbill:rulebook" queryBinding="xslt2">${[...namespaces].join('')}${contents.join('')}</schema>`
}

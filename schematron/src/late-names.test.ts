import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileSchema } from './engine.ts'
import { DocumentNames } from './xml/name.ts'
import { readXml } from './xml/read.ts'

// Once the table of names is full, a received name is one of its document alone. Rules that are
// compiled later must still find it.

const rules = (element: string) => `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <pattern><rule context="late">
    <assert id="self" test="false()">context</assert>
    <assert id="child" test="count(${element}) = 0">child</assert>
    <assert id="deep" test="not(//${element})">anywhere</assert>
  </rule></pattern></schema>`

test('rules compiled after the document was read match its names, however many names came before', () => {
  const names = new DocumentNames()
  for (let at = 0; at < 20_000; at += 1) names.of('urn:late', `n${at}`, 'f')
  const document = readXml('<late><later/><latest/></late>')
  assert.ok(document.nameId < 0)
  for (const element of ['later', 'latest']) {
    const findings = compileSchema([{ name: 'late', text: rules(element) }]).evaluate(document)
    assert.deepEqual(
      findings.map(({ assertion }) => assertion.id),
      ['self', 'child', 'deep'],
      element,
    )
  }
})

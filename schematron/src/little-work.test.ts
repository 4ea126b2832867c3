import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertion, findingTexts, pattern, rule, schematron } from '../../test/support/rules/schematron-text.ts'
import { RulesByName } from './compiled/rules-by-name.ts'
import { compileSchema } from './engine.ts'
import { interpretSchema } from './interpreter/interpreted-schema.ts'
import { readRuleFile } from './rule-file/read-rule-file.ts'
import type { Element } from './xml/element.ts'
import { readXml } from './xml/read.ts'

// A create judges every element: what the names decide is decided before anything is evaluated, and
// nothing is evaluated twice.

test('an element is tried on the rules whose context names its parent, or no parent', () => {
  const contexts = ['a/x', 'b/x', '/r/b/x', '/x', '*/x', 'x', 'r//x', "a/*[ends-with(name(), 'y')]", 'b/*']
  const text = schematron(pattern(...contexts.map((context) => rule(context, assertion(context, 'true()')))))
  const file = readRuleFile({ name: 'tried.sch', text })
  const rules = new RulesByName([file], { rules: contexts.map(() => () => false) })
  const tried = (element: Element | undefined) => {
    assert.ok(element)
    return rules.of(element).flatMap(({ candidates }) => candidates.map(({ number }) => contexts[number]))
  }
  const [a, b, c] = readXml('<r><a><x/><y/></a><b><x/></b><c><x/></c></r>').children
  const anywhere = ['*/x', 'x', 'r//x']
  // Twice: what is kept for one parent is not what another one gets.
  for (const _ of [1, 2]) {
    assert.deepEqual(tried(a?.children[0]), ['a/x', ...anywhere])
    assert.deepEqual(tried(b?.children[0]), ['b/x', '/r/b/x', ...anywhere, 'b/*'])
    assert.deepEqual(tried(c?.children[0]), anywhere)
    assert.deepEqual(tried(a?.children[1]), ["a/*[ends-with(name(), 'y')]"])
  }
})

test('parents decide as the reference engine has it, in whatever order they come', () => {
  const contexts = ['/x', 'a/x', 'b/x', '/r/x', 'x/x', '/*/*/x', 'p:a/x', '*:a/x', 'x']
  const text = schematron(pattern(...contexts.map((context) => rule(context, assertion(context, 'false()')))))
  const sources = [{ name: 'parents.sch', text }]
  const [compiled, reference] = [compileSchema(sources), interpretSchema(sources)]
  const documents = ['<r><a><x><x/></x></a><b><x/></b><x/></r>', '<x><b><x/></b><a><x/></a></x>']
  for (const document of [...documents, '<r xmlns:p="urn:p"><p:a><x/></p:a><c><x/></c></r>', documents[0] ?? '']) {
    const root = readXml(document)
    const expected = findingTexts(root, (element) => reference.evaluate(element))
    assert.notEqual(expected.length, 0)
    assert.deepEqual(
      findingTexts(root, (element) => compiled.evaluate(element)),
      expected,
    )
  }
})

test('a context compares all its names before it evaluates a predicate', () => {
  const context = "/r/a[normalize-space(@k) = 'x']/b[translate(., '-', '') = 'y']"
  const source = sourceOf(rule(context, assertion('a', 'true()')))
  const matcher = /function match0_0[\s\S]*(?=function test0)/.exec(source)?.[0] ?? ''
  const lastName = Math.max(matcher.lastIndexOf('.nameId ==='), matcher.lastIndexOf('=== D.node'))
  assert.ok(lastName > 0)
  for (const call of ['translate(', 'normalizeSpace(']) assert.ok(matcher.indexOf(call) > lastName, matcher)
})

test('each side of a comparison is evaluated once', () => {
  const sides: readonly (readonly [side: string, call: RegExp])[] = [
    ['normalize-space(k)', /normalizeSpace\(/g],
    ['string-length(k)', /lengthOf\(/g],
    ['number(k)', /[^.]\bnumber\(/g],
    ["translate(k, '-', '')", /translate\(/g],
    ['xs:decimal(k) * 3', /\.times\(/g],
    ["for $one in k return concat($one, '!')", / \+ "!"/g],
  ]
  for (const [side, call] of sides)
    for (const other of ["'a'", '3', '@c', 'x', "('a', 'b')", '(3, 4)']) {
      const source = sourceOf(rule('r', assertion('once', `${side} = ${other}`)))
      assert.equal(source.match(call)?.length, 1, `${side} = ${other}\n${source}`)
    }
})

/** The generated code. */
function sourceOf(...rules: string[]): string {
  return compileSchema([{ name: 'work.sch', text: schematron(pattern(...rules)) }]).source
}

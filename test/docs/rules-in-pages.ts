import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { readOurRuleFiles } from '@selfbill/pint-ae/rule-files'
import { compile } from '@selfbill/schematron'
import { compileSchema } from '@selfbill/schematron/engine'
import { type Expression, partsOf } from '../../schematron/src/xpath/ast.ts'
import { parseExpression } from '../../schematron/src/xpath/parser.ts'
import { openRulebook } from '../../src/rules/open-rulebook.ts'
import { type Blocks, blockOf } from './blocks.ts'

// Blocks of rules and expressions: the engine reads them.

const adding = 'docs/adding-a-rule.md'
const shared = readOurRuleFiles().shared

function ruleFile(name: string): string {
  return shared.find((file) => file.name.endsWith(name))?.text ?? assert.fail(name)
}

/** The rule of the complete example in its place; `test` replaces its test. */
function withNewRule(test?: string): string {
  const rule = blockOf(adding, '<rule context').text
  const chosen = test === undefined ? rule : rule.replace(/ test="[^"]*"/, () => ` ${test}`)
  const text = ruleFile('delivery.sch')
  const place = text.lastIndexOf('  </pattern>')
  return `${text.slice(0, place)}${chosen}\n${text.slice(place)}`
}

function refusal(text: string): string {
  try {
    compileSchema([{ name: 'delivery.sch', text, isKnown: true }])
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
  return 'accepted'
}

/** The ids that a delivery on that day fails in a document of 2026. */
function failedBy(schema: ReturnType<typeof compile>, delivered: string): readonly string[] {
  const document = `<Invoice xmlns="urn:oasis:names:specification:ubl:schema:xsd:Invoice-2"
    xmlns:cac="urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2"
    xmlns:cbc="urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2">
    <cbc:IssueDate>2026-07-15</cbc:IssueDate>
    <cac:Delivery><cbc:ActualDeliveryDate>${delivered}</cbc:ActualDeliveryDate></cac:Delivery></Invoice>`
  return schema.evaluate(document).findings.map(({ id }) => String(id))
}

function subtractsDays(test: string): void {
  const schema = compile({ name: 'delivery.sch', text: withNewRule(test) })
  assert.deepEqual(failedBy(schema, '2024-06-01'), ['ibr-900-ae'])
  assert.deepEqual(failedBy(schema, '2025-08-01'), [])
}

function arabicSentence(text: string): void {
  const rule = blockOf(adding, '<rule context').text
  const messages = JSON.parse(`{${text.replace(/,\s*$/, '')}}`)
  for (const [id, sentences] of Object.entries<Record<string, string>>(messages)) {
    assert.ok(rule.includes(`id="${id}"`))
    for (const [english, arabic] of Object.entries(sentences)) {
      assert.ok(rule.includes(`>${english}</assert>`), english)
      assert.match(arabic, /^[\p{Script=Arabic}\p{M}\s.]+$/u)
    }
  }
}

const namespaces = new Map([
  ['cac', 'urn:oasis:names:specification:ubl:schema:xsd:CommonAggregateComponents-2'],
  ['cbc', 'urn:oasis:names:specification:ubl:schema:xsd:CommonBasicComponents-2'],
])

/** The tree of the rule that the page follows, drawn from what the parser reads. */
function drawnTree(shown: string): void {
  const [, test = ''] = /test="([^"]+)"/.exec(blockOf('docs/rulebook.md', '<assert id').text) ?? []
  assert.equal(drawn(parseExpression(test, namespaces)).join('\n'), shown)
}

function drawn(expression: Expression): readonly string[] {
  const parts = partsOf(expression).filter(({ kind }) => kind !== 'context')
  const below = parts.flatMap((part, at) => {
    const isLast = at === parts.length - 1
    const [first = '', ...rest] = drawn(part)
    return [(isLast ? '└─ ' : '├─ ') + first, ...rest.map((line) => (isLast ? '   ' : '│  ') + line)]
  })
  return [titleOf(expression), ...below]
}

function titleOf(expression: Expression): string {
  if (expression.kind === 'step') {
    const { axis, test } = expression
    assert.ok(test.kind === 'name')
    return `step ${axis}::{…${test.namespace?.split(':').at(-1)}}${test.local}`
  }
  if (expression.kind === 'call') return `call ${expression.name.replace(/^.*\}|#\d+$/g, '')}`
  if (expression.kind === 'compare')
    return `compare ${expression.operator}, ${expression.general ? 'general' : 'value'}`
  if (expression.kind === 'literal') return `literal ${expression.type} ${JSON.stringify(expression.value)}`
  return expression.kind
}

/** The folder of the page, with rules in it: the service takes it. */
async function versionByDate(text: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-docs-rules-'))
  try {
    for (const line of text.split('\n')) {
      const [, path = '', content] = /^(\S+)\s*(\{.*\})?$/.exec(line) ?? []
      const file = join(folder, path.replace('*', 'all'))
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, content ?? ruleFile('delivery.sch'))
    }
    const rulebook = await openRulebook({ gaps: true, directory: join(folder, 'rules') })
    const versions = ['2027-06-30', '2027-07-01'].map((day) => rulebook.on(day).identity('self-billing').version)
    assert.deepEqual(versions, ['1.0.4', '1.0.5'])
  } finally {
    rmSync(folder, { recursive: true })
  }
}

export const rulesInPages: Blocks<(text: string) => void | Promise<void>> = {
  [adding]: {
    '<rule context': () => assert.match(refusal(withNewRule()), /ibr-900-ae/),
    'delivery.sch: ': (text) => assert.equal(refusal(withNewRule()), text),
    'test="xs:date': subtractsDays,
    '"ibr-900-ae": {': arabicSentence,
  },
  'docs/rulebook.md': {
    '<assert id="ibr-185': (text) => assert.ok(ruleFile('items.sch').includes(text.replace(/\s*\n\s*/, ' '))),
    'or\n├─ path': drawnTree,
    'rules/from-2027': versionByDate,
  },
}

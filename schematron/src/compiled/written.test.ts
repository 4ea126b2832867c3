import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { suite, test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { Decimal } from '../decimal.ts'
import { readRuleFile } from '../rule-file/read-rule-file.ts'
import { nameOf } from '../xml/name.ts'
import { readXml } from '../xml/read.ts'
import { compileFiles, writtenSchema } from './compile-files.ts'
import { frozen } from './freeze.ts'
import { thawed } from './thaw.ts'
import type { CompiledSchema } from './written.ts'

const shared = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2">
  <ns prefix="a" uri="urn:a"/><pattern><let name="codes" value="('x', 'y')"/>
  <rule context="a:order/a:line[a:code or a:text]"><assert id="code" flag="fatal" test="a:code = $codes"
    >Code <value-of select="a:code"/> is not known.</assert>
    <assert id="sum" flag="fatal" test="sum(//a:amount) = 3.30 and (a:code | a:text)">The sum is 3.30.</assert>
    <assert id="form" flag="fatal" test="matches(a:text, '^[a-z]+$')">Small letters.</assert></rule>
  <rule context="@a:kind | @kind"><assert id="kind" flag="fatal" test=". = 'k'">The kind is k.</assert></rule>
  </pattern></schema>`
const other = `<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt2"><ns prefix="a" uri="urn:a"/>
  <pattern><rule context="a:order"><assert id="cast" flag="fatal" test="xs:date(@day) > xs:date('2026-01-01')"
    >After the first.</assert></rule></pattern></schema>`
const files = [
  { name: 'shared.sch', text: shared },
  { name: 'other.sch', text: other },
].map((source) => readRuleFile(source))
const documents = [
  '<order xmlns="urn:a" day="2026-02-01"><line kind="k"><code>x</code><text>ab</text><amount>3.30</amount></line></order>',
  '<order xmlns="urn:a" day="never"><line kind="q"><code>z</code><text>AB</text><amount>1</amount></line></order>',
  '<order xmlns="urn:a"><line><code>x</code><code>y</code></line><line><text>b</text></line></order>',
]

suite('a schema that is written to a module', () => {
  test('gives the findings of the compiled one, wherever names are numbered otherwise', async () => {
    const compiled = compileFiles(files)
    const written = await loadedElsewhere(writtenSchema(files))
    for (const document of documents) {
      const findings = compiled.evaluate(readXml(document)).map(plain)
      assert.deepEqual(written.evaluate(readXml(document.replace('urn:a', 'urn:b'))).map(plain), findings)
    }
    assert.deepEqual(written.assertions, compiled.assertions)
    assert.ok(documents.flatMap((document) => compiled.evaluate(readXml(document))).length >= 6)
  })

  test('judges by some of its files alone', () => {
    const compiled = compileFiles(files)
    const [first] = files
    assert.ok(first)
    const alone = compileFiles([first])
    const some = compiled.only(new Set(['shared.sch']))
    assert.deepEqual(some.assertions, alone.assertions)
    for (const document of documents)
      assert.deepEqual(some.evaluate(readXml(document)).map(plain), alone.evaluate(readXml(document)).map(plain))
  })

  test('evaluates no text as code', () => {
    assert.doesNotMatch(writtenSchema(files), /new Function|eval\(/)
  })

  test('is ASCII alone, whatever the rules say', async () => {
    const text = shared.replace('test=". = \'k\'"', () => `test=". = 'é≥' or matches(., '^[“é𝄞≥]$')"`)
    const file = readRuleFile({ name: 'letters.sch', text })
    const written = writtenSchema([file])
    assert.match(written, /^[\0-\x7f]*$/)
    const [compiled, loaded] = [compileFiles([file]), await loadedElsewhere(written)]
    assert.deepEqual(loaded.assertions, compiled.assertions)
    for (const [letter, findings] of [
      ['𝄞', []],
      ['é≥', []],
      ['≤', ['kind']],
    ] as const) {
      const root = readXml(`<order xmlns="urn:b" kind="${letter}"/>`)
      assert.deepEqual(
        loaded.evaluate(root).map(({ assertion }) => assertion.id),
        findings,
      )
    }
  })

  test('an expression that is left to the reference engine is refused by name', () => {
    const text = shared.replace('test=". = \'k\'"', 'test="round(1.25, 1) = 1.3"')
    const file = readRuleFile({ name: 'left.sch', text })
    assert.throws(() => writtenSchema([file]), /left to the reference engine: .*rounding to decimals/)
  })
})

test('data comes back as it was, and what was one object stays one', () => {
  const one = { text: 'a "quoted" text\u2028', list: [1, -0, 1e21] }
  const data = {
    one,
    again: [one, one],
    map: new Map([['k', new Set(['a', 'b'])]]),
    number: [Number.NaN, Number.NEGATIVE_INFINITY, 10n ** 20n],
    decimal: Decimal.from('1.50'),
    pattern: /^[/"]+$/iu,
    nothing: null,
  }
  const back = thawed<typeof data>(frozen(data))
  assert.deepEqual(back, data)
  assert.equal(back.again[0], back.one)
  assert.equal(back.again[1], back.one)
  for (const strange of [[undefined], { f: () => 1 }, { date: new Date(0) }, { $: 'x' }])
    assert.throws(() => frozen(strange), TypeError)
})

/** Loads the module after other names have been met, so that no id is what it was. */
async function loadedElsewhere(expression: string): Promise<CompiledSchema> {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-written-'))
  try {
    const place = new URL('./written.ts', import.meta.url).href
    const renamed = expression.replaceAll('urn:a', 'urn:b')
    const file = join(folder, 'rules.mjs')
    writeFileSync(file, `import { openWritten } from '${place}'\nexport const schema = ${renamed}\n`)
    nameOf('urn:b', 'met-before', '')
    const { schema }: { schema: CompiledSchema } = await import(pathToFileURL(file).href)
    return schema
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function plain({ assertion, message, error }: { assertion: { id: string }; message: string; error?: string }) {
  return [assertion.id, message, error]
}

import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { compile, readSchema, SchematronError, XmlUnreadable } from '@selfbill/schematron'
import { readXml } from '@selfbill/schematron/read-xml'
import { main } from '../../schematron/src/command.ts'

// The interface of @selfbill/schematron: verdicts as data and as SVRL, files beside a schema, the
// command.

const folder = mkdtempSync(join(tmpdir(), 'selfbill-schematron-'))
after(() => rmSync(folder, { recursive: true }))

function file(name: string, text: string): string {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}

const iso = 'xmlns="http://purl.oclc.org/dsdl/schematron"'
const rules = `<schema ${iso}><ns prefix="u" uri="urn:u"/><let name="limit" value="1"/>
  <include href="part.sch"/>
  <pattern id="root"><rule context="/"><report id="old" test="*/@version = $limit">Old</report></rule></pattern>
  <diagnostics><diagnostic id="d">Found <value-of select="."/>.</diagnostic></diagnostics>
</schema>`
const part = `<pattern ${iso} id="part"><rule context="u:a"><assert id="a" flag="fatal" role="error" diagnostics="d" test="xs:decimal(.) > 0">Too &lt; small</assert></rule></pattern>`
const path = file('rules.sch', rules)
file('part.sch', part)
const document = '<r version="1" xmlns:u="urn:u"><u:a>1</u:a><u:a>0</u:a><u:a>x</u:a></r>'

test('a verdict says what failed, where and why', () => {
  const { isValid, findings } = readSchema(path).evaluate(document)
  assert.equal(isValid, false)
  const common = {
    id: 'a',
    kind: 'assert',
    flag: 'fatal',
    role: 'error',
    message: 'Too < small',
    test: 'xs:decimal(.) > 0',
    context: 'u:a',
    pattern: 'part',
    source: join(folder, 'part.sch'),
  }
  assert.deepEqual(findings.slice(0, 2), [
    { ...common, location: "/r[1]/*:a[namespace-uri()='urn:u'][2]", diagnostics: [{ id: 'd', text: 'Found 0.' }] },
    {
      ...common,
      location: "/r[1]/*:a[namespace-uri()='urn:u'][3]",
      diagnostics: [{ id: 'd', text: 'Found x.' }],
      error: '"x" is not an xs:decimal',
    },
  ])
  const [, , report] = findings
  assert.deepEqual([report?.id, report?.kind, report?.location, report?.flag], ['old', 'report', '/', ''])
})

test('options: parameters, a phase, another source of files, several schemas', () => {
  assert.equal(readSchema(path, { parameters: { limit: '2' } }).evaluate(document).findings.length, 2)
  assert.throws(() => readSchema(path, { phase: 'p' }), SchematronError)
  const load = (href: string, from: string) =>
    from === 'memory' && href === 'part.sch' ? { name: href, text: part } : undefined
  const one = compile(rules, { baseUri: 'memory', load })
  const two = compile(
    [
      { name: 'memory', text: rules },
      { name: 'bytes', bytes: Buffer.from(rules.replace(/<include.*/, '')) },
    ],
    { load },
  )
  assert.deepEqual([one.size, two.size], [2, 3])
  assert.throws(() => compile(rules), /include part\.sch: there is no such file/)
  assert.throws(() => one.evaluate('<r>'), XmlUnreadable)
})

test('the report in SVRL has the rules that fired and their findings', () => {
  const report = readXml(readSchema(path).report(document))
  assert.equal(report.name.namespace, 'http://purl.oclc.org/dsdl/svrl')
  assert.deepEqual(
    report.children.map(({ name, attributes }) => [name.local, ...attributes.slice(0, 2)].join(' ')),
    [
      'active-pattern id part',
      'fired-rule context u:a',
      'fired-rule context u:a',
      'failed-assert id a',
      'fired-rule context u:a',
      'failed-assert id a',
      'active-pattern id root',
      'fired-rule context /',
      'successful-report id old',
    ],
  )
  const [failed, broken] = report.children.filter(({ name }) => name.local === 'failed-assert')
  assert.equal(failed?.children[0]?.text, 'Too < small')
  assert.equal(failed?.children[1]?.attribute('diagnostic'), 'd')
  assert.match(broken?.children[0]?.text ?? '', /The test cannot be evaluated: "x" is not an xs:decimal/)
})

test('the command prints findings, JSON or SVRL, and returns a code', () => {
  const good = file('good.xml', '<r xmlns:u="urn:u"><u:a>1</u:a></r>')
  const bad = file('bad.xml', document)
  const unreadable = file('unreadable.xml', '<r>')
  const run = (...args: string[]): readonly [number, string] => {
    let printed = ''
    const code = main(args, (text) => {
      printed += text
    })
    return [code, printed]
  }
  assert.deepEqual(run(path, good), [0, `${good}: valid\n`])
  const [code, text] = run(path, good, bad)
  assert.equal(code, 1)
  assert.match(text, /bad\.xml: 3 findings\n {2}fatal a: Too < small\n {4}\/r\[1\]/)
  const json = JSON.parse(run(path, bad, '--json')[1])
  assert.deepEqual([json.document, json.isValid, json.findings.length], [bad, false, 3])
  assert.match(run(path, bad, '--svrl')[1], /^<\?xml .*\n<svrl:schematron-output/)
  assert.equal(run(path, unreadable, good)[0], 2)
  assert.match(run(path, unreadable)[1], /unreadable\.xml: .*not well-formed/)
  assert.match(run(join(folder, 'none.sch'), good)[1], /ENOENT/)
  assert.match(run(path, good, '--phase', 'p')[1], /there is no phase p/)
  assert.deepEqual(run()[0], 2)
  assert.deepEqual(run('--help')[0], 0)
})

test('a schema reads files of its folder only: not by "..", a link or an address', () => {
  mkdirSync(join(folder, 'outer/inner'), { recursive: true })
  const pattern = `<pattern ${iso}><rule context="r"><assert id="part" test="false()">m</assert></rule></pattern>`
  file('outer/part.sch', pattern)
  file('outer/inner/part.sch', pattern)
  file('outer/codes.xml', '<codes/>')
  symlinkSync(join(folder, 'outer/part.sch'), join(folder, 'outer/inner/out.sch'))
  symlinkSync(join(folder, 'outer/inner/part.sch'), join(folder, 'outer/inner/in.sch'))
  symlinkSync(join(folder, 'outer'), join(folder, 'outer/inner/up'))
  const schema = (inside: string) => file('outer/inner/s.sch', `<schema ${iso}>${inside}</schema>`)
  const including = (href: string) => schema(`<include href="${href}"/>`)
  for (const href of ['part.sch', './part.sch', 'in.sch', '../inner/part.sch', 'up/inner/part.sch'])
    assert.equal(readSchema(including(href)).evaluate('<r/>').findings.length, 1, href)
  for (const href of ['../part.sch', '%2e%2e/part.sch', 'out.sch', 'up/part.sch'])
    assert.throws(() => readSchema(including(href)), /s\.sch: .* is outside of the folder/, href)
  for (const href of [
    join(folder, 'outer/inner/part.sch'),
    `file://${folder}/outer/inner/part.sch`,
    'http://127.0.0.1/part.sch',
  ])
    assert.throws(() => readSchema(including(href)), /only files beside the schema are read/, href)
  for (const href of ['none.sch', 'part.sch/x', '.', '%zz'])
    assert.throws(() => readSchema(including(href)), /there is no such file/, href)
  assert.equal(readSchema(including('../part.sch'), { folder: join(folder, 'outer') }).size, 1)
  let printed = ''
  const code = main([including('../part.sch'), file('r.xml', '<r/>'), '--folder', join(folder, 'outer')], (text) => {
    printed += text
  })
  assert.deepEqual([code, /1 findings/.test(printed)], [1, true])
  const reading = (href: string) =>
    schema(`<pattern><rule context="r"><assert test="document('${href}')/codes">m</assert></rule></pattern>`)
  assert.throws(() => readSchema(reading('../codes.xml')), /is outside of the folder/)
  assert.throws(() => readSchema(reading('http://127.0.0.1/x')), SchematronError)
  const resolve = (name: string) => ({ name, text: '<codes/>' })
  assert.equal(readSchema(reading('http://127.0.0.1/x'), { resolve }).evaluate('<r/>').isValid, true)
})

test('a finding at an attribute, rules and properties are in the verdict and the report', () => {
  const text = `<schema ${iso}><pattern id="p"><rule id="u" flag="f" role="r" context="@unit | @x:unit"><assert id="A" properties="q" test=". = 'A'"><name/> is <value-of select="."/></assert></rule></pattern>
    <ns prefix="x" uri="urn:x"/><properties><property id="q" role="s" scheme="t">Of <name path="name(..)"/></property></properties></schema>`
  const schema = compile(text)
  const judged = '<r xmlns:x="urn:x"><a unit="A"/><a unit="B" x:unit="C"/></r>'
  const places = ['/r[1]/a[2]/@unit', "/r[1]/a[2]/@*[local-name()='unit' and namespace-uri()='urn:x']"]
  const { findings } = schema.evaluate(judged)
  assert.deepEqual(
    findings.map(({ location }) => location),
    places,
  )
  assert.deepEqual(findings[0]?.properties, [{ id: 'q', role: 's', scheme: 't', text: 'Of a' }])
  assert.equal(findings[0]?.message, 'unit is B')
  const report = readXml(schema.report(judged)).children
  assert.deepEqual(report.map(({ name, attributes }) => `${name.local} ${attributes.join(' ')}`).slice(0, 3), [
    'active-pattern id p',
    'fired-rule id u role r flag f context @unit | @x:unit',
    'fired-rule id u role r flag f context @unit | @x:unit',
  ])
  const failed = report.filter(({ name }) => name.local === 'failed-assert')
  assert.deepEqual(
    failed.map((one) => one.attribute('location')),
    places,
  )
  assert.deepEqual(failed[0]?.children[1]?.attributes, ['property', 'q', 'role', 's', 'scheme', 't'])
})

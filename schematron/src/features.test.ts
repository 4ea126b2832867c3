import assert from 'node:assert/strict'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'
import { assertion, findingTexts, pattern, rule, schematron } from '../../test/support/rules/schematron-text.ts'
import type { CompileOptions, Finding, SchematronSource } from './engine.ts'
import { compileSchema, SchematronError } from './engine.ts'
import { interpretSchema } from './interpreter/interpreted-schema.ts'
import { readXml } from './xml/read.ts'

// What schemas are made of beyond patterns and rules: several files, abstract patterns and rules,
// phases, parameters, diagnostics. Each case runs on the compiled schema and the reference engine.

interface Case {
  readonly schema: string
  readonly files?: Readonly<Record<string, string>>
  readonly document: string
  readonly options?: CompileOptions
}

function judged({ schema, files = {}, document, options = {} }: Case): readonly Finding[] {
  const load = (href: string): SchematronSource | undefined => {
    const text = files[href]
    return text === undefined ? undefined : { name: href, text }
  }
  const sources = [{ name: 'main.sch', text: schema }]
  const root = readXml(document)
  const compiled = compileSchema(sources, { load, ...options })
  const reference = interpretSchema(sources, { load, ...options })
  assert.deepEqual(
    findingTexts(root, (element) => compiled.evaluate(element)),
    findingTexts(root, (element) => reference.evaluate(element)),
  )
  return compiled.evaluate(root)
}

function ids(judgement: Case): readonly string[] {
  return judged(judgement).map(({ assertion: { id }, element }) => `${id}@${element.name.local}`)
}

function refused(judgement: Case, reason: RegExp): void {
  assert.throws(
    () => judged(judgement),
    (error) => {
      assert.ok(error instanceof SchematronError)
      assert.match(error.message, reason)
      return true
    },
  )
}

const iso = 'xmlns="http://purl.oclc.org/dsdl/schematron"'
const document = '<r><a>1</a><b k="2"/></r>'

test('a schema includes files, which include others; messages name the file', () => {
  const files = {
    'one.sch': `<pattern ${iso} id="one"><include href="two.sch"/></pattern>`,
    'two.sch': `<rule ${iso} context="a"><assert id="two" test="false()">m</assert></rule>`,
    'parts.sch': `<parts ${iso}><pattern id="x"/><pattern id="y"><rule context="b"><assert id="y" test="false()">m</assert></rule></pattern></parts>`,
    'wrong.sch': `<pattern ${iso}><rule context="a"><assert id="w" test="1 +">m</assert></rule></pattern>`,
    'self.sch': `<pattern ${iso}><include href="self.sch"/></pattern>`,
    'whole.sch': schematron(''),
  }
  const schema = schematron('<include href="one.sch"/><include href="parts.sch#y"/>')
  const findings = judged({ schema, files, document })
  assert.deepEqual(
    findings.map(({ assertion: { id, source, pattern: name } }) => [id, source, name]),
    [
      ['two', 'two.sch', 'one'],
      ['y', 'parts.sch', 'y'],
    ],
  )
  const including = (href: string) => ({ schema: schematron(`<include href="${href}"/>`), files, document })
  refused(including('none.sch'), /^main\.sch: include none\.sch: there is no such file/)
  refused(including('parts.sch#z'), /the file has no element with this id/)
  refused(including('wrong.sch'), /^wrong\.sch: w: .* at position 4/)
  refused(including('self.sch'), /^self\.sch: include self\.sch: the files include each other/)
  refused(including('whole.sch'), /the file is a whole schema/)
})

test('a file is decoded as its XML declaration says', () => {
  const text = `<?xml version="1.0" encoding="ISO-8859-1"?>${schematron(pattern(rule('a', assertion('é', '. = "é"'))))}`
  const schema = compileSchema([{ name: 'latin.sch', bytes: Buffer.from(text, 'latin1') }])
  assert.equal(schema.assertions[0]?.id, 'é')
  assert.equal(schema.evaluate(readXml('<r><a>é</a><a>e</a></r>')).length, 1)
})

test('abstract patterns take their parameters, by whole names', () => {
  const schema = schematron(`
    <pattern abstract="true" id="t"><param name="limit" value="0"/>
      <let name="n" value="$limit"/>
      <rule context="$node"><assert id="low" test="$nodes = $limit and $n = $limit">Not <value-of select="$limit"/></assert></rule>
    </pattern>
    <let name="nodes" value="2"/>
    <pattern is-a="t" id="p1"><param name="node" value="a"/><param name="limit" value="1 + 1"/></pattern>
    <pattern is-a="t" id="p2"><param name="node" value="b"/></pattern>`)
  const findings = judged({ schema, document })
  assert.deepEqual(
    findings.map(({ assertion: { pattern: id, context }, message }) => [id, context, message]),
    [['p2', 'b', 'Not 0']],
  )
})

test('rules extend abstract rules of their pattern, of another, and of another file', () => {
  const files = { 'rule.sch': `<rule ${iso} abstract="true" id="f"><assert id="file" test="false()">m</assert></rule>` }
  const schema = schematron(`
    <pattern id="other"><rule abstract="true" id="x"><assert id="wrong" test="false()">m</assert></rule>
      <rule abstract="true" id="far"><let name="n" value="1"/><assert id="far" test="$n = 2">m</assert></rule></pattern>
    <pattern id="p">
      <rule abstract="true" id="x"><assert id="x" test="false()">m</assert></rule>
      <rule abstract="true" id="y"><extends rule="x"/><assert id="y" test="false()">m</assert></rule>
      <rule context="a"><extends rule="y"/><extends rule="far"/><extends href="rule.sch"/></rule>
    </pattern>`)
  assert.deepEqual(ids({ schema, files, document }), ['x@a', 'y@a', 'far@a', 'file@a'])
  const circle = `<pattern id="p"><rule abstract="true" id="x"><extends rule="x"/></rule><rule context="a"><extends rule="x"/></rule></pattern>`
  refused({ schema: schematron(circle), document }, /the rule x extends itself/)
})

test('a phase selects patterns and brings variables; the default phase is the schema’s', () => {
  const check = (id: string) => `<pattern id="${id}">${rule('a', assertion(id, 'false()'))}</pattern>`
  const phases = `<phase id="first"><active pattern="p1"/></phase><phase id="both"><let name="n" value="2"/><active pattern="p1"/><active pattern="p3"/></phase>`
  const own = `<pattern id="p3">${rule('a', assertion('p3', '$n = 1'))}</pattern>`
  const schema = (more: string) => schematron(`${phases}${check('p1')}${check('p2')}${more}`)
  const withDefault = schema('').replace('<schema ', '<schema defaultPhase="first" ')
  assert.deepEqual(ids({ schema: schema(''), document }), ['p1@a', 'p2@a'])
  assert.deepEqual(ids({ schema: withDefault, document }), ['p1@a'])
  assert.deepEqual(ids({ schema: withDefault, document, options: { phase: '#ALL' } }), ['p1@a', 'p2@a'])
  assert.deepEqual(ids({ schema: schema(own), document, options: { phase: 'both' } }), ['p1@a', 'p3@a'])
  refused({ schema: schema(''), document, options: { phase: 'none' } }, /there is no phase none/)
})

test('variables are visible in other patterns and before their declaration', () => {
  const schema = schematron(`
    <let name="sum" value="$one + $two"/><let name="one" value="1"/>
    <pattern id="p"><let name="own" value="5"/><let name="two" value="$base * 2"/><let name="base" value="1"/>
      ${rule('a', assertion('own', '$own = 5 and $two = 2'))}</pattern>
    <pattern id="q"><let name="own" value="6"/>${rule('a', assertion('other', '$own = 6'), assertion('sum', '$sum = 3 and $base = 2'))}</pattern>`)
  assert.deepEqual(ids({ schema, document }), ['sum@a'])
  const twice = schematron(
    `<pattern id="p"><let name="v" value="1"/></pattern><pattern id="q"><let name="v" value="2"/></pattern>${pattern(rule('a', assertion('i', '$v')))}`,
  )
  refused({ schema: twice, document }, /the variable \$v is not declared/)
  const typed = '<let name="v" value="1" as="xs:string"/>'
  for (const inside of [typed, `<pattern>${typed}</pattern>`, `<pattern><rule context="a">${typed}</rule></pattern>`])
    refused({ schema: schematron(inside), document }, /let v: a declared type \(as\) is not supported/)
})

test('parameters replace variables of the schema', () => {
  const schema = schematron(`<let name="limit" value="1"/>${pattern(rule('a', assertion('limit', '. = $limit')))}`)
  assert.deepEqual(ids({ schema, document }), [])
  assert.deepEqual(ids({ schema, document, options: { parameters: { limit: '2' } } }), ['limit@a'])
  refused({ schema, document, options: { parameters: { other: '2' } } }, /main\.sch: there is no variable \$other/)
})

test('findings carry role and diagnostics, with their values', () => {
  const schema = schematron(`
    ${pattern('<rule context="b"><assert test="false()" role="error" diagnostics="d e">m</assert><report test="true()">r</report></rule>')}
    <diagnostics><diagnostic id="d">It is <value-of select="@k"/>.</diagnostic><diagnostic id="e">Plain</diagnostic></diagnostics>`)
  const [first, second] = judged({ schema, document })
  assert.equal(first?.role, 'error')
  assert.deepEqual(first?.diagnostics, [
    { id: 'd', text: 'It is 2.' },
    { id: 'e', text: 'Plain' },
  ])
  assert.equal(first?.assertion.id, '')
  assert.ok(second && !('diagnostics' in second) && !('role' in second))
  const unknown = schematron(pattern('<rule context="b"><assert test="true()" diagnostics="z">m</assert></rule>'))
  refused({ schema: unknown, document }, /rule b, assert 1: there is no diagnostic z/)
})

test('the document node can be the context of a rule', () => {
  const schema = schematron(
    pattern(rule('/', assertion('root', 'r/c'), assertion('all', 'count(//*) = 3')), rule('*', assertion('e', '@k'))),
  )
  assert.deepEqual(ids({ schema, document }), ['root@document', 'e@r', 'e@a'])
})

test('document() reads the files beside the schema once', () => {
  const files = {
    'codes.xml':
      '<codes><list id="1"><code value="A"/><code value="1">one</code></list><list id="2"><code value="B"/></list></codes>',
  }
  const tests = {
    known: `document('codes.xml')//list[@id = 1]/code[@value = $own]`,
    constant: `document('codes.xml')/codes/list[1]/code = 'one'`,
    counted: `count(document('codes.xml')//code) = 3`,
    other: `doc('codes.xml')//list[@id = '2']/code/@value = 'B'`,
    root: `count(doc('codes.xml')//list[count(/codes/list) = 2]) = 2 and count(/*) = 1`,
    named: `document('codes.xml')//code[@value = $own]/../name() = 'list'`,
  }
  const checks = Object.entries(tests).map(([id, expression]) => assertion(id, expression))
  const schema = schematron(pattern(rule('*', '<let name="own" value="string(.)"/>', ...checks)))
  assert.deepEqual(ids({ schema, files, document: '<a>1</a>' }), [])
  assert.deepEqual(ids({ schema, files, document: '<a>B</a>' }), ['known@a'])
  assert.deepEqual(ids({ schema, files, document: '<a>Z</a>' }), ['known@a', 'named@a'])
  const broken = { 'codes.xml': '<codes' }
  refused({ schema, files: broken, document }, /main\.sch: known: codes\.xml: .*not well-formed/)
})

test('the clock is handed in and read once for each document', () => {
  const times = ['2026-03-01T10:30:00Z', '2026-03-01T23:30:00Z']
  let reads = 0
  const now = () => new Date(times[reads++ % 2] ?? '')
  const day =
    "adjust-date-to-timezone(xs:date(adjust-dateTime-to-timezone(current-dateTime(), xs:dayTimeDuration('PT4H'))), ())"
  const schema = schematron(
    pattern(
      rule(
        'a',
        assertion('past', 'current-date() >= .'),
        assertion('day', `${day} = xs:date(.)`),
        assertion(
          'time',
          'current-time() > xs:time("12:00:00") or current-dateTime() < xs:dateTime("2026-03-01T10:30:01Z")',
        ),
        assertion('text', "string(current-date()) = '2026-03-01Z' and year-from-date(current-date()) = 2026"),
      ),
    ),
  )
  const compiled = compileSchema([{ name: 's', text: schema }], { now })
  const found = [1, 2].map(() => compiled.evaluate(readXml('<a>2026-03-01</a>')).map(({ assertion: { id } }) => id))
  assert.deepEqual(found, [[], ['day']])
  assert.equal(reads, 2)
})

test('extends and document() are resolved from the file that contains them', () => {
  const assert1 = (id: string, inside = '') =>
    `<assert id="${id}" test="${inside === '' ? 'false()' : inside}">m</assert>`
  const files: Record<string, string> = {
    'sub/rules.sch': `<rule ${iso} context="a"><extends href="part.sch"/></rule>`,
    'sub/part.sch': `<rule ${iso}><extends href="deep/part.sch"/>${assert1('right', ". = document('codes.xml')/right")}</rule>`,
    'sub/deep/part.sch': `<rule ${iso}>${assert1('deep')}</rule>`,
    'part.sch': `<rule ${iso}>${assert1('wrong')}</rule>`,
    'deep/part.sch': `<rule ${iso}>${assert1('wrong')}</rule>`,
    'sub/codes.xml': '<right>1</right>',
    'codes.xml': '<wrong>1</wrong>',
    'sub/template.sch': `<pattern ${iso} abstract="true" id="t"><rule context="$n"><extends href="part.sch"/></rule></pattern>`,
    'circle/one.sch': `<rule ${iso}><extends href="two.sch"/></rule>`,
    'circle/two.sch': `<rule ${iso}><extends href="one.sch"/></rule>`,
  }
  const load = (href: string, from: string) => {
    const name = join(dirname(from), href)
    return files[name] === undefined ? undefined : { name, text: files[name] }
  }
  const found = (inside: string) => ids({ schema: schematron(inside), document, options: { load } })
  assert.deepEqual(found('<pattern><include href="sub/rules.sch"/></pattern>'), ['deep@a'])
  assert.deepEqual(found(pattern('<rule context="a"><extends href="sub/part.sch"/></rule>')), ['deep@a'])
  assert.deepEqual(found('<include href="sub/template.sch"/><pattern is-a="t"><param name="n" value="a"/></pattern>'), [
    'deep@a',
  ])
  const circle = schematron(pattern('<rule context="a"><extends href="circle/one.sch"/></rule>'))
  refused(
    { schema: circle, document, options: { load } },
    /^circle\/two\.sch: extends one\.sch: the files include each other/,
  )
})

test('an assertion sees the variables above it; one that is declared below is refused', () => {
  const above = '<let name="v" value="2"/>'
  const schema = (outer: string) =>
    schematron(`${outer}${pattern(rule('a', assertion('first', '$v = 2'), above, assertion('second', '$v = 2')))}`)
  refused({ schema: schema(''), document }, /^main\.sch: first: the variable \$v is not declared/)
  refused({ schema: schema('<let name="v" value="1"/>'), document }, /first: the variable \$v is not declared/)
  const below = schematron(pattern(rule('a', assertion('first', '. = 2'), above, assertion('second', '$v = 3'))))
  assert.deepEqual(ids({ schema: below, document }), ['first@a', 'second@a'])
})

test('a phase that names no pattern, or hides a variable that others use, is refused', () => {
  const phase = (inside: string) => `<phase id="ph">${inside}<active pattern="p"/></phase>`
  const own = pattern(rule('a', assertion('v', '$v = 2')))
  const options = { phase: 'ph' }
  const unknown = schematron(`<phase id="ph"><active pattern="none"/></phase>${own}<let name="v" value="2"/>`)
  refused({ schema: unknown, document, options }, /^main\.sch: phase ph: there is no pattern none to activate/)
  const hiding = (more: string) =>
    schematron(`<let name="v" value="1"/>${more}${phase('<let name="v" value="2"/>')}${own}`)
  assert.deepEqual(ids({ schema: hiding(''), document, options }), [])
  assert.deepEqual(ids({ schema: hiding(''), document }), ['v@a'])
  const user = { schema: hiding('<let name="w" value="$v"/>'), document, options }
  refused(user, /the phase hides \$v of the schema, which \$w uses/)
  const byFunction = hiding('<xsl:function name="u:v" as="xs:integer"><xsl:sequence select="$v"/></xsl:function>')
  refused({ schema: byFunction, document, options }, /the variable \$v is not declared/)
})

test('a variable used in other patterns keeps the variables of its own pattern', () => {
  const schema = (value: string) =>
    schematron(
      `<let name="base" value="${value}"/><pattern id="p"><let name="base" value="2"/><let name="two" value="$base * 1"/></pattern>` +
        `<pattern id="q">${rule('a', assertion('two', '$two = 2'))}</pattern>`,
    )
  refused({ schema: schema('1'), document }, /pattern p, let two: \$base is declared elsewhere too, and \$two/)
})

test('other files are read with the option `resolve` only', () => {
  const about = (test: string) => schematron(pattern(rule('a', assertion('t', test))))
  for (const href of ['http://example.org/x.xml', 'file:///etc/passwd', '/etc/passwd', 'C:\\x', '\\\\host\\x']) {
    let asked = 0
    const load = () => {
      asked += 1
      return undefined
    }
    refused(
      { schema: about(`doc('${href}')/x`), document, options: { load } },
      /^main\.sch: t: doc\(\) reads .* pass `resolve`/,
    )
    refused(
      { schema: schematron(`<include href="${href}"/>`), document, options: { load } },
      /only files beside the schema/,
    )
    const extending = pattern(`<rule context="a"><extends href="${href}"/></rule>`)
    refused({ schema: schematron(extending), document, options: { load } }, /only files beside the schema are read/)
    assert.equal(asked, 0)
    const resolve = (wanted: string) => ({ name: wanted, text: '<x>1</x>' })
    assert.deepEqual(ids({ schema: about(`doc('${href}')/x = 1`), document, options: { resolve } }), [])
  }
  const others = [
    "unparsed-text('a.txt')",
    "unparsed-text-lines('a.txt')",
    "unparsed-text-available('a.txt')",
    "doc-available('a.xml')",
    "collection('a')",
    "uri-collection('a')",
    "json-doc('a.json')",
    "environment-variable('PATH')",
  ]
  for (const call of others)
    refused(
      { schema: about(`exists(${call})`), document },
      new RegExp(`t: there is no function ${call.split('(')[0]} `),
    )
  refused(
    { schema: about('doc(string(.))/x'), document },
    /doc\(\) is supported only with the name of a file in quotes/,
  )
  const documents = schematron(
    '<pattern documents="/r/@x"><rule context="/"><assert test="x">m</assert></rule></pattern>',
  )
  refused({ schema: documents, document }, /^main\.sch: pattern: documents is not supported: it names files in/)
})

test('a key may have its value as content; a part of XSLT that nothing reads is refused', () => {
  const key = '<xsl:key name="k" match="b"><xsl:value-of select="@k"/></xsl:key>'
  const about = (declaration: string) =>
    schematron(`${declaration}${pattern(rule('a', assertion('k', "key('k', '2')")))}`)
  assert.deepEqual(ids({ schema: about(key), document }), [])
  assert.deepEqual(ids({ schema: about(key.replace('@k', "'x'")), document }), ['k@a'])
  const refusals: Record<string, RegExp> = {
    '<xsl:key name="k" match="b" use="@k" collation="c"/>':
      /key k: the attribute collation of xsl:key is not supported/,
    '<xsl:function name="u:f"><xsl:param name="p" select="1"/></xsl:function>': /attribute select of xsl:param/,
    '<xsl:function name="u:f"><xsl:param name="p">1</xsl:param></xsl:function>': /xsl:param with a value/,
    '<xsl:function name="u:f" streamability="x"/>': /attribute streamability of xsl:function/,
    '<xsl:function name="u:f"><xsl:choose><xsl:sort/></xsl:choose></xsl:function>': /xsl:sort inside xsl:choose/,
    '<xsl:function name="u:f"/><xsl:function name="u:f"/>': /function u:f is declared twice/,
  }
  for (const [declaration, reason] of Object.entries(refusals))
    refused({ schema: about(declaration), document }, reason)
})

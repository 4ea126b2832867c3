import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { effort } from '../../test/support/effort.ts'
import { assertion, findingTexts, pattern, rule, schematron } from '../../test/support/rules/schematron-text.ts'
import { secondEngine } from '../../test/support/rules/second-engine.ts'
import { compileSchema, SchematronError } from './engine.ts'
import { interpretSchema } from './interpreter/interpreted-schema.ts'
import type { Element } from './xml/element.ts'
import { locationOf } from './xml/location.ts'
import { readJudged, readXml } from './xml/read.ts'

// The meaning of patterns, rules, variables and functions. Each case runs on the compiled schema
// and on the reference engine, some on SaxonJS too (not in `npm test`: it takes a second for each).

function found(text: string, root: Element): string[] {
  const sources = [{ name: 'test.sch', text: schematron(text) }]
  const compiled = findingTexts(root, (element) => compileSchema(sources).evaluate(element))
  assert.deepEqual(
    findingTexts(root, (element) => interpretSchema(sources).evaluate(element)),
    compiled,
  )
  return compiled
}

function agreed(text: string, root: Element): string[] {
  const ours = found(text, root)
  if (effort !== 'quick') assert.deepEqual(secondEngine(schematron(text)).findings(root), ours)
  return ours
}

function refused(text: string, reason: RegExp): void {
  assert.throws(
    () => compileSchema([{ name: 'bad.sch', text }]),
    (error) => {
      assert.ok(error instanceof SchematronError)
      assert.match(error.message, /^bad\.sch: /)
      assert.match(error.message, reason)
      return true
    },
  )
}

test('only the first matching rule of a pattern runs; patterns are independent', () => {
  const text =
    pattern(rule('a/b', assertion('first', 'false()')), rule('b', assertion('second', 'false()'))) +
    pattern(rule('b', assertion('other', 'false()')))
  const root = readXml('<r><a><b/></a><b/></r>')
  assert.deepEqual(agreed(text, root), ['first@2', 'second@3', 'other@2', 'other@3'])
})

test('findings are ordered by pattern, then by document order, not by rule', () => {
  const text = pattern(rule('b', assertion('b', 'false()')), rule('a', assertion('a', 'false()')))
  assert.deepEqual(found(text, readXml('<r><a/><b/><a/></r>')), ['a@1', 'b@2', 'a@3'])
})

test('contexts: steps, roots, any depth, predicates, positions, unions, attributes', () => {
  const z = "7/@*[local-name()='z' and namespace-uri()='urn:p']"
  const contexts: Readonly<Record<string, readonly (number | string)[]>> = {
    'x/b': [3],
    '/r': [0],
    'document-node()/r': [0],
    '/*/a': [1, 4],
    '/b': [],
    '//b[@k]': [5],
    // The first b of its parent.
    'r//b[1]': [3, 5],
    'a[2]': [4],
    'a[b][@n = "2"]/b': [5, 6],
    '*[local-name() = "x"]': [2],
    'p:*': [7],
    '*:q | x': [2, 7],
    'a/@n': ['4/@n'],
    '@*': ['4/@n', '5/@k', z],
    'attribute()': ['4/@n', '5/@k', z],
    'a//@*': ['4/@n', '5/@k'],
    '/r//@k': ['5/@k'],
    '/@k': [],
    '@n/b | a/text()/b | @k[false()]': [],
    '@p:*': [z],
    '@*:z | x': [2, z],
    '@n[../b]': ['4/@n'],
    '@*[number(.) > 1]': ['4/@n'],
    '@*[1][parent::b]': ['5/@k'],
    'a[2]/@n': ['4/@n'],
    'a/@n[. = current()]': ['4/@n'],
    'b[@k] | b/@k': [5, '5/@k'],
  }
  const root = readXml('<r xmlns:p="urn:p"><a><x><b/></x></a><a n="2"><b k="1"/><b/></a><p:q p:z="1"/></r>')
  const rules = Object.keys(contexts).map((context, at) => pattern(rule(context, assertion(`c${at}`, 'false()'))))
  const wanted = Object.values(contexts).flatMap((places, at) => places.map((place) => `c${at}@${place}`))
  assert.deepEqual(agreed(rules.join(''), root), wanted)
})

test('the first matching rule runs for an attribute too, with its variables, messages and steps', () => {
  const text = pattern(
    rule(
      'a/@n',
      '<let name="v" value="concat(., ../@m)"/>',
      assertion('first', "$v = '12'", '<value-of select="$v"/>, <name/>'),
    ),
    rule('@*', assertion('second', ". = '2' and name(..) = 'a' and not(*) and count(../@*) = 2", '<name/>')),
    rule('@m', assertion('never', 'false()')),
  )
  const root = readXml('<r><a n="1" m="2"/><a m="3" n="4"/><b k="5"/></r>')
  assert.deepEqual(agreed(text, root), ['second@2/@m', 'first@2/@n', 'second@3/@k'])
  const [one, two] = compileSchema([{ name: 's', text: schematron(text) }]).evaluate(root)
  assert.deepEqual([one?.attribute, one?.message, two?.attribute, two?.message], ['m', 'm', 'n', '43, n'])
})

test('a rule about an attribute that cannot be evaluated is a finding there', () => {
  const text = pattern(
    rule('@n | a', assertion('number', '. castable as xs:integer or xs:decimal(.) > 0'), assertion('b', 'b')),
  )
  assert.deepEqual(agreed(text, readXml('<a n="x">1<b/></a>')), ['number@0/@n error', 'b@0/@n'])
})

test('a context of texts, comments or instructions runs at its place among all nodes', () => {
  const contexts: Readonly<Record<string, readonly string[]>> = {
    'text()': ['0/text()[1]', '1/text()[1]', '0/text()[2]', '2/text()[1]', '2/text()[2]', '0/text()[3]'],
    'text()[normalize-space()]': ['1/text()[1]', '0/text()[2]', '2/text()[1]', '2/text()[2]'],
    'a/text()': ['1/text()[1]', '2/text()[1]', '2/text()[2]'],
    'r//text()[2]': ['0/text()[2]', '2/text()[2]'],
    'a[2]/text()[. = "z"]': ['2/text()[2]'],
    'comment()': ['0/comment()[1]', '2/comment()[1]'],
    'r/comment()': ['0/comment()[1]'],
    'processing-instruction()': ['0/processing-instruction(p)[1]', '0/processing-instruction(q)[1]'],
    'processing-instruction("q") | a': ['1', '0/processing-instruction(q)[1]', '2'],
    'processing-instruction()[preceding-sibling::comment() and . = ../@k]': ['0/processing-instruction(q)[1]'],
    'a/node()[1]': ['1/text()[1]', '2/text()[1]'],
    'r/node()[4]': ['0/text()[2]'],
    'node()[contains(., "z")]': ['0', '0/text()[2]', '2', '2/text()[2]'],
    'a/text()/b | comment()/@k': [],
  }
  const text = '<r k="v">\n<?p?><a>x</a>z<!--two--><?q v?><a>y<!--three-->z</a> </r>'
  const rules = Object.keys(contexts).map((context, at) => pattern(rule(context, assertion(`c${at}`, 'false()'))))
  const wanted = Object.values(contexts).flatMap((places, at) => places.map((place) => `c${at}@${place}`))
  assert.deepEqual(agreed(rules.join(''), readJudged(text)), wanted)
  // Around the root, where the second engine has none.
  const around = readJudged(`<!--zero--><?p?>${text}<!--four-->`)
  assert.deepEqual(found(pattern(rule('/node()', assertion('top', 'false()'))), around), [
    'top@/comment()[1]',
    'top@/processing-instruction(p)[1]',
    'top@0',
    'top@/comment()[2]',
  ])
})

test('the first rule for a text runs with its variables, messages and errors', () => {
  const text = pattern(
    rule('a/text()', '<let name="n" value="."/>', assertion('big', 'xs:integer($n) > 2', '<value-of select="$n"/>')),
    rule('node()[../@stop]', assertion('stopped', 'true()')),
    rule('text() | @*', assertion('rest', 'self::text() and name(..) = "a"', '<value-of select="."/>')),
  )
  const root = readJudged('<r><a>1</a><a>x</a><a>3</a>t<b stop="">u</b></r>')
  assert.deepEqual(agreed(text, root), ['big@1/text()[1]', 'big@2/text()[1] error', 'rest@0/text()[1]', 'rest@4/@stop'])
  const findings = compileSchema([{ name: 's', text: schematron(text) }]).evaluate(root)
  assert.deepEqual(
    findings.map(({ message }) => message),
    ['1', 'x', 't', ''],
  )
})

test('rules about texts that cannot have a finding visit none', () => {
  const guard = pattern(
    rule('node()[@k] | @*[../@k] | text()', assertion('ok', 'true()')),
    rule('* | @*', assertion('other', 'false()')),
  )
  const root = readXml('<r n="1"><b k="1">t</b></r>')
  assert.deepEqual(found(guard, root), ['other@0', 'other@0/@n'])
  const { assertions } = compileSchema([{ name: 's', text: schematron(guard) }])
  assert.deepEqual(
    assertions.map(({ id }) => id),
    ['ok', 'other'],
  )
  refused(schematron('<xsl:key name="k" match="@id" use="."/>'), /key k: a key finds elements only/)
  refused(schematron('<xsl:key name="k" match="a/text()" use="."/>'), /key k: a key finds elements only/)
})

test('an error in a context means no match; an error in a test is a finding', () => {
  const text = pattern(
    rule('c[f = true()] | c[g]', assertion('taken', 'false()')),
    rule('c', assertion('broken', 'f = true()'), assertion('after', 'false()')),
  )
  const root = readXml('<r><c><f>maybe</f></c><c><f>maybe</f><g/></c><c><f>true</f></c></r>')
  // Each alternative of a context is evaluated separately.
  assert.deepEqual(found(text, root), ['broken@1 error', 'after@1', 'taken@3', 'taken@6'])
})

test('an error says why, and the other rules still run', () => {
  const schema = compileSchema([
    { name: 's', text: schematron(pattern(rule('a', assertion('one', 'xs:decimal(.) > 0'), assertion('two', 'b')))) },
  ])
  const [one, two] = schema.evaluate(readXml('<r><a>x1</a></r>'))
  assert.match(one?.error ?? '', /"x1" is not an xs:decimal/)
  assert.equal(two?.assertion.id, 'two')
  assert.equal(two?.error, undefined)
})

test('variables of schema, pattern and rule are lazy, computed once, and can use earlier ones', () => {
  const text = [
    '<let name="all" value="//b"/><let name="codes" value="\' A B \'"/>',
    '<pattern id="p"><let name="count" value="count($all)"/>',
    rule(
      'b',
      '<let name="own" value="normalize-space(.)"/><let name="known" value="contains($codes, concat(\' \', $own, \' \'))"/>',
      assertion('own', '$own = "A"'),
      assertion('known', 'not(contains($own, " ")) and contains($codes, concat(" ", $own, " ")) and $known'),
      assertion('count', '$count = 2 and count($all[. = $own]) = 1 and $all/@k = "1"'),
    ),
    '</pattern>',
  ].join('')
  assert.deepEqual(agreed(text, readXml('<r><b k="1"> A </b><b>C</b></r>')), ['count@1', 'own@2', 'known@2'])
})

test('a failing variable fails only where it is used, every time', () => {
  const text = `<let name="bad" value="xs:decimal('x')"/>${pattern(rule('b', '<let name="own" value="xs:decimal(.)"/>', assertion('unused', 'true() or $bad = 1'), assertion('used', '$bad = 1'), assertion('own', '$own = 1')))}`
  assert.deepEqual(found(text, readXml('<r><b>1</b><b>y</b></r>')), ['used@1 error', 'used@2 error', 'own@2 error'])
})

test('a bound name hides a variable of the file', () => {
  const text = `<let name="v" value="'x'"/>${pattern(rule('r', assertion('hidden', "(for $v in ('y', 'z') return $v)[1] = 'y' and $v = 'x' and (some $v in b satisfies $v = 'q')")))}`
  assert.deepEqual(agreed(text, readXml('<r><b>q</b></r>')), [])
})

test('declared functions: parameters, variables, recursion, value-of as a boolean, choose, conversions', () => {
  const text = [
    '<let name="base" value="10"/>',
    '<xsl:function name="u:sum" as="xs:integer"><xsl:param name="n" as="xs:integer"/>',
    '<xsl:sequence select="if ($n = 0) then 0 else $n + u:sum($n - 1)"/></xsl:function>',
    '<xsl:function name="u:near" as="xs:boolean"><xsl:param name="a" as="xs:decimal"/><xsl:param name="b" as="xs:decimal"/>',
    '<xsl:variable name="gap" select="abs($a - $b)"/><xsl:value-of select="$gap &lt;= 0.02"/></xsl:function>',
    '<xsl:function name="u:letters" as="xs:boolean"><xsl:param name="t" as="xs:string?"/>',
    '<xsl:variable name="allowed">abc</xsl:variable><xsl:sequence select="translate($t, $allowed, \'\') = \'\'"/></xsl:function>',
    '<xsl:function name="u:kind" as="xs:string"><xsl:param name="t"/><xsl:choose>',
    '<xsl:when test="$t = \'a\'"><xsl:sequence select="\'first\'"/></xsl:when><xsl:otherwise><xsl:sequence select="\'other\'"/></xsl:otherwise>',
    '</xsl:choose></xsl:function>',
    '<xsl:function name="u:digits" as="xs:boolean"><xsl:param name="val"/>',
    '<xsl:variable name="length" select="string-length($val)"/>',
    '<xsl:variable name="digits" select="reverse(for $i in string-to-codepoints($val) return $i - 48)"/>',
    '<xsl:variable name="sum" select="sum(for $i in (0 to $length - 1) return $digits[$i + 1] * (1 + (($i mod 2) * 2)))"/>',
    '<xsl:value-of select="(10 - ($sum mod 10)) mod 10 = 0"/></xsl:function>',
    pattern(
      rule(
        'b',
        assertion('sum', 'u:sum(4) = 10'),
        assertion('near', 'u:near(., 1.5)'),
        assertion('letters', 'u:letters(normalize-space(.))'),
        assertion('kind', 'u:kind(string(.)) = "first"'),
        assertion('digits', 'u:digits(normalize-space(.))'),
        assertion('deep', 'u:sum(-1) = 0'),
      ),
    ),
  ].join('')
  const ours = found(text, readXml('<r><b>1.51</b><b>a</b><b>4006381333931</b></r>'))
  assert.deepEqual(ours, [
    ...['letters@1', 'kind@1', 'digits@1', 'deep@1 error'],
    ...['near@2 error', 'digits@2', 'deep@2 error'],
    ...['near@3', 'letters@3', 'kind@3', 'deep@3 error'],
  ])
})

test('a report is a finding when its test is true', () => {
  const text = pattern(rule('b', '<report id="r" flag="warning" test="@k">m</report>'))
  assert.deepEqual(agreed(text, readXml('<r><b k="1"/><b/></r>')), ['r@1'])
})

test('messages have their values filled in and white space normalised', () => {
  const text = schematron(
    pattern(
      rule(
        'b',
        '<let name="v" value="normalize-space(.)"/>',
        assertion(
          'm',
          'false()',
          '  The value\n <emph>“<value-of select="$v"/>”</emph> of <name/> has <value-of select="count(c)"/> parts <value-of select="xs:decimal(.)"/>',
        ),
      ),
    ),
  )
  const schema = compileSchema([{ name: 's', text }])
  assert.equal(schema.assertions[0]?.message, 'The value “{$v}” of {name()} has {count(c)} parts {xs:decimal(.)}')
  assert.equal(schema.evaluate(readXml('<r><b> x<c/></b></r>'))[0]?.message, 'The value “x” of b has 1 parts')
})

test('an assertion has its file, its context and the attributes of other namespaces', () => {
  const text = schematron(
    pattern(
      '<rule context="a"><assert id="i" flag="fatal" test="b" xmlns:s="urn:s" s:field="name" role="x">Say so.</assert></rule>',
    ),
  )
  assert.deepEqual(compileSchema([{ name: 'f.sch', text }]).assertions, [
    {
      id: 'i',
      flag: 'fatal',
      test: 'b',
      context: 'a',
      message: 'Say so.',
      isReport: false,
      pattern: 'p',
      source: 'f.sch',
      attributes: { field: 'name' },
    },
  ])
})

test('several files keep their own prefixes and variables', () => {
  const file = (uri: string, value: string, id: string) => ({
    name: id,
    text: `<schema xmlns="http://purl.oclc.org/dsdl/schematron"><ns prefix="x" uri="${uri}"/><let name="v" value="'${value}'"/>${pattern(rule('x:a', assertion(id, '. = $v')))}</schema>`,
  })
  const schema = compileSchema([file('urn:1', 'one', 'first'), file('urn:2', 'two', 'second')])
  const root = readXml('<r><a xmlns="urn:1">one</a><a xmlns="urn:2">one</a></r>')
  assert.deepEqual(
    schema.evaluate(root).map(({ assertion: { id }, element }) => `${id} ${locationOf(element)}`),
    ['second /r/a[1]'],
  )
})

test('a part of a tree is judged as a document by itself, and keeps its parent', () => {
  const schema = compileSchema([
    {
      name: 's',
      text: schematron(pattern(rule('/a', assertion('root', '/a/b = "1" and count(//b) = 1 and not(..//c)')))),
    },
  ])
  const root = readXml('<r><c/><a><b>1</b></a></r>')
  const part = root.children[1]
  assert.ok(part)
  assert.deepEqual(schema.evaluate(part), [])
  assert.equal(part.parent, root)
  assert.equal(locationOf(part), '/r/a[1]')
})

test('one schema judges several documents; nothing of the first affects the second', () => {
  const text = schematron(
    `<let name="all" value="//b"/>${pattern(rule('r', '<let name="n" value="count(b)"/>', assertion('t', 'count($all) = $n and exists(//b[. = "1"]) and sum(//b/xs:decimal(.)) = 1')))}`,
  )
  const schema = compileSchema([{ name: 's', text }])
  const documents = ['<r><b>1</b></r>', '<r/>', '<r><b>x</b></r>', '<r><b>1</b></r>', '<r><b>1</b><b>0</b></r>'].map(
    (xml) => schema.evaluate(readXml(xml)),
  )
  assert.deepEqual(
    documents.map((findings) => findings.length),
    [0, 1, 1, 0, 0],
  )
})

test('a judged document can be garbage collected', async () => {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  assert.ok(typeof collect === 'function')
  const text = schematron(
    `<let name="all" value="//b"/>${pattern(rule('r', '<let name="own" value="b"/>', assertion('t', 'count($all) = 1 and $own = "1" and sum(../r/b/xs:decimal(.)) = 1', '<value-of select="$own"/>')))}`,
  )
  const schema = compileSchema([{ name: 's', text }])
  const judged = (xml: string) => {
    const root = readXml(xml)
    schema.evaluate(root)
    return new WeakRef(root)
  }
  const documents = ['<r><b>1</b></r>', '<r><b>x</b></r>', '<r/>'].map(judged)
  await new Promise((resolve) => setImmediate(resolve))
  collect()
  assert.deepEqual(
    documents.map((document) => document.deref()),
    [undefined, undefined, undefined],
  )
})

test('an observer gets every evaluated assertion with its result', () => {
  const schema = compileSchema([
    {
      name: 's',
      text: schematron(
        pattern(
          rule('a', assertion('yes', 'true()'), assertion('no', 'false()')),
          rule('z', assertion('never', 'true()')),
        ),
      ),
    },
  ])
  const heard: string[] = []
  const findings = schema.observe(readXml('<r><a/></r>'), ({ id }, { name }, holds) =>
    heard.push(`${id} ${name.local} ${holds}`),
  )
  assert.deepEqual(heard, ['yes a true', 'no a false'])
  assert.equal(findings.length, 1)
})

test('wide parents are searched by an index, with the same result', () => {
  const lines = Array.from({ length: 40 }, (_, at) => `<b n="${at}">${at}</b>${at % 7 === 0 ? '<c/>' : ''}`).join('')
  const text = pattern(
    rule('b', assertion('first', '../b[1] = "0" and ../(b | c)[40]/self::b and count(../c) = 6 and ../t = "x"')),
    rule('t', assertion('one', '../t = "x"'), assertion('several', 'normalize-space(../b) = ""')),
  )
  assert.deepEqual(agreed(text, readXml(`<r>${lines}<t>x</t></r>`)), ['several@47 error'])
})

test('anything outside the subset is refused with its file, its place and the reason', () => {
  const wrong = (expression: string) => schematron(pattern(rule('a', assertion('id-1', expression))))
  refused(wrong('a[1'), /id-1: "\]" is expected before the end, at position 4/)
  refused(wrong('a = $b'), /id-1: the variable \$b is not declared, at position 5/)
  refused(wrong('q:a'), /the prefix q is not declared/)
  refused(wrong('doc("x")'), /id-1: there is no file x, at position 5/)
  refused(wrong('document(a)'), /document\(\) is supported only with the name of a file/)
  refused(wrong('key("k", a)'), /the schema does not declare this key/)
  refused(wrong('current-date() = a'), /current-date\(\) needs a clock/)
  refused(wrong('count(a, b)'), /there is no function count with 2 arguments/)
  refused(wrong('namespace::a'), /the axis namespace is not supported/)
  refused(wrong('a treat as item()'), /treat/)
  refused(wrong('a cast as xs:duration'), /the type xs:duration is not supported/)
  refused(wrong('matches(a, "(?=x)")'), /id-1: .*not a regular expression/)
  refused(wrong('"x'), /a string is not closed/)
  refused(wrong('a # b'), /unexpected character "#"/)
  refused(wrong('(: a'), /a comment is not closed/)
  refused(wrong(''), /the end is not expected here/)
  refused(wrong(`${'('.repeat(300)}1${')'.repeat(300)}`), /nested more than 200 levels deep/)
  refused(schematron(pattern(rule('a[', assertion('i', 'b')))), /rule a\[: /)
  refused(schematron(pattern(rule('count(a)', assertion('i', 'b')))), /cannot be the context of a rule/)
  refused(schematron('<pattern id="p" is-a="q"/>'), /pattern p: no abstract pattern q/)
  refused(schematron(pattern(rule('a', '<extends rule="x"/>'))), /extends x: there is no such abstract rule/)
  refused(schematron('<include href="x"/>'), /include x: there is no such file/)
  refused(schematron('<xsl:key name="k"/>'), /key without match/)
  refused(schematron('<xsl:template name="k"/>'), /not supported/)
  refused(schematron('<let name="a"/>'), /let without value/)
  refused(schematron(pattern(rule('a', '<assert test="$c">m</assert>'))), /rule a, assert 1: the variable/)
  refused(schematron('<let name="a" value="$b"/><let name="b" value="$a"/>'), /the variable \$a depends on itself/)
  refused('<schema xmlns="urn:other"/>', /not an ISO Schematron schema/)
  refused('<schema xmlns="http://purl.oclc.org/dsdl/schematron" queryBinding="xslt3"/>', /query binding xslt3/)
  refused('<schema', /not well-formed/)
})

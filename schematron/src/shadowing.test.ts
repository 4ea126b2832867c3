import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertion, findingTexts, pattern, rule, schematron } from '../../test/support/rules/schematron-text.ts'
import { compileSchema } from './engine.ts'
import { interpretSchema } from './interpreter/interpreted-schema.ts'
import { readXml } from './xml/read.ts'

// A name means the innermost variable of that name: in both engines, and wherever a function or a
// key is called from.

/** Each of these is true: the outer variables of the same name have other values. */
const cases: Readonly<Record<string, string>> = {
  'a parameter hides a variable of the schema': `<let name="n" value="'let'"/>
    <xsl:function name="u:own" as="xs:string"><xsl:param name="n" as="xs:string"/><xsl:sequence select="$n"/></xsl:function>
    ${pattern(rule('a', assertion('f', "u:own('x') = 'x' and u:own(.) = 'text' and $n = 'let'")))}`,
  'a parameter hides a literal that would be a constant of the code': `<let name="n" value="'^z+$'"/>
    <xsl:function name="u:like" as="xs:boolean"><xsl:param name="n" as="xs:string"/><xsl:sequence select="matches('abc', $n)"/></xsl:function>
    <xsl:function name="u:has" as="xs:integer"><xsl:param name="n" as="xs:string"/><xsl:sequence select="count(//b[. = $n])"/></xsl:function>
    ${pattern(rule('a', assertion('f', "u:like('^a') and not(u:like('^b')) and u:has('1') = 1 and u:has('3') = 0")))}`,
  'a parameter hides a node of the schema': `<let name="n" value="//b"/>
    <xsl:function name="u:count" as="xs:integer"><xsl:param name="n"/><xsl:sequence select="count($n)"/></xsl:function>
    ${pattern(rule('a', assertion('f', 'u:count(.) = 1 and count($n) = 2')))}`,
  'a variable of a function hides its parameter and the schema’s': `<let name="n" value="'let'"/>
    <xsl:function name="u:own" as="xs:string"><xsl:param name="p" as="xs:string"/><xsl:variable name="p" select="concat($p, '!')"/>
      <xsl:variable name="n" select="concat($p, '?')"/><xsl:sequence select="$n"/></xsl:function>
    ${pattern(rule('a', assertion('f', "u:own('x') = 'x!?' and $n = 'let'")))}`,
  'a function sees the variables of the schema, not those of the pattern or the rule that calls it': `
    <let name="n" value="'schema'"/>
    <xsl:function name="u:n" as="xs:string"><xsl:sequence select="$n"/></xsl:function>
    <pattern id="p"><let name="n" value="'pattern'"/>${rule('a', assertion('p', "u:n() = 'schema' and $n = 'pattern'"))}</pattern>
    <pattern id="q">${rule('a', assertion('q', "u:n() = 'schema' and $n = 'schema'"))}</pattern>
    <pattern id="r">${rule('a', `<let name="n" value="'rule'"/>`, assertion('r', "u:n() = 'schema' and $n = 'rule'"))}</pattern>`,
  'a key sees the variables of the schema': `<let name="n" value="'schema'"/>
    <xsl:key name="k" match="b" use="concat(., $n)"/>
    <pattern id="p"><let name="n" value="'pattern'"/>${rule('a', assertion('p', "count(key('k', '1schema')) = 1 and $n = 'pattern'"))}</pattern>
    <pattern id="q">${rule('a', assertion('q', "count(key('k', '2schema')) = 1"))}</pattern>`,
  'for, some and every hide everything': `<let name="n" value="'schema'"/>
    <pattern id="p"><let name="n" value="'pattern'"/>${rule(
      'a',
      `<let name="n" value="'rule'"/>`,
      assertion('for', "(for $n in ('x', 'y') return $n) = 'y' and count(for $n in 1 to 3 return $n) = 3"),
      assertion('some', "(some $n in //b satisfies $n = '2') and $n = 'rule'"),
      assertion('every', "every $n in //b, $m in $n satisfies (for $n in $m return $n) = ('1', '2')"),
      assertion('source', "(for $n in concat($n, '!') return $n) = 'rule!'"),
      assertion('set', "not((some $n in 'rule x' satisfies contains(' schema pattern ', concat(' ', $n, ' '))))"),
    )}</pattern>`,
  'a rule hides its pattern, which hides the schema': `<let name="n" value="'schema'"/>
    <pattern id="p"><let name="n" value="'pattern'"/>
      ${rule('a[$n = "pattern"]', `<let name="n" value="concat($n, '+rule')"/>`, assertion('r', "$n = 'pattern+rule'"))}
      ${rule('b', assertion('p', "$n = 'pattern'"))}</pattern>
    <pattern id="q">${rule('b[$n = "schema"]', assertion('q', "$n = 'schema'"))}${rule('b', assertion('s', 'false()'))}</pattern>`,
  'a path from the root is computed for the variable that it means': `<let name="n" value="'1'"/>
    <pattern id="p"><let name="n" value="'2'"/>${rule('a', assertion('p', "//b[. = $n]/@k = 'two' and exists(/r/b[. = $n])"))}</pattern>
    <pattern id="q">${rule('a', assertion('q', "//b[. = $n]/@k = 'one' and exists(/r/b[. = $n])"))}</pattern>
    <pattern id="r">${rule('a', `<let name="n" value="'3'"/>`, assertion('r', 'not(//b[. = $n]) and empty(/r/b[. = $n])'))}</pattern>`,
  'current() is the node of the rule inside a context': pattern(
    rule('a[count(current()/b) = 0]', assertion('f', 'true()')),
    rule('r[current()/@id = 1]/b', assertion('b', 'false()')),
  ),
}

test('a name means the innermost variable of that name, in both engines', () => {
  const document = '<r id="1"><a>text</a><b k="one">1</b><b k="two">2</b></r>'
  for (const [what, text] of Object.entries(cases)) {
    const sources = [{ name: 'test.sch', text: schematron(text) }]
    const [compiled, reference] = [compileSchema(sources), interpretSchema(sources)]
    assert.ok(compiled.assertions.length > 0)
    for (const engine of [compiled, reference])
      assert.deepEqual(
        findingTexts(readXml(document), (root) => engine.evaluate(root)),
        [],
        what,
      )
  }
})

test('functions of one name in two files are not mixed up, not even where an index is built', () => {
  const file = (name: string, test: string) => ({
    name,
    text: schematron(
      `<xsl:function name="u:f" as="xs:string"><xsl:param name="x"/><xsl:sequence select="${test}"/></xsl:function>` +
        pattern(rule('g', assertion(name, 'every $k in string(.) satisfies count(../b[u:f(.) = $k]) = 1'))),
    ),
  })
  const schema = compileSchema([file('plain', 'string($x)'), file('longer', "concat($x, '!')")])
  const rows = Array.from({ length: 40 }, (_, at) => `<b>${at}</b>`).join('')
  const root = readXml(`<r>${rows}<g>1</g><g>2!</g><g>3</g><g>4!</g></r>`)
  assert.deepEqual(
    findingTexts(root, (element) => schema.evaluate(element)),
    ['plain@42', 'plain@44', 'longer@41', 'longer@43'],
  )
})

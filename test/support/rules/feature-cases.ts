import type { FeatureCase } from './feature-case.ts'
import { assertion, pattern, rule, schematron } from './schematron-text.ts'
import { declaredTypes } from './typed-cases.ts'

// A table for each feature of schemas: documents, and the findings that they must have.

const iso = 'xmlns="http://purl.oclc.org/dsdl/schematron"'

const keys: FeatureCase = {
  feature: 'xsl:key',
  schema: schematron(
    '<xsl:key name="item" match="item" use="@id"/><xsl:key name="item" match="r/extra[@on]" use="code"/>' +
      '<xsl:key name="long" match="item[string-length(@id) &gt; 2] | code" use="number(string-length(.))"/>' +
      pattern(
        rule(
          'item',
          assertion('unique', "count(key('item', @id)) = 1", '<value-of select="count(key(\'item\', @id))"/>'),
        ),
        rule('ref', assertion('known', "key('item', .)"), assertion('many', "count(key('item', ('a', 'x'))) = 2")),
        rule('r', assertion('number', "not(key('long', 3))"), assertion('inside', "key('item', 'a')/code = 'x'")),
      ),
  ),
  documents: {
    '<r><item id="a"><code>x</code></item><extra on="1"><code>x</code></extra><ref>a</ref><ref>x</ref></r>': [],
    '<r><item id="a"/><item id="a"/><extra><code>x</code></extra><ref>a</ref><ref>x</ref></r>': [
      'inside@0 m',
      'unique@1 2',
      'unique@2 2',
      'known@6 m',
    ],
    '<r><item id="abc">abc</item><ref>abc</ref></r>': ['number@0 m', 'inside@0 m', 'many@2 m'],
  },
}

const withoutIds: FeatureCase = {
  feature: 'asserts and reports without id',
  schema: schematron(
    pattern(
      rule('a', '<assert test="@k">one</assert>', '<report test="string(.) = &quot;2&quot;">two</report>'),
      rule(
        '*',
        '<report test="@k = \'z\'">three</report>',
        assertion('named', 'not(@k = "y")'),
        '<assert test="true()"/>',
      ),
    ),
  ),
  documents: {
    '<r><a k="1"/><b/></r>': [],
    '<r><a>2</a><b k="z"/><b k="y"/></r>': ['#1@1 one', '#2@1 two', '#3@2 three', 'named@3 m'],
  },
}

const assembled: FeatureCase = {
  feature: 'includes, extends, abstract patterns and rules',
  files: {
    'one.sch': `<pattern ${iso} id="one"><let name="limit" value="$base + 1"/><include href="two.sch"/></pattern>`,
    'two.sch': `<rule ${iso} context="a"><assert id="two" test=". &lt; $limit">below <value-of select="$limit"/></assert></rule>`,
    'parts.sch': `<x ${iso}><pattern id="no"/><pattern id="yes"><rule context="b"><extends href="rule.sch"/></rule></pattern></x>`,
    'rule.sch': `<rule ${iso} abstract="true" id="f"><let name="own" value="@k"/><assert id="file" test="$own">m</assert></rule>`,
    'template.sch': `<pattern ${iso} abstract="true" id="t"><param name="min" value="1"/><rule context="$node"><extends rule="far"/>
        <assert id="least" test="number(.) >= $min and $minimum = 9">at least <value-of select="$min"/></assert></rule></pattern>`,
  },
  schema: schematron(
    `<let name="base" value="2"/><let name="minimum" value="9"/><include href="one.sch"/><include href="parts.sch#yes"/>
     <include href="template.sch"/>
     <pattern id="rules"><rule abstract="true" id="far"><let name="n" value="."/><assert id="far" test="string($n) != '7'">seven</assert></rule>
       <rule abstract="true" id="near"><extends rule="far"/><assert test="number(.)">number</assert></rule>
       <rule context="d"><extends rule="near"/></rule></pattern>
     <pattern is-a="t" id="i1"><param name="node" value="c | d"/></pattern>
     <pattern is-a="t" id="i2"><param name="node" value="e"/><param name="min" value="2 + 3"/></pattern>`,
  ),
  documents: {
    '<r><a>2</a><b k="1"/><c>1</c><d>1</d><e>5</e></r>': [],
    '<r><a>3</a><b/><c>0</c><d>7</d><e>4</e></r>': [
      'two@1 below 3',
      'file@2 m',
      'far@4 seven',
      'least@3 at least 1',
      'far@4 seven',
      'least@5 at least 5',
    ],
    '<r><d>x</d><e>7</e></r>': ['#4@1 number', 'least@1 at least 1', 'far@2 seven'],
  },
}

const axes: FeatureCase = {
  feature: 'the axes preceding, preceding-sibling and their kin',
  schema: schematron(
    pattern(
      rule(
        'a',
        assertion('new', 'not(. = preceding-sibling::a)'),
        assertion('rising', 'not(preceding-sibling::a) or preceding-sibling::a[1] < .'),
        assertion('first', 'not(preceding::*[last()]/self::b)'),
        assertion('key', 'not(@k = preceding::*/@k)'),
        assertion('next', 'not(following-sibling::*[1]/self::z) and not(following::z[2])'),
      ),
      rule('g', assertion('place', 'count(preceding-sibling::g) + 1 = @n', '<value-of select="count(preceding::*)"/>')),
      rule('h', assertion('up', 'ancestor::g[1]/@n = ancestor-or-self::*[@n][1]/@n')),
    ),
  ),
  documents: {
    '<r><g n="1"><a>1</a><a k="x">2</a></g><g n="2"><a k="y">1</a><h/></g></r>': [],
    '<r><b/><g n="1"><a k="x">2</a><a>2</a></g><g n="3"><a k="x">1</a><h n="4"/></g></r>': [
      'first@3 m',
      'new@4 m',
      'rising@4 m',
      'first@4 m',
      'place@5 4',
      'first@6 m',
      'key@6 m',
      'up@7 m',
    ],
    '<r><a>1</a><z/><g><a/><z/></g></r>': ['next@1 m', 'place@3 2', 'next@4 m'],
  },
}

/** The same schema in several encodings. */
function encoded(encoding: 'latin1' | 'utf16le', declared: string, mark = ''): FeatureCase {
  const declaration = `${mark}<?xml version="1.0" encoding="${declared}"?>`
  return {
    feature: `the encoding ${declared}`,
    encoding,
    files: {
      'part.sch': `${declaration}<pattern ${iso}>${rule('b', assertion('part', '. = "ü"', 'größer'))}</pattern>`,
    },
    schema: `${declaration}${schematron(`${pattern(rule('a', assertion('main', "contains(., 'é')", 'Fehlt: é')))}<include href="part.sch"/>`)}`,
    documents: {
      '<r><a>café</a><b>ü</b></r>': [],
      '<r><a>cafe</a><b>u</b></r>': ['main@1 Fehlt: é', 'part@2 größer'],
    },
  }
}

const variables: FeatureCase = {
  feature: 'variables of other patterns and before their declaration',
  schema: schematron(
    `<let name="sum" value="$one + $two"/><let name="one" value="count(//a)"/>
     <pattern id="p"><let name="two" value="$half * 2"/>${rule('a', assertion('own', '$two = 2'))}</pattern>
     <pattern id="q"><let name="half" value="number(/r/@half)"/>${rule('b', '<let name="one" value="."/>', assertion('hidden', '$one = "b"'), assertion('sum', '$sum = 3'))}</pattern>`,
  ),
  documents: {
    '<r half="1"><a/><b>b</b></r>': [],
    '<r half="2"><a/><b>1</b></r>': ['own@1 m', 'hidden@2 m', 'sum@2 m'],
    '<r half="0.5"><a/><a/><b>b</b></r>': ['own@1 m', 'own@2 m'],
  },
}

const parentheses: FeatureCase = {
  feature: 'parentheses in paths',
  schema: schematron(
    pattern(
      rule('r/(a | b)/c', assertion('context', '@k')),
      rule('(d | e)[@f]', assertion('filter', "string(.) = '1'")),
      rule(
        'r',
        assertion('first', '(//c)[1] = 1'),
        assertion('last', '(a | b)[last()]/c or not(a | b)'),
        assertion('step', 'not((a, b)/(c | g)[@k = 9])'),
        assertion('each', 'count(a/(c, g, c)) = count(a/(c | g))'),
        assertion('empty', 'not(a/(.)[@x])'),
      ),
    ),
  ),
  documents: {
    '<r><a><c k="1">1</c></a><d>2</d><e f="1">1</e></r>': [],
    '<r><b><c k="9">2</c><g k="9"/></b><a x="1"/><e f="1"/><g><c/></g></r>': [
      'first@0 m',
      'last@0 m',
      'step@0 m',
      'empty@0 m',
      'filter@5 m',
    ],
    '<r><a><c>1</c></a></r>': ['context@2 m'],
  },
}

const documentNode: FeatureCase = {
  feature: 'the document node as context',
  schema: schematron(
    pattern(
      rule('/', '<let name="n" value="count(//*)"/>', assertion('root', 'r/c', '<value-of select="$n"/>')),
      rule('/r', assertion('r', '@k')),
    ) + '<pattern id="q"><rule context="/ | c"><report test="count(*) = 0" id="empty">m</report></rule></pattern>',
  ),
  documents: {
    '<r k="1"><c><d/></c></r>': [],
    '<r><c/></r>': ['r@0 m', 'empty@1 m'],
    '<s><r/></s>': ['root@/ 2'],
  },
}

const functions: FeatureCase = {
  feature: 'xsl:function',
  schema: schematron(
    `<xsl:function name="u:sum" as="xs:decimal"><xsl:param name="text" as="xs:string"/><xsl:param name="weights"/>
       <xsl:variable name="digits" select="for $c in string-to-codepoints($text) return $c - 48"/>
       <xsl:sequence select="sum(for $at in 1 to count($digits) return $digits[$at] * $weights[$at])"/></xsl:function>
     <xsl:function name="u:isKnown" as="xs:boolean"><xsl:param name="value"/>
       <xsl:choose><xsl:when test="$value = ('A', 'B')"><xsl:sequence select="true()"/></xsl:when>
         <xsl:when test="matches($value, '^[0-9]+$')"><xsl:value-of select="u:sum($value, (1, 2, 3)) mod 5 = 0"/></xsl:when>
         <xsl:otherwise><xsl:message>unknown</xsl:message><xsl:sequence select="false()"/></xsl:otherwise></xsl:choose></xsl:function>
     <xsl:function name="u:depth"><xsl:param name="e"/><xsl:sequence select="if ($e/*) then 1 + max(for $c in $e/* return u:depth($c)) else 0"/></xsl:function>
     <xsl:function name="u:words"><xsl:param name="e"/><xsl:for-each select="$e/*"><xsl:if test="@k"><xsl:value-of select="@k"/></xsl:if></xsl:for-each></xsl:function>` +
      pattern(
        rule('a', assertion('known', 'u:isKnown(string(.))', '<value-of select="u:isKnown(string(.))"/>')),
        rule('r', assertion('depth', 'u:depth(.) < 3'), assertion('words', "not(u:words(.) = 'z')")),
      ),
  ),
  documents: {
    '<r><a k="y">A</a><a>120</a><a>5</a></r>': [],
    '<r><a k="y">C</a><a k="z">132</a><b><c><d/></c></b></r>': [
      'depth@0 m',
      'words@0 m',
      'known@1 false',
      'known@2 false',
    ],
  },
}

const remarks: FeatureCase = {
  feature: 'contexts of texts, comments and processing instructions',
  schema: schematron(
    pattern(
      rule('r/comment()', assertion('empty', 'normalize-space()', '<value-of select="name(..)"/>')),
      rule('comment()[contains(., "TODO")]', assertion('todo', 'false()', '<value-of select="."/>')),
      rule('processing-instruction("p")', assertion('data', '. = ../@k', '<name/>')),
      rule('a/text()[../@n]', assertion('text', '. = "t"', '<value-of select="."/>')),
      rule('node()', assertion('any', 'not(self::processing-instruction())', '<name/>')),
    ),
  ),
  documents: {
    '<r k="1"><!--x--><?p 1?><a n="1">t</a><a>u</a></r>': [],
    '<r k="1"><!-- --><a n="1">t<!--TODO 1-->u<?p 2?></a><?q?><?p 3?></r>': [
      'empty@0/comment()[1] r',
      'todo@1/comment()[1] TODO 1',
      'text@1/text()[2] u',
      'data@1/processing-instruction(p)[1] p',
      'any@0/processing-instruction(q)[1] q',
      'data@0/processing-instruction(p)[1] p',
    ],
  },
}

const contexts: FeatureCase = {
  feature: 'unions and predicates in contexts',
  schema: schematron(
    `<let name="strict" value="/r/@mode = 'strict'"/>` +
      pattern(
        rule('a[1] | b[@k = 1]/c', assertion('either', 'text()')),
        rule('a[last()][. = "2"]', assertion('last', 'false()', 'last')),
        rule('a[$strict]', assertion('strict', 'false()', 'strict')),
        rule('p:a | *[local-name() = "x"] | //b/c[not(preceding-sibling::c)]', assertion('names', '@n')),
        rule('*[@z][position() = 2]', assertion('second', 'false()', 'second')),
      ),
  ),
  documents: {
    '<r><a>1</a><a/><b k="1"><c>1</c></b><b><c n="1"/><c/></b></r>': [],
    '<r mode="strict"><a/><a/><a>2</a></r>': ['either@1 m', 'strict@2 strict', 'last@3 last'],
    '<r><p:a xmlns:p="urn:p"/><q:x xmlns:q="urn:q"/><b><c/><c/></b><e z="1"/><e z="2"/></r>': [
      'names@1 m',
      'names@2 m',
      'names@4 m',
      'second@7 second',
    ],
  },
}

const clock: FeatureCase = {
  feature: 'current-date() with a given clock',
  now: '2026-03-01T23:30:00Z',
  schema: schematron(
    pattern(
      rule(
        'a',
        assertion('past', 'xs:date(.) <= current-date()', '<value-of select="current-date()"/>'),
        assertion('days', 'days-from-duration(current-date() - xs:date(.)) < 10'),
        assertion('time', "xs:dateTime(concat(., 'T23:29:59Z')) < current-dateTime()"),
        assertion('late', "current-time() > xs:time('23:00:00Z')"),
        assertion('year', 'year-from-date(current-date()) = number(substring(., 1, 4))'),
      ),
    ),
  ),
  documents: {
    '<a>2026-03-01</a>': [],
    '<a>2026-03-02</a>': ['past@0 2026-03-01Z', 'time@0 m'],
    '<a>2025-12-31</a>': ['days@0 m', 'year@0 m'],
  },
}

const otherFiles: FeatureCase = {
  feature: 'document()',
  files: {
    'codes.xml':
      '<codes><list id="1"><code value="A"/><code value="1">one</code></list><list id="2"><code value="B"/></list></codes>',
  },
  schema: schematron(
    `<let name="codes" value="document('codes.xml')/codes"/>` +
      pattern(
        rule(
          'a',
          assertion('listed', '$codes/list[@id = 1]/code/@value = .'),
          assertion('own', "document('codes.xml')//code[@value = current()]"),
          assertion(
            'other',
            "not(doc('codes.xml')//list[@id = '2']/code[@value = string(current())])",
            '<value-of select="count(doc(\'codes.xml\')//code)"/>',
          ),
        ),
      ),
  ),
  documents: {
    '<r><a>A</a><a>1</a></r>': [],
    '<r><a>B</a><a>C</a></r>': ['listed@1 m', 'other@1 3', 'listed@2 m', 'own@2 m'],
  },
}

/** The same schema without a wanted phase, and with each phase. */
function phased(phase: string | undefined, found: readonly string[]): FeatureCase {
  const check = (id: string, test: string) => `<pattern id="${id}">${rule('a', assertion(id, test))}</pattern>`
  return {
    feature: `phase ${phase ?? 'of the schema'}`,
    ...(phase === undefined ? {} : { phase }),
    schema: schematron(
      `<phase id="first"><active pattern="p1"/></phase>
       <phase id="both"><let name="n" value="2"/><active pattern="p1"/><active pattern="p3"/></phase>
       ${check('p1', '. = 1')}${check('p2', '. != 3')}${phase === 'both' ? check('p3', '. < $n') : ''}`,
    ).replace('<schema ', '<schema defaultPhase="first" '),
    documents: { '<r><a>1</a></r>': [], '<r><a>3</a></r>': found },
  }
}

const wordings: FeatureCase = {
  feature: 'diagnostics and value-of',
  schema: schematron(
    `${pattern(
      rule(
        'b',
        '<let name="v" value="(1, 2)"/>',
        '<assert id="a" test="@k" diagnostics="d e">At <name/> of <name path="name(..)"/>:\n <value-of select="../c"/></assert>',
        '<report id="r" test="c = 2" diagnostics="e"><value-of select="$v"/>, <value-of select="c * 1.50"/></report>',
      ),
    )}<diagnostics><diagnostic id="d">It is <value-of select="string(c)"/>.</diagnostic><diagnostic id="e">Plain</diagnostic></diagnostics>`,
  ),
  documents: {
    '<r><b k="1"><c>1</c></b></r>': [],
    '<r><c>x</c><c>y</c><b><c>2</c></b></r>': ['a@3 At b of r: x y [It is 2.] [Plain]', 'r@3 1 2, 3 [Plain]'],
  },
}

const parameters: FeatureCase = {
  feature: 'parameters',
  parameters: { limit: '2' },
  schema: schematron(
    `<let name="limit" value="1"/><let name="twice" value="concat($limit, $limit)"/>` +
      pattern(rule('a', assertion('limit', '. = $limit', '<value-of select="$twice"/>'))),
  ),
  documents: { '<a>2</a>': [], '<a>1</a>': ['limit@0 22'] },
}

const pathValues: FeatureCase = {
  feature: 'paths that end in values',
  schema: schematron(
    `<xsl:key name="i" match="i" use="'all'"/>` +
      pattern(
        rule(
          'x',
          assertion('predicate', "i[../b/(upper-case(c) = 'V')]"),
          assertion('test', "b[1]/(c = 'V')"),
          assertion('parent', 'b/../(i = 1)'),
          assertion('keys', "count(b/key('i', 'all')) = count(i)"),
          assertion('branches', 'count(b/(if (c) then .. else .)) = 1'),
          assertion('branch', 'if (b) then e[1] else i[1]'),
          assertion('inner', "not(b[1]/(every $c in c satisfies $c = 'W'))"),
        ),
      ),
  ),
  documents: {
    '<r><x><e/><i>1</i><b><c>V</c></b></x></r>': [],
    '<r><x><i>1</i><b><c>W</c></b></x></r>': ['predicate@1 m', 'test@1 m', 'branch@1 m', 'inner@1 m'],
    '<r><x><e/><i>2</i><i>1</i><b><c>V</c></b></x><x><e/><i>2</i><b><c>V</c></b></x></r>': [
      'keys@1 m',
      'parent@7 m',
      'keys@7 m',
    ],
  },
}

export const featureCases: readonly [FeatureCase, ...FeatureCase[]] = [
  keys,
  withoutIds,
  assembled,
  axes,
  encoded('latin1', 'ISO-8859-1'),
  encoded('utf16le', 'UTF-16', '\uFEFF'),
  variables,
  parentheses,
  documentNode,
  functions,
  declaredTypes,
  contexts,
  remarks,
  clock,
  otherFiles,
  phased(undefined, ['p1@1 m']),
  phased('both', ['p1@1 m', 'p3@1 m']),
  phased('#ALL', ['p1@1 m', 'p2@1 m']),
  wordings,
  parameters,
  pathValues,
]

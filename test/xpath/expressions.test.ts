import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readJudged } from '@selfbill/schematron/read-xml'
import { Element } from '@selfbill/schematron/xml'
import { functionNames } from '../../schematron/src/interpreter/functions.ts'
import { signatures } from '../../schematron/src/xpath/signatures.ts'
import { effort, times } from '../support/effort.ts'
import { documents } from './documents.ts'
import { generated, interpreted, interpretedTruth, onContexts, parsed, refusal } from './engines.ts'
import { expressionsOf } from './grammar.ts'

// Values with their types by the specifications, and the generated code against the reference engine
// on random expressions. `npm run test:xpath` compares with Saxon.

const document = `<r xmlns:p="urn:p" xml:lang="de-AT" p:x="1" y="$1"> <b>2</b><b>3</b><!-- c --><?pi a b?><c>x<!-- d -->y</c></r>`

/** An expression, and its items; `error` for a failure. */
type Row = readonly [expression: string, items: string]

const replacements: readonly Row[] = [
  ["replace('a.b', '\\.', '[$0]')", "(string 'a[.]b')"],
  ["replace('abc', 'b', '$$')", 'error'],
  ["replace('abc', 'x', '$$')", 'error'],
  ["replace('abc', 'b', '\\$')", "(string 'a$c')"],
  ["replace('abc', 'b', '\\\\')", "(string 'a\\\\c')"],
  ["replace('abc', 'b', '\\n')", 'error'],
  ["replace('abc', 'b', 'x\\')", 'error'],
  ["replace('abc', '(b)', '<$1>')", "(string 'a<b>c')"],
  ["replace('abc', '(b)', '$12')", "(string 'ab2c')"],
  ["replace('abc', 'b', '$1')", "(string 'ac')"],
  ["replace('abc', 'b', '$&amp;')", 'error'],
  ['replace("abc", "b", "$\'")', 'error'],
  ["replace('abc', 'b', '$`')", 'error'],
  ["replace('a.c', '.', '$0$', 'q')", "(string 'a$0$c')"],
  ["replace('abc', 'b?', 'x')", 'error'],
  ["replace('ab', '(a)|(b)', '[$1$2]')", "(string '[a][b]')"],
]

const regularExpressions: readonly Row[] = [
  ["matches('I', '\u0131', 'i')", "(boolean 'true')"],
  ["matches('\u0130', 'i', 'i')", "(boolean 'false')"],
  ["matches('\u212a', 'k', 'i')", "(boolean 'true')"],
  ["matches('\u017f', '[A-Z]', 'i')", "(boolean 'true')"],
  ["matches('\u03a3', '\u03c2', 'i')", "(boolean 'true')"],
  ["matches('a', '\\p{Lu}', 'i')", "(boolean 'false')"],
  ["matches('A', '[^a]', 'i')", "(boolean 'false')"],
  ["matches('abA', '^(a)b\\1$', 'i')", "(boolean 'true')"],
  ["matches('x:y-1', '^\\i\\c*$')", "(boolean 'true')"],
  ["matches('1x', '^\\i')", "(boolean 'false')"],
  ["matches('a:b', '^[\\i-[:]]+$')", "(boolean 'false')"],
  ["matches('-', '\\I')", "(boolean 'true')"],
  ["matches(' ', '\\C')", "(boolean 'true')"],
  ["matches('\u{1F600}', '^.$')", "(boolean 'true')"],
  ["matches('\u{1F600}', '^[\u{1F600}-\u{1F64F}]$')", "(boolean 'true')"],
  ["matches('\u{1F600}', '\\p{IsEmoticons}')", "(boolean 'true')"],
  ["matches('\u0645', '^\\p{IsArabic}$')", "(boolean 'true')"],
  ["matches('a', '\\P{IsBasicLatin}')", "(boolean 'false')"],
  ["matches('a', '\\p{IsNowhere}')", 'error'],
  ["matches('a', '\\p{Xx}')", 'error'],
  ["matches('e', '^[a-z-[aeiou]]$')", "(boolean 'false')"],
  ["matches('B', '^[^a-z-[A]]$')", "(boolean 'true')"],
  ["matches('A', '^[^a-z-[A]]$')", "(boolean 'false')"],
  ["matches('5', '^[^\\D]$')", "(boolean 'true')"],
  ["matches('x', '[\\S]')", "(boolean 'true')"],
  ["matches('a b', 'a b', 'x')", "(boolean 'false')"],
  ["matches('a b', 'a[ ]b', 'x')", "(boolean 'true')"],
  ["matches('a.b', 'a.b', 'q') and not(matches('axb', 'a.b', 'q'))", "(boolean 'true')"],
  ["matches(codepoints-to-string((97, 10, 98)), '^b$', 'm')", "(boolean 'true')"],
  ["matches(codepoints-to-string((97, 10)), '^$', 'm')", "(boolean 'false')"],
  ["matches('-', '[a\\-z]') and matches('-', '[-a]') and matches('-', '[a-]')", "(boolean 'true')"],
  ["matches('a', '[b-a]')", 'error'],
  ["matches('a', 'a(?=b)')", 'error'],
  ["matches('aa', '(a\\1)')", 'error'],
  ["matches('a', 'a{,2}')", 'error'],
  ["matches('a', '\\q')", 'error'],
  ["tokenize('a b  c', '\\s+')", "(string 'a', string 'b', string 'c')"],
]

const integers: readonly Row[] = [
  ['9007199254740993', "(integer '9007199254740993')"],
  ['9007199254740992 + 1', "(integer '9007199254740993')"],
  ['9007199254740993 * 9007199254740993', "(integer '81129638414606699710187514626049')"],
  ['9007199254740993 idiv 2', "(integer '4503599627370496')"],
  ['9007199254740993 mod 2', "(integer '1')"],
  ['-9007199254740993 mod 2', "(integer '-1')"],
  ['9007199254740993 = 9007199254740992', "(boolean 'false')"],
  ['9007199254740993 > 9007199254740992', "(boolean 'true')"],
  ["xs:integer('12345678901234567890') - 1", "(integer '12345678901234567889')"],
  ['string(round(12345678901234567890.5))', "(string '12345678901234567891')"],
  ['9007199254740992 to 9007199254740993', "(integer '9007199254740992', integer '9007199254740993')"],
  ['count(9007199254740990 to 9007199254740993)', "(integer '4')"],
  ['xs:integer(1e21)', "(integer '1000000000000000000000')"],
  ['1e20 idiv 1', "(integer '100000000000000000000')"],
  ['sum((9007199254740993, 1))', "(integer '9007199254740994')"],
  ['count(b) + 9007199254740993', "(integer '9007199254740995')"],
  ['abs(-9007199254740993)', "(integer '9007199254740993')"],
  ['(3037000500 * 3037000500) idiv count(b)', "(integer '4611686018500125000')"],
]

const numbers: readonly Row[] = [
  ["format-number(1, '#.###')", "(string '1.0')"],
  ["format-number(0, '#.#')", "(string '.0')"],
  ["format-number(0.5, '#')", "(string '0')"],
  ["format-number(1234567.891, '#,##0.00')", "(string '1,234,567.89')"],
  ["format-number(1234567, '#,##,##0')", "(string '12,34,567')"],
  ["format-number(0.123456, '0.###,###')", "(string '0.123,456')"],
  ["format-number(-1, '0;(0)')", "(string '(1)')"],
  ["format-number(0.25, '0%')", "(string '25%')"],
  ["format-number(1e21, '0')", "(string '1000000000000000000000')"],
  ["format-number(2.675e0, '0.00')", "(string '2.68')"],
  ["format-number(-1e0 div 0, '0.0')", "(string '-Infinity')"],
  ["format-number((), '0')", "(string 'NaN')"],
  ["format-number(1, '')", 'error'],
  ["format-number(1, '0.0.0')", 'error'],
  ["format-number(1, '0#')", 'error'],
  ['1e21', "(double '1.0E21')"],
  ['1.5e-7', "(double '1.5E-7')"],
  ['-0e0', "(double '-0')"],
  ['1e0 div 0', "(double 'INF')"],
  ["string(xs:double('-INF'))", "(string '-INF')"],
  ['round-half-to-even(-0.14e0)', "(double '-0')"],
  ['round(-0.2e0, 0)', "(double '-0')"],
  ['round(2.125e0, 2)', "(double '2.13')"],
  ['round(1.5, 200)', "(decimal '1.5')"],
  ['round-half-to-even(1.5, 200)', "(decimal '1.5')"],
  ['round(15, -200), round-half-to-even(15e0, -200)', "(integer '0', double '0')"],
  ['round(1234.5, -2), round(1250, -2), round(-1250, -2)', "(decimal '1200', integer '1300', integer '-1200')"],
  ['xs:decimal(0.125e0)', "(decimal '0.125')"],
  ['xs:decimal(1e-110) > 0', "(boolean 'true')"],
  ['string-length(string(xs:decimal(0.1e0)))', "(integer '57')"],
  ['max((3, 2.0e0))', "(double '3')"],
  ['min((2.5, 3))', "(decimal '2.5')"],
  ['max(b)', "(double '3')"],
  ['min((1, "a"))', 'error'],
  ["sum((xs:double('NaN'), xs:untypedAtomic('x')))", "(double 'NaN')"],
  ['1 div 3000', "(decimal '0.000333333333333333')"],
  ['1 div 3000.0', "(decimal '0.000333333333333333333')"],
  ['(b[1] + b[2]) div 2', "(double '2.5')"],
]

const moments: readonly Row[] = [
  ["xs:dayTimeDuration('PT4H30M') * -1", "(dayTimeDuration '-PT4H30M')"],
  ["2 * xs:dayTimeDuration('PT36H')", "(dayTimeDuration 'P3D')"],
  ["xs:dayTimeDuration('P1D') div 4", "(dayTimeDuration 'PT6H')"],
  ["xs:dayTimeDuration('P1D') div xs:dayTimeDuration('PT7H')", "(decimal '3.42857142857142857143')"],
  ["xs:dayTimeDuration('P1D') div 0", 'error'],
  ["xs:dayTimeDuration('P1D') * xs:double('NaN')", 'error'],
  ["sum((xs:dayTimeDuration('PT1H'), xs:dayTimeDuration('PT30M')))", "(dayTimeDuration 'PT1H30M')"],
  ["avg((xs:dayTimeDuration('PT1H'), xs:dayTimeDuration('PT2H')))", "(dayTimeDuration 'PT1H30M')"],
  ["xs:dayTimeDuration('PT0.000001S')", "(dayTimeDuration 'PT0.000001S')"],
  ["xs:time('00:00:00.001-05:30') - xs:time('24:00:00')", "(dayTimeDuration 'PT5H30M0.001S')"],
  ["xs:time('10:00:00.1Z') = xs:time('14:00:00.1+04:00')", "(boolean 'true')"],
  ["xs:time('23:00:00') + xs:dayTimeDuration('P400DT2H')", "(time '01:00:00')"],
  ["adjust-time-to-timezone(xs:time('00:00:00.001-05:30')) = xs:time('00:00:00.001-05:30')", "(boolean 'true')"],
  ["xs:dayTimeDuration('P1D') + xs:date('2024-02-28')", "(date '2024-02-29')"],
  ["xs:date('2024-02-28') + xs:dayTimeDuration('P1D')", "(date '2024-02-29')"],
  [
    "xs:dateTime('1969-12-31T23:59:59.999Z') - xs:dateTime('0000-01-01T00:00:00Z')",
    "(dayTimeDuration 'P719527DT23H59M59.999S')",
  ],
  ["xs:dateTime('-0044-03-15T00:00:00.999') + xs:dayTimeDuration('P1D')", "(dateTime '-0044-03-16T00:00:00.999')"],
]

const nodes: readonly Row[] = [
  ['name(@p:x), local-name(@p:x), namespace-uri(@p:x)', "(string 'p:x', string 'x', string 'urn:p')"],
  ['name(@xml:lang)', "(string 'xml:lang')"],
  ['string(@xml:lang)', "(string 'de-AT')"],
  ['@y[.//@*]', '()'],
  ['count(@y/descendant-or-self::node())', "(integer '1')"],
  ['boolean((0, b))', 'error'],
  ['boolean((b, 0))', "(boolean 'true')"],
  ['boolean((0, zz))', "(boolean 'false')"],
  ['(1 to 3)[.]', '(' + "integer '1', integer '2', integer '3')"],
  ['(c | b)[position() = last()]/name()', "(string 'c')"],
  ['string((c | b)/(if (position() = 1) then "first" else "later") = "first")', "(string 'true')"],
  ['(1, 2)[//b]', 'error'],
  ['distinct-values(b)', "(untypedAtomic '2', untypedAtomic '3')"],
  ['string-length(string(.))', "(integer '5')"],
  ['text()', '(/r[1]/text()[1])'],
  ['count(node())', "(integer '6')"],
  ['comment()', '(/r[1]/comment()[1])'],
  [
    'processing-instruction(), processing-instruction("pi")/name()',
    "(/r[1]/processing-instruction(pi)[1], string 'pi')",
  ],
  ['processing-instruction(other)', '()'],
  ['data(comment())', "(string ' c ')"],
  ['string(processing-instruction())', "(string 'a b')"],
  ['c/text()[2]', '(/r[1]/c[1]/text()[2])'],
  ['c = "xy"', "(boolean 'true')"],
  ['c/node()[2] instance of comment()', "(boolean 'true')"],
  ['b[2]/following-sibling::node()[1] instance of comment()', "(boolean 'true')"],
  ['path(c/comment())', "(string '/Q{}r[1]/Q{}c[1]/comment()[1]')"],
]

const failures: readonly Row[] = [
  ['codepoints-to-string(0)', 'error'],
  ['codepoints-to-string(1114112)', 'error'],
  ['codepoints-to-string(55296)', 'error'],
  ['codepoints-to-string(-1)', 'error'],
  ['string-length(codepoints-to-string(for $v0 in 1 to 200000 return 97))', "(integer '200000')"],
  ['codepoints-to-string((97, 128512))', "(string 'a\u{1F600}')"],
  ["translate('a', 'a', ())", 'error'],
  ["string-join(('a', 'b'), ())", 'error'],
  ["matches('a', ())", 'error'],
  ["replace('a', 'a', ())", 'error'],
  ["translate((), 'a', 'b')", "(string '')"],
  ["tokenize('', '[')", '()'],
  ['path(b)', 'error'],
  ['remove(b, 1.5)', 'error'],
  ['insert-before(b, 1.5, 1)', 'error'],
  ['round(2.5, 1.5)', 'error'],
  ["round(2.55, xs:untypedAtomic('1'))", "(decimal '2.6')"],
]

const groups: Readonly<Record<string, readonly Row[]>> = {
  'a replacement has the syntax of XPath': replacements,
  'regular expressions have the syntax of XML Schema': regularExpressions,
  'integers have no limit': integers,
  'numbers are written, rounded and formatted by the specification': numbers,
  'dates, times and durations are counted exactly': moments,
  'all kinds of nodes are there, with their names': nodes,
  'a wrong argument is an error of the rule': failures,
}

/** Our outcome on the root element, with `error` for each failure. */
function outcomeOf(expression: string): string {
  if (refusal(expression) !== undefined) return 'refused'
  const found: string[] = []
  onContexts(readJudged(document), '/*', undefined, (item, of) => {
    const line = interpreted(parsed(expression), item, of)
    found.push(line.startsWith('error') ? 'error' : line)
  })
  return found.join()
}

for (const [title, rows] of Object.entries(groups)) {
  test(title, () => {
    const wrong = rows.flatMap(([expression, items]) => {
      const found = outcomeOf(expression)
      return [...(found === items ? [] : [`${expression} is ${found}, not ${items}`]), ...disagreements(expression)]
    })
    assert.deepEqual(wrong, [])
  })
}

test('each function has a signature, and each signature a function', () => {
  const names = functionNames().filter((name) => !name.startsWith('#'))
  assert.deepEqual([...names].sort(), [...signatures.keys()].sort())
})

test('what is not there is refused by its name', () => {
  const wanted: readonly (readonly [expression: string, name: string])[] = [
    ['deep-equal(b, c)', 'deep-equal with 2'],
    ['count()', 'count with 0'],
    ['substring("a")', 'substring with 1'],
    ['substring("a", 1, 2, 3)', 'substring with 4'],
    ['concat("a")', 'concat with 1'],
    ['xs:float("1")', 'xs:float|}float'],
    ['"1" cast as xs:anyURI', 'xs:anyURI'],
    ['. instance of xs:token', 'xs:token'],
    ['. instance of element(b)', 'a type with a name'],
    ['. instance of schema-element(b)', 'schema-element'],
    ['b treat as element()', 'treat'],
    ['namespace::p', 'the axis namespace'],
    ['@nowhere:x', 'the prefix nowhere'],
    ['$x', 'the variable \\$x'],
  ]
  for (const [expression, name] of wanted) assert.match(refusal(expression) ?? 'accepted', new RegExp(name), expression)
})

const roots = documents.map(({ text, contexts }) => ({ root: readJudged(text), contexts }))

test('generated code gives what the reference engine gives, for random expressions', () => {
  const count = times({ quick: 100, full: 400, long: 20_000 })
  const expressions = expressionsOf(effort === 'long' ? Date.now() : 7, count)
  const wrong = expressions.flatMap(({ text }) => (refusal(text) === undefined ? disagreements(text) : []))
  assert.deepEqual(wrong, [])
  const compiled = expressions.filter(({ text }) => refusal(text) === undefined && generatedOf(text)?.truth)
  assert.ok(compiled.length > expressions.length / 4, `only ${compiled.length} are compiled`)
})

/** Where the two engines differ in a truth value, in a failure, or in the number of items. */
function disagreements(text: string): readonly string[] {
  const expression = parsed(text)
  const { listed, items, truth } = generatedOf(text) ?? {}
  const wrong: string[] = []
  for (const { root, contexts } of roots) {
    onContexts(root, contexts, listed, (item, of) => {
      if (!(item instanceof Element)) return
      const pairs = [
        [truth?.(item, of), interpretedTruth(expression, item, of)],
        [items?.(item, of), interpreted(expression, item, of)].map((line) =>
          line?.replaceAll(/'[^']*'|"(?:[^"\\]|\\.)*"/g, 'x'),
        ),
      ]
      for (const [compiled, wanted = ''] of pairs) {
        if (compiled === undefined || (compiled.startsWith('error') && wanted.startsWith('error'))) continue
        if (shapeOf(compiled) !== shapeOf(wanted)) wrong.push(`${text}: ${compiled}, not ${wanted}`)
      }
    })
  }
  return wrong.slice(0, 1)
}

/** A truth value or a failure as it is; of several items the number, since kinds are no types. */
function shapeOf(line: string): string | number {
  return line.startsWith('(') ? (line === '()' ? 0 : line.split(', ').length) : line.slice(0, 5)
}

/** A constant pattern that is wrong is refused when a schema is compiled. */
function generatedOf(text: string) {
  try {
    return generated(parsed(text))
  } catch (error) {
    assert.match(String(error), /is not a regular expression|are not flags|is not a category/)
    return undefined
  }
}

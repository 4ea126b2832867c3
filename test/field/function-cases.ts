import { escapeXml } from '@selfbill/schematron/xml'

// A schema that calls every function of XPath that our engines have, on documents for which each test
// holds and fails. Its messages show the values, so that a wrong value is seen even where the test
// does not depend on it.

/** Where an expression is evaluated; `$n`, `$d`, `$t` and `$at` are the value of the element there. */
const contexts = {
  text: { context: 'v', variables: '' },
  number: { context: 'v[. castable as xs:decimal]', variables: '<let name="n" value="xs:decimal(.)"/>' },
  date: { context: 'v[. castable as xs:date]', variables: '<let name="d" value="xs:date(.)"/>' },
  time: { context: 'v[. castable as xs:time]', variables: '<let name="t" value="xs:time(.)"/>' },
  moment: { context: 'v[. castable as xs:dateTime]', variables: '<let name="at" value="xs:dateTime(.)"/>' },
} as const

interface FunctionCase {
  readonly on: keyof typeof contexts
  readonly test: string
  /** Shown in the message. */
  readonly value: string
}

function onText(test: string, value = test): FunctionCase {
  return { on: 'text', test, value }
}

function onNumber(test: string, value: string): FunctionCase {
  return { on: 'number', test, value }
}

/** By the name of the function; `error` is not there, because it ends the run of a stylesheet. */
export const functionCases: Readonly<Record<string, FunctionCase>> = {
  abs: onNumber('abs($n) > 2', 'abs($n)'),
  'adjust-date-to-timezone': {
    on: 'date',
    test: "adjust-date-to-timezone($d, xs:dayTimeDuration('PT2H')) > xs:date('2026-02-01+02:00')",
    value: "adjust-date-to-timezone($d, xs:dayTimeDuration('PT2H'))",
  },
  'adjust-dateTime-to-timezone': {
    on: 'moment',
    test: "contains(string(adjust-dateTime-to-timezone($at, xs:dayTimeDuration('-PT5H'))), '-31')",
    value: "adjust-dateTime-to-timezone($at, xs:dayTimeDuration('-PT5H'))",
  },
  'adjust-time-to-timezone': {
    on: 'time',
    test: "starts-with(string(adjust-time-to-timezone($t, xs:dayTimeDuration('PT4H'))), '03')",
    value: "adjust-time-to-timezone($t, xs:dayTimeDuration('PT4H'))",
  },
  avg: onNumber('avg(($n, 3)) > 2.5', 'avg(($n, 3))'),
  boolean: onText('boolean(@k[. = current()])'),
  ceiling: onNumber('ceiling($n) = 3', 'ceiling($n)'),
  'codepoints-to-string': onText(
    'codepoints-to-string((97, 98, 99)) = .',
    'codepoints-to-string(string-to-codepoints(.))',
  ),
  compare: onText("compare(., 'abc') < 0", "compare(., 'abc')"),
  concat: onText("concat(., '-', @k) = 'abc-c'", "concat(., '-', @k)"),
  contains: onText('contains(., @k)'),
  count: onText('count(../v[. = current()]) > 4', 'count(../v[. = current()])'),
  current: onText('../v[@k = current()]', 'count(../v[@k = current()])'),
  'current-date': { on: 'date', test: 'current-date() > $d', value: 'exists(current-date())' },
  'current-dateTime': { on: 'moment', test: 'current-dateTime() > $at', value: 'exists(current-dateTime())' },
  // In no minute of a day do both lie on the same side.
  'current-time': {
    on: 'time',
    test: "(current-time() ge xs:time('00:00:00Z')) = ($t > xs:time('12:00:00Z'))",
    value: 'exists(current-time())',
  },
  data: onText("data(@k) = 'c'", 'data(@k)'),
  'day-from-date': { on: 'date', test: 'day-from-date($d) = 31', value: 'day-from-date($d)' },
  'day-from-dateTime': { on: 'moment', test: 'day-from-dateTime($at) = 31', value: 'day-from-dateTime($at)' },
  'days-from-duration': {
    on: 'date',
    test: "days-from-duration($d - xs:date('2026-01-01')) > 40",
    value: "days-from-duration($d - xs:date('2026-01-01'))",
  },
  'distinct-values': onText(
    'count(distinct-values((string(.), string(@k)))) = 1',
    "string-join(distinct-values(../v/@k), '|')",
  ),
  doc: onText("doc('codes.xml')/codes/c = .", "count(doc('codes.xml')//c)"),
  document: onText("document('codes.xml')/codes/c[@n = '1'] = .", "document('codes.xml')/codes/c[1]"),
  empty: onText('empty(@k)'),
  'ends-with': onText('ends-with(., @k)'),
  'exactly-one': onText("exactly-one(.) = 'abc'", 'exactly-one(.)'),
  exists: onText('exists(@k)'),
  false: onText("(. = 'abc') = false()", 'false()'),
  floor: onNumber('floor($n) = 2', 'floor($n)'),
  'format-number': onNumber("format-number($n, '#0.00') = '2.50'", "format-number($n, '#,##0.00')"),
  'implicit-timezone': {
    on: 'date',
    test: "xs:date('2026-01-31') - $d = implicit-timezone()",
    value: 'string(implicit-timezone())',
  },
  'index-of': onText("index-of(('a', 'abc', 'c'), string(.)) = 2", "index-of(('a', 'c', 'c'), string(@k))"),
  'insert-before': onText(
    "insert-before(('a', 'c'), 2, string(.))[2] = 'abc'",
    "string-join(insert-before(('a', 'c'), 2, string(.)), '|')",
  ),
  key: onText("count(key('byK', .)) > 0", "count(key('byK', .))"),
  last: onText('../v[last()] is .', 'string(../v[last()])'),
  'local-name': onText("local-name(@*[2]) = 'n'", 'local-name(@*[2])'),
  'lower-case': onText("lower-case(.) = 'abc'", 'lower-case(.)'),
  matches: onText("matches(., '^[a-c]+$')", "matches(., 'B', 'i')"),
  max: onNumber('max(($n, 2)) > 2', 'max(($n, 2))'),
  min: onNumber('min(($n, 2)) = 2', 'min(($n, 2))'),
  'month-from-date': { on: 'date', test: 'month-from-date($d) = 1', value: 'month-from-date($d)' },
  'month-from-dateTime': { on: 'moment', test: 'month-from-dateTime($at) = 1', value: 'month-from-dateTime($at)' },
  name: onText("name(*) = 'p:x'", 'name(*)'),
  'namespace-uri': onText("namespace-uri(*) = 'urn:p'", 'namespace-uri(*)'),
  'normalize-space': onText("normalize-space(.) = 'a b'", "concat('[', normalize-space(.), ']')"),
  not: onText('not(@k)'),
  number: onText('number(.) > 2', 'number(.)'),
  'one-or-more': onText("one-or-more(.) = 'abc'", 'count(one-or-more(../v))'),
  path: onText("ends-with(path(.), '[2]')", 'path(.)'),
  position: onText('../v[position() = 2] is .', 'string(../v[position() = 2])'),
  remove: onText("remove(('a', string(.), 'c'), 2) = .", "string-join(remove(('a', string(.), 'c'), 3), '|')"),
  replace: onText("replace(., 'b', 'x') = 'axc'", "replace(., '([a-c])b', '<$1>')"),
  reverse: onText("reverse(('c', string(.)))[1] = 'abc'", "string-join(reverse(../v), '|')"),
  root: onText('root()/r/@k = .', 'count(root()/*)'),
  round: onNumber('round($n) = 3', 'round($n)'),
  'round-half-to-even': onNumber('round-half-to-even($n) = 2', 'round-half-to-even($n, 1)'),
  'starts-with': onText('starts-with(., @k)'),
  string: onText("string(@k) = ''", 'string(@k)'),
  'string-join': onText("string-join((., @k), '+') = 'abc+c'", "string-join((., @k), '+')"),
  'string-length': onText('string-length(.) = 3', 'string-length(.)'),
  'string-to-codepoints': onText('string-to-codepoints(.) = 98', 'string-to-codepoints(.)'),
  subsequence: onText(
    "subsequence(('x', string(.), 'y'), 2, 1) = 'abc'",
    "string-join(subsequence(('x', string(.), 'y'), 2), '|')",
  ),
  substring: onText("substring(., 2, 1) = 'b'", 'substring(., 2)'),
  'substring-after': onText("substring-after(., 'a') = 'bc'", 'substring-after(., @k)'),
  'substring-before': onText("substring-before(., 'c') = 'ab'", 'substring-before(., @k)'),
  sum: onNumber('sum(($n, 1)) > 3', 'sum(($n, 1))'),
  tokenize: onText("tokenize(., '[ ,]') = 'b'", "string-join(tokenize(., '[ ,]'), '|')"),
  translate: onText("translate(., 'ab', 'x') = 'xc'", "translate(., 'ab', 'x')"),
  true: onText("(. = 'abc') = true()", 'true()'),
  unordered: onText("unordered((., @k)) = 'c'", 'count(unordered((., @k)))'),
  'upper-case': onText("upper-case(.) = 'ABC'", 'upper-case(.)'),
  'year-from-date': { on: 'date', test: 'year-from-date($d) = 2026', value: 'year-from-date($d)' },
  'year-from-dateTime': { on: 'moment', test: 'year-from-dateTime($at) = 2026', value: 'year-from-dateTime($at)' },
  'zero-or-one': onText("zero-or-one(@k) = 'c'", 'zero-or-one(@k)'),
}

export const functionSchema = [
  '<schema xmlns="http://purl.oclc.org/dsdl/schematron" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" queryBinding="xslt2">',
  '<ns prefix="p" uri="urn:p"/><ns prefix="xs" uri="http://www.w3.org/2001/XMLSchema"/>',
  '<xsl:key name="byK" match="v" use="@k"/>',
  ...Object.entries(functionCases).map(([name, { on, test, value }]) => {
    const { context, variables } = contexts[on]
    const assertion = (id: string, ofType: (expression: string) => string) =>
      `<assert id="${id}" test="${escapeXml(ofType(test))}">[<value-of select="${escapeXml(ofType(value))}"/>]</assert>`
    // Code for doubles is other code than that for decimals.
    const asDouble = (expression: string) => expression.replaceAll('$n', 'number(.)')
    const more = on === 'number' ? assertion(`${name}-double`, asDouble) : ''
    const inside = `${variables}${assertion(name, (expression) => expression)}${more}`
    return `<pattern id="p-${name}"><rule context="${escapeXml(context)}">${inside}</rule></pattern>`
  }),
  '</schema>',
].join('\n')

export const functionFiles: Readonly<Record<string, string>> = {
  'codes.xml': '<codes><c n="1">abc</c><c n="2">C</c></codes>',
}

const values = [
  ...['abc', 'ABC', 'xabc', 'abcx', 'aXc', 'ac', 'c', '', ' a  b ', 'a b,c', '\u00e9\u0130', '\u{1F600}b', 'zz', 'zz'],
  ...['0', '1', '2', '2.5', '3.5', '-2.5', '-3', '2.4999', '1e2', 'NaN', '1234567.005'],
  ...['2026-01-31', '2026-01-31+04:00', '2026-02-28Z', '2025-12-31', '9999-12-31', '2026-02-30'],
  ...['10:00:00', '23:30:00Z', '18:15:00+04:00', '00:00:00.5'],
  ...['2026-01-31T10:00:00Z', '2026-02-01T02:30:00+04:00', '9999-12-31T23:59:59', '2025-06-15T00:00:00-05:00'],
]

/** Each value without `k`, and with some; a child, a second attribute and a value twice now and then. */
const elements = [undefined, 'c', 'abc', 'a'].flatMap((k, at) => {
  const attribute = k === undefined ? '' : ` k="${k}"`
  return values.map((value, place) => {
    const second = place % 5 === at ? ' n="1"' : ''
    const child = place % 7 === at ? ['<p:x xmlns:p="urn:p"/>', '<x/>'][place % 2] : ''
    return `<v${attribute}${second}>${value}${child}</v>`
  })
})

export const functionDocument = `<r k="abc">${elements.join('')}</r>`

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import fc from 'fast-check'
import { times } from '../../../test/support/effort.ts'
import { JsonUnreadable, type JsonValue, readJson, readJsonText } from './read.ts'
import { type Writable, writeJson } from './write.ts'

test('numbers keep every digit', () => {
  for (const text of [
    '12345678901234.10',
    '0.1',
    '-0.000000000000000000000000000001',
    '9007199254740993',
    '1e3',
    '1E+2',
    '12e-3',
  ]) {
    const read = readJson(text)
    assert(read instanceof Decimal)
    assert(read.equals(Decimal.from(text)), text)
  }
  assert.equal(String(readJson('12345678901234.10')), '12345678901234.10')
  assert.equal(String(readJson('9007199254740993')), '9007199254740993')
  assert.equal(String(readJson('-0')), '0')
  const [left, right] = numbersOf(readJson('[0.1, 0.2]'))
  assert.equal(String(left?.plus(right ?? Decimal.zero)), '0.3')
})

test('texts that JSON.parse refuses are refused, with the position', () => {
  const cases: readonly (readonly [string, string])[] = [
    ['', 'the text ends too early at line 1, column 1'],
    ['  \n ', 'the text ends too early at line 2, column 2'],
    ['{"a":1', '"," or "}" is expected at line 1, column 7'],
    ['{"a":1,}', 'a member name in quotes is expected at line 1, column 8'],
    ['{a:1}', 'a member name in quotes is expected at line 1, column 2'],
    ['{"a" 1}', '":" is expected at line 1, column 6'],
    ['[1,2', '"," or "]" is expected at line 1, column 5'],
    ['[1 2]', '"," or "]" is expected at line 1, column 4'],
    ['[1,]', 'a value is expected at line 1, column 4'],
    ['01', 'unexpected text after the document at line 1, column 2'],
    ['1.', 'unexpected text after the document at line 1, column 2'],
    ['.5', 'a value is expected at line 1, column 1'],
    ['+1', 'a value is expected at line 1, column 1'],
    ['-', 'a value is expected at line 1, column 1'],
    ['NaN', 'a value is expected at line 1, column 1'],
    ['nul', 'a value is expected at line 1, column 1'],
    ['tru', 'a value is expected at line 1, column 1'],
    ['{}\n{}', 'unexpected text after the document at line 2, column 1'],
    ['"abc', 'a text without its closing quote at line 1, column 5'],
    ['"a\nb"', 'a control character in a text at line 1, column 3'],
    ['"\\x41"', 'an unknown escape at line 1, column 4'],
    ['"\\u12g4"', 'an unknown escape at line 1, column 4'],
    ['"\\u12"', 'an unknown escape at line 1, column 4'],
    ["{'a':1}", 'a member name in quotes is expected at line 1, column 2'],
    ['{"a":1} // note', 'unexpected text after the document at line 1, column 9'],
    ['\ufeff{}', 'a value is expected at line 1, column 1'],
    ['\u00a01', 'a value is expected at line 1, column 1'],
  ]
  for (const [text, place] of cases) {
    assert.throws(() => JSON.parse(text), SyntaxError, text)
    assert.throws(
      () => readJson(text),
      { name: 'JsonUnreadable', message: `The body is not valid JSON: ${place}` },
      text,
    )
  }
})

test('a member that appears twice is refused under its path', () => {
  assert.throws(
    () => readJson('{"document_lines":[{"note":"a"},{"price":{"base_amount":1,"base_amount":2}}]}'),
    (error) =>
      error instanceof JsonUnreadable &&
      error.path === 'document_lines[1].price.base_amount' &&
      error.message === 'document_lines[1].price.base_amount must not appear twice',
  )
  assert.throws(() => readJson('{"a":1,"\\u0061":2}'), { path: 'a' })
})

test('nesting is limited to 32', () => {
  assert.doesNotThrow(() => readJson('['.repeat(32) + ']'.repeat(32)))
  assert.throws(() => readJson('['.repeat(33) + ']'.repeat(33)), /nested deeper than 32 at line 1, column 33/)
  assert.throws(() => readJson('{"a":'.repeat(100_000)), /nested deeper than 32/)
})

test('numbers are limited in length and size', () => {
  assert.equal(String(readJson('9'.repeat(400))), '9'.repeat(400))
  assert.throws(() => readJson('9'.repeat(401)), /a number longer than 400 characters at line 1, column 1/)
  for (const text of ['1e101', '1e-101', '1e99999', '1e400000000'])
    assert.throws(() => readJson(text), /a number out of range/)
  assert.equal(String(readJson('1e100')), `1${'0'.repeat(100)}`)
})

test('escapes, lone surrogates and __proto__ are plain data', () => {
  assert.equal(readJson('"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041\\ud83d\\ude00"'), '"\\/\b\f\n\r\tA😀')
  assert.equal(readJson('"\\ud800"'), '\ud800')
  const read = readJson('{"__proto__":{"polluted":true},"constructor":1}')
  assert(read instanceof Map)
  assert.deepEqual([...read.keys()], ['__proto__', 'constructor'])
  assert.ok(!('polluted' in {}))
})

test('reads what JSON.parse reads', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      fc.pre(!/e[+-]?[0-9]{3}/.test(text))
      assert.deepEqual(plain(readJson(text)), withoutMinusZero(JSON.parse(text)))
    }),
    { numRuns: 500 },
  )
})

test('a text that is as it would be written needs no writing, blanks aside', () => {
  const plainText = '{"a":[1.10,-2,{"b":null,"__proto__":true}],"c":"x\\ny\\"é","d":12345678901234567890.123}'
  assert.equal(readJsonText(plainText).rewritten, plainText)
  assert.equal(readJsonText(' { "a" : [ 1.10 , true ] ,\n"b" :\t"c d" } ').rewritten, '{"a":[1.10,true],"b":"c d"}')
  for (const unusual of ['1e2', '0e0', '-0', '-0.0', '"\\u0041"', '"\\/"', '"\ud800"', '{"b":1,"7":2}'])
    assert.equal(readJsonText(unusual).rewritten, undefined, unusual)
  const number = fc
    .tuple(
      fc.constantFrom('', '-'),
      fc.bigInt({ min: 0n, max: 10n ** 25n }),
      fc.constantFrom('', '.5', '.10', '.00', 'e1'),
    )
    .map(([sign, digits, rest]) => ({ text: `${sign}${digits}${rest}` }))
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof({ maxDepth: 4 }, number, fc.string({ unit: 'binary' }), fc.boolean(), tie('list'), tie('object')),
    list: fc.array(tie('value'), { maxLength: 4 }),
    object: fc.dictionary(fc.string(), tie('value'), { maxKeys: 4 }),
  }))
  fc.assert(
    fc.property(value, fc.constantFrom('', ' ', '\n\t'), (sent, blank) => {
      const { value: read, rewritten } = readJsonText(textOf(sent, blank))
      if (rewritten !== undefined) assert.equal(rewritten, writeJson(writable(read)))
    }),
    { numRuns: times({ quick: 300, full: 3_000, long: 30_000 }) },
  )
})

/** JSON with blanks between its tokens. */
function textOf(value: unknown, blank: string): string {
  if (Array.isArray(value)) return `[${blank}${value.map((item) => textOf(item, blank)).join(`${blank},`)}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if ('text' in value && typeof value.text === 'string' && /^-?[0-9]/.test(value.text)) return value.text
  const members = Object.entries(value).map(
    ([name, inner]) => `${JSON.stringify(name)}:${blank}${textOf(inner, blank)}`,
  )
  return `{${members.join(`,${blank}`)}${blank}}`
}

function writable(value: JsonValue): Writable {
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, inner]) => [name, writable(inner)]))
  return Array.isArray(value) ? value.map(writable) : isLeaf(value) ? value : null
}

function isLeaf(value: JsonValue): value is null | boolean | string | Decimal {
  return typeof value !== 'object' || value === null || value instanceof Decimal
}

test('accepts exactly the texts that JSON.parse accepts', () => {
  const token = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '1',
    '-',
    '0',
    '.',
    'e',
    'true',
    'null',
    ' ',
    '\n',
    '\\',
    '\\u0061',
  )
  fc.assert(
    fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
      const text = tokens.join('')
      assert.equal(
        isReadable(() => readJson(text)),
        isReadable(() => JSON.parse(text)),
        text,
      )
    }),
    { numRuns: times({ quick: 500, full: 3_000, long: 30_000 }) },
  )
})

function isReadable(read: () => unknown): boolean {
  try {
    read()
    return true
  } catch {
    return false
  }
}

function numbersOf(value: JsonValue): readonly Decimal[] {
  return Array.isArray(value) ? value.filter((item) => item instanceof Decimal) : []
}

/** Converts to what JSON.parse returns. */
function plain(value: JsonValue): unknown {
  if (value instanceof Decimal) return value.toNumber()
  if (value instanceof Map) return Object.fromEntries([...value].map(([name, member]) => [name, plain(member)]))
  return Array.isArray(value) ? value.map(plain) : value
}

function withoutMinusZero(value: unknown): unknown {
  if (value === 0) return 0
  if (Array.isArray(value)) return value.map(withoutMinusZero)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutMinusZero(member)]))
}

test('a text with too many values is refused before the rest is read', () => {
  const list = (count: number) => `[${Array.from({ length: count }, () => '{}').join(',')}]`
  assert.equal(Array.isArray(readJson(list(99), 100)), true)
  assert.throws(() => readJson(list(100), 100), /more than 100 values at line 1, column 299/)
  assert.throws(() => readJson(list(1_000_000)), /more than 1000000 values|more than 1,000,000 values/)
})

test('the place of an error is named by line and column', () => {
  for (const [text, place] of [
    ['x', 'line 1, column 1'],
    ['\n\nx', 'line 3, column 1'],
    ['{\n  x', 'line 2, column 3'],
    ['[1,\n2] x\n', 'line 2, column 4'],
  ] as const)
    assert.throws(() => readJson(text), new RegExp(place), JSON.stringify(text))
})

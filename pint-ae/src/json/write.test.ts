import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Decimal } from '@selfbill/schematron/decimal'
import fc from 'fast-check'
import { readJson } from './read.ts'
import { membersIn, RawJson, type Writable, writeAround, writeJson, writeMembers } from './write.ts'

test('a decimal is written digit for digit', () => {
  assert.equal(writeJson({ amount: Decimal.from('12345678901234.10') }), '{"amount":12345678901234.10}')
  assert.equal(writeJson([Decimal.from('-0.50'), Decimal.from('1e3')]), '[-0.50,1000]')
})

test('undefined members are left out, and raw JSON is inserted', () => {
  assert.equal(
    writeJson({ a: undefined, b: null, c: new RawJson('{"x":1}'), d: true }),
    '{"b":null,"c":{"x":1},"d":true}',
  )
  assert.equal(writeJson({}), '{}')
  assert.equal(writeJson([]), '[]')
  assert.equal(writeJson({ a: undefined }), '{}')
})

test('an object is put together from members that are written and members that are text', () => {
  const text = writeJson({ c: [1], d: {} })
  assert.equal(`{${writeMembers({ a: 'x', b: undefined })},${membersIn(text)}}`, '{"a":"x","c":[1],"d":{}}')
  assert.throws(() => membersIn(' {}'), /bare JSON object/)
  assert.throws(() => membersIn('[]'), /bare JSON object/)
})

test('a text is divided around a value that is written later, whatever its strings hold', () => {
  const around = writeAround((hole) => writeJson({ a: '\u0000', b: { c: hole, d: 1 } }))
  assert.deepEqual(around, { before: '{"a":"\\u0000","b":{"c":', after: ',"d":1}}' })
  assert.throws(() => writeAround(() => '{}'), /hole/)
})

test('writes what JSON.stringify writes', () => {
  fc.assert(
    fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
      assert.equal(writeJson(writable(value)), JSON.stringify(value))
    }),
    { numRuns: 500 },
  )
})

test('any text survives writing and reading, lone surrogates too', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.equal(readJson(writeJson(text)), text)
    }),
  )
  assert.equal(readJson(writeJson('\ud800"\\\u2028\u0000')), '\ud800"\\\u2028\u0000')
})

/** fast-check's JSON type has another name but the same values. */
function writable(value: unknown): Writable {
  if (value === null || typeof value === 'boolean' || typeof value === 'string' || typeof value === 'number')
    return value
  if (Array.isArray(value)) return value.map(writable)
  return Object.fromEntries(Object.entries(Object(value)).map(([name, member]) => [name, writable(member)]))
}

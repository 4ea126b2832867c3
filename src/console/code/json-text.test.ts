import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aroundMember, indented, parsedIn, partsOf } from './json-text.ts'

const text = String.raw`{"a":1.10,"b":[],"c":{},"d":[{"x":"q,}\" [é"},{"y":[1,2]}],"e":{"f":null},"g\n":"h:i"}`

test('indented text has the same values, digit for digit', () => {
  const shown = indented(text)
  assert.deepEqual(JSON.parse(shown), JSON.parse(text))
  assert.ok(shown.includes('"a": 1.10,\n  "b": [],\n  "c": {},\n'))
  assert.equal(indented(shown), shown)
})

test('members and elements are found in whole, with their text as it is', () => {
  assert.deepEqual([...partsOf(text).keys()], ['a', 'b', 'c', 'd', 'e', 'g\n'])
  assert.equal(partsOf(text).get('a'), '1.10')
  assert.deepEqual([...partsOf(partsOf(text).get('d') ?? '').keys()], ['0', '1'])
  for (const empty of ['{}', '[]', ' ', '', '1', '"x"']) assert.equal(partsOf(empty).size, 0, empty)
})

test('a text that is cut anywhere gives what is there in whole, and nothing wrong', () => {
  const whole = partsOf(text)
  for (let length = 0; length <= text.length; length += 1) {
    const cut = text.slice(0, length)
    for (const [name, part] of partsOf(cut)) assert.equal(part, whole.get(name), `${name} at ${length}`)
    assert.ok(indented(cut).length >= 0)
  }
})

test('the nearest object or list around a member is found', () => {
  assert.deepEqual(aroundMember(text, 'd[1].y[7]'), { path: 'd[1].y', text: '[1,2]' })
  assert.deepEqual(aroundMember(text, 'd[0].x'), { path: 'd[0]', text: String.raw`{"x":"q,}\" [é"}` })
  assert.equal(aroundMember(text, 'none[3]').path, '')
  assert.equal(aroundMember(text, '__proto__.constructor').path, '')
})

test('hostile nesting costs no more than its length', () => {
  const deep = '['.repeat(20_000)
  assert.ok(indented(deep).length < 20_000 * 100)
  assert.equal(partsOf(deep).size, 0)
  assert.equal(parsedIn(deep), undefined)
})

import assert from 'node:assert/strict'
import { mock, test } from 'node:test'
import { readJson } from '../../json/read.ts'
import { message } from '../../messages/message.ts'
import { byField, inEnglish } from '../../messages/text-of.ts'
import { check } from './check.ts'
import { addRules, list, object, optional } from './declare.ts'
import { Excess } from './excess.ts'
import { Errors } from './field-errors.ts'
import { amount, identifier, text } from './leaves.ts'

const Part = object({ id: identifier(), note: optional(text(10)) })
const Thing = object(
  {
    name: text(),
    amount: optional(amount()),
    part: optional(Part),
    parts: optional(list(Part, 3)),
    required_part: optional(object({ inner: Part })),
  },
  { neverSent: ['total'], ignored: ['owner'] },
)

addRules(Thing, (thing, report, isRefused) => {
  if (thing.name === 'needs part' && thing.part === undefined)
    report('part', message('mandatory_for_goods', { field: 'part' }))
  if (thing.name === 'needs id' && !isRefused('part.id'))
    report('part.id', message('mandatory_for_business', { field: 'id' }))
})

test('absent members are left out, in declared order', () => {
  const value = accepted('{"parts":[],"part":{"note":" ","id":null},"amount":null,"name":"a","owner":{"x":1}}')
  assert.deepEqual(value, { name: 'a' })
  assert.deepEqual(Object.keys(accepted('{"part":{"note":"n","id":"i"},"name":"a"}')), ['name', 'part'])
})

test('missing members are reported by path', () => {
  assert.deepEqual(refused('{"part":{"note":"n"}}'), {
    name: 'Name is mandatory',
    'part.id': 'ID is mandatory',
  })
  assert.deepEqual(refused('{"name":" \\t\\r\\n"}'), { name: 'Name is mandatory' })
  assert.deepEqual(refused('{"name":"a","parts":[{"id":"1"},{}]}'), { 'parts[1].id': 'ID is mandatory' })
})

test('wrong types are refused at their path', () => {
  assert.deepEqual(refused('[]'), { message: 'The body must be an object' })
  assert.deepEqual(refused('"text"'), { message: 'The body must be an object' })
  assert.deepEqual(refused('{"name":"a","part":"x","parts":{"id":"1"}}'), {
    part: 'Part must be an object',
    parts: 'Parts must be a list',
  })
  assert.deepEqual(refused('{"name":"a","parts":[{"id":"1"},{"id":"1"},{"id":"1"},{"id":"1"}]}'), {
    parts: 'Parts must have at most 3 items',
  })
  assert.deepEqual(refused('{"name":["a"],"amount":"1.00"}'), {
    name: 'Name must be text',
    amount: 'Amount must be a number',
  })
})

test('an item of a list is never skipped', () => {
  assert.deepEqual(refused('{"name":"a","parts":[null,{"id":"1"},"  "]}'), {
    'parts[0]': 'Parts must not hold an empty item',
    'parts[2]': 'Parts must not hold an empty item',
  })
})

test('members of answers must not be sent, except as null', () => {
  assert.deepEqual(refused('{"name":"a","total":1}'), { total: 'Total must not be sent' })
  assert.deepEqual(accepted('{"name":"a","total":null}'), { name: 'a' })
})

test('unknown members are refused, with the nearest name when one is close', () => {
  assert.deepEqual(refused('{"name":"a","amuont":1,"Parts":[],"whatever":null,"__proto__":{}}'), {
    amuont: 'amuont is not a known field; did you mean amount?',
    Parts: 'Parts is not a known field; did you mean parts?',
    whatever: 'whatever is not a known field',
    ['__proto__']: '__proto__ is not a known field',
  })
  assert.deepEqual(refused(`{"name":"a","${'k'.repeat(70)}":1}`), {
    [`${'k'.repeat(64)}…`]: `${'k'.repeat(64)}… is not a known field`,
  })
})

test('rules see the members that could be read, and an error of an object hides those of its members', () => {
  assert.deepEqual(refused('{"name":"needs part"}'), { part: 'Part is mandatory for goods' })
  assert.deepEqual(refused('{"name":"needs part","part":1}'), { part: 'Part must be an object' })
  assert.deepEqual(refused('{"name":"needs id","part":{"id":" x"}}'), {
    'part.id': 'ID must not begin or end with blanks',
  })
  assert.deepEqual(refused('{"name":"needs id","part":[1]}'), { part: 'Part must be an object' })
})

test('at most 1,000 errors, then one with the number of the others', () => {
  const members = Array.from({ length: 1500 }, (_, at) => `"m${at}":1`)
  const errors = Object.entries(refused(`{"name":"a",${members.join(',')}}`))
  assert.equal(errors.length, 1001)
  assert.deepEqual(errors[999], ['m999', 'm999 is not a known field'])
  assert.deepEqual(errors[1000], ['message', 'More fields were refused: 500'])
  const exactly = new Errors()
  const aMessage = message('document_invalid')
  for (let at = 0; at < 1000; at += 1) exactly.add(`m${at}`, aMessage)
  assert.equal(exactly.byPath().has('message'), false)
  exactly.add('m1000', aMessage)
  assert.equal(byField(exactly.byPath(), inEnglish).message, 'More fields were refused: 1')
})

test('each unknown member costs little, however many there are and whatever they are called', () => {
  const names = ['m', 'part.', 'a.', 'x[', '....'].map((start) =>
    Array.from({ length: 20_000 }, (_, at) => `"${at === 0 ? start.slice(0, 1) : start}${at === 0 ? '' : at}":1`),
  )
  for (const members of names) {
    const sent = readJson(`{"name":"a",${members.join(',')}}`)
    const searches = mock.method(String.prototype, 'toLowerCase')
    const checked = check(Thing, sent)
    const count = searches.mock.callCount()
    searches.mock.restore()
    assert.ok('errors' in checked && checked.errors.size <= 1001)
    assert.ok(count <= 1_000, `${count} comparisons for ${members[1]}`)
  }
})

test('unknown members can be collected and left out instead of refused', () => {
  const excess = new Excess()
  const sent = readJson(
    '{"name":"a","colour":"red","total":1,"blank":" ","owner":{"x":1},"parts":[{"id":"1","size":1},{"id":"2","size":2}],"part":{"id":"3"}}',
  )
  const checked = check(Thing, sent, excess)
  assert.deepEqual('value' in checked && checked.value, {
    name: 'a',
    part: { id: '3' },
    parts: [{ id: '1' }, { id: '2' }],
  })
  assert.deepEqual(
    excess.members.map(({ path, isOfAnswer, count }) => [path, isOfAnswer, count]),
    [
      ['parts[0].size', false, 2],
      ['colour', false, 1],
      ['total', true, 1],
    ],
  )
  assert.ok(sent instanceof Map)
  assert.deepEqual([excess.holds(sent, 'colour'), excess.holds(sent, 'name')], [true, false])
  const wrong = check(Thing, readJson('{"nome":"a"}'), new Excess())
  assert.deepEqual('errors' in wrong && byField(wrong.errors, inEnglish), { name: 'Name is mandatory' })
})

test('at most a hundred places are collected', () => {
  const excess = new Excess()
  const many = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`m${at}x`, at]))
  assert.ok('value' in check(Thing, readJson(JSON.stringify({ name: 'a', ...many })), excess))
  assert.equal(excess.members.length, 100)
})

function accepted(sent: string) {
  const checked = check(Thing, readJson(sent))
  assert('value' in checked, 'refused')
  return checked.value
}

function refused(sent: string): Record<string, string> {
  const checked = check(Thing, readJson(sent))
  assert('errors' in checked, 'accepted')
  return byField(checked.errors, inEnglish)
}

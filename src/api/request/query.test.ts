import assert from 'node:assert/strict'
import { test } from 'node:test'
import { identifier, object, optional } from '@selfbill/pint-ae/document'
import { byField, inEnglish } from '@selfbill/pint-ae/messages'
import type { TObject } from 'typebox'
import { titleOf } from '../../../pint-ae/src/messages/title.ts'
import { operations } from '../../features/index.ts'
import { Fault } from '../faults.ts'
import { anyText, moment, notBlank, wholeNumber, yesOrNo } from './parameters.ts'
import { readQuery } from './query.ts'

// One reader for the queries of all operations: it reports every wrong parameter at once, by name.

const query = object({
  page: optional(wholeNumber({ min: 0, max: 9 })),
  number: optional(identifier()),
  term: optional(anyText()),
  dry_run: optional(notBlank(yesOrNo())),
})

test('reads values as declared; blank counts as absent', () => {
  assert.deepEqual(readQuery(query, { page: '3', dry_run: 'true', term: 'a\0b' }), {
    page: 3,
    dry_run: true,
    term: 'a\ufffdb',
  })
  assert.deepEqual(readQuery(query, { page: '', number: ' ' }), {})
})

test('names every wrong parameter', () => {
  assert.deepEqual(errorsOf({ page: '10', number: ' 1', dry_run: ' ', term: ['a', 'b'], pages: '1' }), {
    page: 'Page must be a whole number from 0 to 9',
    number: 'Number must not begin or end with blanks',
    dry_run: 'Dry run must not be blank',
    term: 'Term must be sent once',
    pages: 'pages is not a known query parameter; did you mean page?',
  })
})

test('a time with its offset is read, and one that does not exist is not taken for another', () => {
  const times = object({ from: moment() })
  for (const [written, at] of [
    ['2024-02-29T23:59:59.5Z', '2024-02-29T23:59:59.500Z'],
    ['2026-01-01T00:00+04:00', '2025-12-31T20:00:00.000Z'],
    ['9999-12-31T23:59:59Z', '9999-12-31T23:59:59.000Z'],
  ] as const)
    assert.deepEqual(readQuery(times, { from: written }), { from: Date.parse(at) }, written)
  const days = ['2026-02-30', '2026-02-29', '2026-04-31', '2026-13-01', '2026-00-10', '2026-01-00', '0000-01-01']
  const hours = ['24:00:00', '24:00', '25:00', '12:60', '23:59:60', '12']
  for (const from of [
    ...days.map((day) => `${day}T00:00:00Z`),
    ...hours.map((time) => `2026-01-01T${time}Z`),
    '2026-01-01T00:00:00+24:00',
    '2026-01-01T00:00:00+04:60',
    '2026-01-01T00:00:00',
  ])
    assert.deepEqual(errorsOf({ from }, times), { from: 'From must be a time such as 2026-07-15T09:30:00Z' }, from)
})

test('names the parameter of this kind of list for that of the other kind', () => {
  assert.deepEqual(
    errorsOf({ limit: '5', cursor: 'x' }, object({ page: optional(anyText()), size: optional(anyText()) })),
    {
      limit: 'limit is not a known query parameter; did you mean size?',
      cursor: 'cursor is not a known query parameter; did you mean page?',
    },
  )
  assert.deepEqual(
    errorsOf({ size: '5', page: '2' }, object({ limit: optional(anyText()), cursor: optional(anyText()) })),
    {
      size: 'size is not a known query parameter; did you mean limit?',
      page: 'page is not a known query parameter; did you mean cursor?',
    },
  )
  assert.deepEqual(errorsOf({ limit: '5' }), { limit: 'limit is not a known query parameter' })
})

test('every list and the change feed name their own parameter for those of other lists', () => {
  const same = [
    ['limit', 'size'],
    ['cursor', 'page', 'since'],
  ]
  const lists = operations.filter(({ query: own }) => own !== undefined && ('limit' in own || 'size' in own))
  assert.ok(lists.some(({ id }) => id === 'listEvents') && lists.length > 15)
  for (const { id, query: own = {} } of lists) {
    for (const names of same) {
      const known = names.find((name) => name in own)
      const others = names.filter((name) => known !== undefined && !(name in own))
      for (const name of others) {
        const { [name]: said } = errorsOf({ [name]: '1' }, object(own))
        assert.equal(said, `${name} is not a known query parameter; did you mean ${known}?`, id)
      }
    }
  }
})

test('names the wrong parameter in every operation', () => {
  const queries = operations.flatMap(({ id, query: members }) => (members === undefined ? [] : [{ id, members }]))
  assert.ok(queries.length > 20)
  for (const { id, members } of queries) {
    const schema = object(members)
    for (const name of Object.keys(members)) {
      const twice = errorsOf({ [name]: ['1', '2'] }, schema)
      assert.equal(twice[name], `${titleOf(name)} must be sent once`, id)
      // A lone surrogate is valid only for parameters that accept any text.
      const odd = errorsOf({ [name]: '\ud800' }, schema)
      const words = odd[name] ?? `${titleOf(name)} accepts any text`
      assert.ok(words.startsWith(`${titleOf(name)} `), `${id}: ${words}`)
      if (odd[name] === undefined) assert.ok(['before', 'term'].includes(name), `${id}: ${name}`)
    }
  }
})

function errorsOf(sent: object, schema: TObject = query): Readonly<Record<string, string>> {
  try {
    readQuery(schema, sent)
    return {}
  } catch (error) {
    assert.ok(error instanceof Fault && error.code === 'parameter_invalid')
    return byField(error.fields ?? new Map(), inEnglish)
  }
}

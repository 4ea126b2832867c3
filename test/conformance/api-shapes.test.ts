import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  listAdditions,
  listExceptions,
  millisecondExceptions,
  type Shape,
  shapes,
} from '../../scripts/generate/api-shapes.ts'

// Every operation has the one shape of each thing, or is an exception with its source:
// docs/decisions/0149.

const all = shapes()
const idsOf = (isWanted: (shape: Shape) => boolean) =>
  all
    .filter(isWanted)
    .map(({ operation }) => operation.id)
    .toSorted()

test('a list is `items` and `next`, with `limit` and `cursor` or whole; exceptions have their source', () => {
  const lists = idsOf(({ list }) => list !== undefined)
  assert.ok(lists.length >= 30, String(lists))
  assert.deepEqual(
    idsOf(({ operation }) => /^list[A-Z]/.test(operation.id)).filter((id) => !lists.includes(id)),
    [],
    'what is called a list is seen as one',
  )
  assert.deepEqual(
    idsOf(({ list }) => list === 'other'),
    Object.keys(listExceptions).toSorted(),
  )
  assert.deepEqual(
    idsOf(({ listMore }) => listMore.length > 0),
    Object.keys(listAdditions).toSorted(),
  )
})

test('`page`, `size` and `before` are parameters of the families alone', () => {
  const numbered = idsOf(({ operation }) =>
    Object.keys(operation.query ?? {}).some((name) => ['page', 'size', 'before', 'offset'].includes(name)),
  )
  assert.deepEqual(
    numbered,
    Object.keys(listExceptions)
      .filter((id) => /^list(Purchase|Sales)/.test(id))
      .toSorted(),
  )
})

test('instants are RFC 3339; those in milliseconds are the contract’s', () => {
  assert.deepEqual(
    idsOf(({ milliseconds }) => milliseconds.length > 0),
    Object.keys(millisecondExceptions).toSorted(),
  )
  const named = /(^|_)(at|since|until)$/
  const instants = new Set(all.flatMap((shape) => shape.instants))
  assert.ok([...instants].filter((name) => named.test(name)).length > 10, [...instants].join(' '))
})

test('every field is described', () => {
  assert.deepEqual(
    idsOf(({ fields, describedFields }) => fields !== describedFields),
    [],
  )
})

test('every exception names its source', () => {
  for (const [id, source] of Object.entries({ ...listExceptions, ...listAdditions, ...millisecondExceptions })) {
    assert.match(source, /: (docs\/contract\.md#|docs\/decisions\/\d{4}|RFC \d)/, id)
  }
})

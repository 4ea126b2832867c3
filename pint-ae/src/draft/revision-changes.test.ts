import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readJson } from '../json/read.ts'
import { writeJson } from '../json/write.ts'
import { type FindingKey, findingChanges, revisionChanges } from './revision-changes.ts'

const changesOf = (before: string, after: string) =>
  JSON.parse(writeJson(revisionChanges({ answer: before, findings: [] }, { answer: after, findings: [] }).changes))

test('members that differ are reported by path, with old and new value', () => {
  const before = '{"note":"a","lines":[{"q":1,"unit":"EA"},{"q":2}],"gone":{"x":true},"same":1.50,"from":[1,2]}'
  const after =
    '{"note":"b","lines":[{"q":1,"unit":"KGM"},{"q":2},{"q":3}],"same":1.5,"from":[1],"new":{"y":{"z":null}}}'
  assert.deepEqual(changesOf(before, after), [
    { path: 'note', from: 'a', to: 'b' },
    { path: 'lines[0].unit', from: 'EA', to: 'KGM' },
    { path: 'lines[2].q', to: 3 },
    { path: 'gone.x', from: true },
    { path: 'from[1]', from: 2 },
    { path: 'new.y.z', to: null },
  ])
})

test('a member that changes its type is reported in full', () => {
  assert.deepEqual(changesOf('{"a":{"b":1}}', '{"a":"text"}'), [
    { path: 'a.b', from: 1 },
    { path: 'a', to: 'text' },
  ])
  assert.deepEqual(changesOf('{"a":[1]}', '{"a":2}'), [
    { path: 'a[0]', from: 1 },
    { path: 'a', to: 2 },
  ])
})

test('long texts are cut, many changes counted', () => {
  const [change] = changesOf(`{"note":"${'x'.repeat(300)}"}`, `{"note":"${'y'.repeat(300)}"}`)
  assert.equal(change.from, `${'x'.repeat(200)}…`)
  const list = (value: number) => writeJson({ lines: Array.from({ length: 700 }, () => value) })
  const reported = revisionChanges({ answer: list(1), findings: [] }, { answer: list(2), findings: [] })
  assert.deepEqual([reported.changes.length, reported.changes_omitted], [500, 200])
})

test('findings are cured, left or new by their rule and field', () => {
  const finding = (reasonCode: string, field: string | null): FindingKey => ({
    flag: 'fatal',
    reasonCode,
    field,
    location: '/a',
  })
  const before = [finding('A', 'x'), finding('B', 'x'), finding('C', null)]
  const after = [finding('B', 'x'), finding('B', 'y'), finding('C', null)]
  assert.deepEqual(findingChanges(before, after), {
    cured: [finding('A', 'x')],
    left: [finding('B', 'x'), finding('C', null)],
    new: [finding('B', 'y')],
    omitted: 0,
  })
  const many = Array.from({ length: 1001 }, (_, at) => finding('A', `x${at}`))
  const reported = findingChanges(many, [])
  assert.deepEqual([reported.cured.length, reported.omitted], [200, 801])
})

test('the changes lead from one document to the other', () => {
  const leaf = fc.oneof(fc.integer(), fc.string({ maxLength: 5 }), fc.boolean())
  const name = fc.constantFrom('a', 'b', 'c')
  const object = fc.dictionary(
    name,
    fc.oneof(leaf, fc.array(fc.dictionary(name, leaf, { minKeys: 1 }), { minLength: 1, maxLength: 3 })),
  )
  fc.assert(
    fc.property(object, object, (before, after) => {
      const reported = new Map(leavesOf(writeJson(before)))
      for (const { path, from, to } of changesOf(writeJson(before), writeJson(after))) {
        assert.deepEqual(reported.get(path), from, path)
        if (to === undefined) reported.delete(path)
        else reported.set(path, to)
      }
      assert.deepEqual(new Map([...reported].sort()), new Map([...leavesOf(writeJson(after))].sort()))
    }),
  )
})

/** Every leaf of a JSON text with its path, as the changes spell it. */
function leavesOf(text: string): readonly (readonly [string, unknown])[] {
  assert.ok(readJson(text) instanceof Map)
  const walk = (value: unknown, path: string): readonly (readonly [string, unknown])[] => {
    if (Array.isArray(value)) return value.flatMap((item, at) => walk(item, `${path}[${at}]`))
    if (typeof value !== 'object' || value === null) return [[path, value]]
    return Object.entries(value).flatMap(([name, member]) => walk(member, path === '' ? name : `${path}.${name}`))
  }
  return walk(JSON.parse(text), '')
}

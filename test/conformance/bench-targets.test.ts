import assert from 'node:assert/strict'
import { test } from 'node:test'
import { summaryOf, targetColumns, targetRows } from '../../bench/targets/table.ts'

// The table of `npm run bench -- targets`: nothing that was wanted may be left out in silence.

/** What was promised, by words of its row: a part of the work, and what is wanted. */
const promised: readonly (readonly [work: RegExp, wanted: string])[] = [
  ...['SQLite', 'PostgreSQL'].flatMap((database): readonly (readonly [RegExp, string])[] => [
    [new RegExp(`^${database}: bytes on disk, delivered document of ten lines`), '≤ 14000 B'],
    [new RegExp(`^${database}: bytes written to the log for a create`), '≤ 0.25 × old'],
    [new RegExp(`^${database}: processor time of a ten-line create`), '≤ 0.9 ms'],
    [new RegExp(`^${database}: … in JSON.parse of its body`), '≤ 110 ×'],
    [new RegExp(`^${database}: creates a second, 50 organisations`), '≥ 1.8 × old'],
    [new RegExp(`^${database}: creates a second, one organisation`), '≥ 1.8 × old'],
    [new RegExp(`^${database}: legs delivered a second`), '≥ 2 × old'],
    [new RegExp(`^${database}: creates in batches to single creates`), '≥ 1.8 ×'],
    [new RegExp(`^${database}: p99 at half load`), ''],
    [new RegExp(`^${database}: longest section of the main thread`), ''],
  ]),
  [/^1,000 lines, whole/, '≤ 20 ms'],
  [/^10,000 lines, whole/, '≤ 250 ms'],
  [/^clone: ready after start/, '≤ 600 ms'],
  [/^package: ready after start/, '≤ 300 ms'],
  [/^judge ten lines, in the create/, '≤ 1.05 × old'],
]

test('each promised target has one row, with what is wanted', () => {
  const rows = targetRows({})
  for (const [work, wanted] of promised) {
    const found = rows.filter(([cell = '']) => work.test(cell))
    assert.deepEqual(
      found.map((row) => row[targetColumns.indexOf('wanted')]),
      [wanted],
      String(work),
    )
  }
  const memory = rows.filter((row) => row.includes('≤ 150 MB'))
  assert.equal(memory.length, 2, 'memory at rest of the clone and of the package')
})

test('a figure that nobody measured is said in its row and counted', () => {
  const rows = targetRows({})
  assert.ok(rows.every((row) => row.length === targetColumns.length && row.at(-1) === 'not measured'))
  const limited = rows.filter((row) => row[targetColumns.indexOf('wanted')] !== '').length
  assert.match(summaryOf(rows), new RegExp(`^${limited} targets: 0 met, 0 missed, ${limited} not measured`))
})

test('a target is met, missed by so much, or has nothing to be compared with', () => {
  const rowOf = (figures: Parameters<typeof targetRows>[0], work: string) =>
    targetRows(figures).find(([cell]) => cell === work)
  const create = 'SQLite: processor time of a ten-line create'
  assert.deepEqual(rowOf({ 'SQLite createMs': { old: 1.5, new: 0.9, ratio: 0.6 } }, create), [
    create,
    '1.50 ms',
    '0.9000 ms',
    '0.6000 ×',
    '≤ 0.9 ms',
    'met',
  ])
  assert.equal(rowOf({ 'SQLite createMs': { old: 1.5, new: 0.99, ratio: 0.66 } }, create)?.at(-1), 'MISSED by 10 %')
  const rate = 'SQLite: creates a second, 50 organisations'
  assert.equal(rowOf({ 'SQLite creates50': { old: 900, new: 1620, ratio: 1.8 } }, rate)?.at(-1), 'met')
  assert.equal(rowOf({ 'SQLite creates50': { old: 900, new: 1350, ratio: 1.5 } }, rate)?.at(-1), 'MISSED by 17 %')
  const alone = { old: Number.NaN, new: 1350, ratio: Number.NaN }
  assert.deepEqual(rowOf({ 'SQLite creates50': alone }, rate)?.slice(1), [
    '',
    '1350',
    '',
    '≥ 1.8 × old',
    'not measured',
  ])
  const withoutLimit = 'SQLite: p99 at half load'
  assert.equal(rowOf({ 'SQLite p99Ms': { old: 9, new: 90, ratio: 10 } }, withoutLimit)?.at(-1), '')
})

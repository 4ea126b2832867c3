import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { inFullRunOnly, times } from '../../test/support/effort.ts'
import { assertion, findingTexts, pattern, rule, schematron } from '../../test/support/rules/schematron-text.ts'
import { compileSchema } from './engine.ts'
import { interpretSchema } from './interpreter/interpreted-schema.ts'
import { Element, leaf } from './xml/element.ts'
import { nameOf } from './xml/name.ts'

// Large documents: caches and indexes give the same findings as a full search, at a far lower cost.

const name = (local: string) => nameOf('', local, '')

interface Row {
  readonly rate: string
  readonly amount: string
  readonly kind: string
}

function documentOf(lines: readonly Row[], groups: readonly Row[]): Element {
  const rows = (local: string, list: readonly Row[]) =>
    list.map((row) =>
      branchOf(
        local,
        Object.entries(row).map(([key, text]) => leaf(name(key), text)),
      ),
    )
  return branchOf('r', [...rows('line', lines), ...rows('group', groups)])
}

function branchOf(local: string, children: readonly Element[]): Element {
  return new Element(name(local), [], children, '', undefined)
}

const tests = {
  sum: 'every $p in xs:decimal(rate) satisfies xs:decimal(amount) = sum(../line[xs:decimal(rate) = $p]/xs:decimal(amount))',
  kindSum:
    "every $p in xs:decimal(rate) satisfies xs:decimal(amount) = sum(../line[kind = 'S'][xs:decimal(rate) = $p]/xs:decimal(amount))",
  some: 'every $p in xs:decimal(rate) satisfies exists(//line[xs:decimal(rate) = $p])',
  text: 'every $k in string(kind) satisfies count(../line[kind = $k]) > 1',
  swapped: 'every $k in string(kind) satisfies count(../line[$k = kind][1]) = 1',
  all: "sum(../line[kind = 'S']/xs:decimal(amount)) > 20",
  counted: 'count(../line[kind]) = count(../line)',
  untyped: 'sum(../line/amount) > 10',
  wide: '../line[1]/kind = kind',
}

const rules = schematron(
  pattern(rule('group', ...Object.entries(tests).map(([id, expression]) => assertion(id, expression)))),
)
const compiled = compileSchema([{ name: 'groups', text: rules }])
const reference = interpretSchema([{ name: 'groups', text: rules }])

test('indexes and caches change no finding', () => {
  assert.deepEqual(compiled.interpreted, [])
  const row: fc.Arbitrary<Row> = fc.record({
    rate: fc.constantFrom('5', '5.0', '0', '19', '12345678901234567890', ' 5 ', '1.5'),
    amount: fc.constantFrom('1', '0.10', '2.5'),
    kind: fc.constantFrom('S', 'E', 'Z', 'S '),
  })
  const broken: fc.Arbitrary<Row> = fc.record({
    rate: fc.constantFrom('', 'x', '5'),
    amount: fc.constantFrom('1', 'x'),
    kind: fc.constant('S'),
  })
  const lines = fc
    .tuple(fc.array(row, { minLength: 20, maxLength: 60 }), fc.array(broken, { maxLength: 1 }), fc.nat(60))
    .map(([good, bad, at]) => good.toSpliced(at, 0, ...bad))
  fc.assert(
    fc.property(lines, fc.array(row, { minLength: 1, maxLength: 5 }), (many, few) => {
      const root = documentOf(many, few)
      assert.deepEqual(
        findingTexts(root, (top) => compiled.evaluate(top)),
        findingTexts(root, (top) => reference.evaluate(top)),
      )
    }),
    { numRuns: times({ quick: 15, full: 60, long: 600 }) },
  )
})

test('ten times the lines and groups cost far less than a hundred times as much', { skip: inFullRunOnly }, () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, at) => ({ rate: String(at), amount: '1', kind: `K${at}` }))
  /** Of one evaluation: some together, as the processor's time is counted in milliseconds. */
  const cost = (count: number): number => {
    const root = documentOf(rows(count), rows(count))
    const evaluations = 20_000 / count
    const start = process.threadCpuUsage()
    for (let done = 0; done < evaluations; done += 1) compiled.evaluate(root)
    const { user, system } = process.threadCpuUsage(start)
    return (user + system) / evaluations
  }
  cost(1000)
  // Processor time of this thread: other work on the machine makes it wait, and is not counted. A
  // collection of a heap that other tests filled may spoil one measurement; quadratic growth (a
  // hundredfold) would show in all of them.
  const ratios = Array.from({ length: 4 }, () => cost(4000) / cost(400))
  assert.ok(Math.min(...ratios) < 40, `${ratios.join(', ')} times`)
})

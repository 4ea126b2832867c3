import { type Schema, SchematronError } from '@selfbill/schematron/engine'
import type { Pair } from '../test/field/pairs.ts'
import { compileField } from '../test/field/schemas.ts'
import { booksOf, type Example, longestExample, nameOf } from './field/books.ts'
import { saxonJsTimes, saxonTimes } from './field/engines.ts'
import { growthOf } from './field/growth.ts'
import { figure, median, printTable, timed } from './measure.ts'

/**
 * The rule books of the field: `FIELD_RULES` names a copy of phive-rules. A row for the largest rule
 * book of each of its modules, with the example that takes longest. SaxonJS, and Saxon-HE when
 * `SAXON` names its jar, run the stylesheet that phive-rules made of the same file. All engines are
 * warm, and judge a document that they have read. `FIELD_BOOKS` limits it to the paths that contain
 * a text.
 */
export async function run(): Promise<void> {
  const folder = process.env.FIELD_RULES
  if (folder === undefined) {
    console.log('Not run: FIELD_RULES names no folder with the rule files of the field.')
    return
  }
  const { all, peppol } = booksOf(folder, process.env.FIELD_BOOKS ?? '')
  const rows: Row[] = []
  for (const pair of all) {
    const row = measured(folder, pair)
    if (row === undefined) console.log(`left out, as it is not valid: ${pair.schema}`)
    else rows.push(row)
  }
  const pairs = rows.map(({ pair }) => pair)
  const others = { js: await saxonJsTimes(folder, pairs), he: await saxonTimes(folder, pairs) }
  const times = (slow: number | undefined, fast: number) => (slow === undefined ? '' : `${Math.round(slow / fast)}×`)
  const columns = ['asserts', 'compile ms', 'kB', 'lines', 'ours ms', 'SaxonJS ms', 'Saxon-HE ms']
  printTable(
    ['rule book', ...columns, 'SaxonJS : ours', 'HE : ours'],
    rows.map(({ pair, asserts, compileMs, example: { kb, lines }, ms }, at) => [
      nameOf(pair),
      ...[`${asserts}`, figure(compileMs), figure(kb), `${lines}`, figure(ms)],
      ...[others.js[at], others.he[at]].map((value) => (value === undefined ? '' : figure(value))),
      ...[others.js[at], others.he[at]].map((value) => times(value, ms)),
    ]),
  )
  printWanted(folder, peppol, rows, others)
}

interface Row {
  /** With the example as its only document. */
  readonly pair: Pair
  readonly example: Example
  readonly asserts: number
  readonly compileMs: number
  readonly ms: number
}

type Others = Readonly<Record<'js' | 'he', readonly (number | undefined)[]>>

/** Undefined for a rule book that is not valid. */
function measured(folder: string, pair: Pair): Row | undefined {
  const schema = compiled(folder, pair)
  const example = schema && longestExample(folder, schema, pair.documents)
  if (!schema || !example) return undefined
  return {
    pair: { ...pair, documents: [example.path] },
    example,
    asserts: schema.assertions.length,
    compileMs: compileMs(() => compileField(folder, pair.schema)),
    ms: timed(() => schema.evaluate(example.root), 400),
  }
}

function compiled(folder: string, { schema }: Pair): Schema | undefined {
  try {
    return compileField(folder, schema)
  } catch (error) {
    if (error instanceof SchematronError) return undefined
    throw error
  }
}

function compileMs(compile: () => Schema): number {
  return median(
    Array.from({ length: 5 }, () => {
      const began = performance.now()
      compile()
      return performance.now() - began
    }),
  )
}

function printWanted(folder: string, peppol: readonly Pair[], rows: readonly Row[], { js, he }: Others): void {
  const perAssert = rows.filter(({ asserts }) => asserts >= 100).map((row) => (row.compileMs / row.asserts) * 500)
  const both = rows.flatMap((row, at) =>
    peppol.some(({ schema }) => schema === row.pair.schema) ? [{ ...row, js: js[at], he: he[at] }] : [],
  )
  const sum = (of: (row: (typeof both)[number]) => number | undefined) =>
    both.reduce((total, row) => total + (of(row) ?? Number.NaN), 0)
  const ms = sum((row) => row.ms)
  const invoice = both[0]?.example.root
  const growth = invoice ? growthOf(folder, peppol, invoice) : new Map<number, number>()
  console.log('\nBoth rule books of Peppol BIS at once, on an invoice with more and more lines.\n')
  printTable(
    ['lines', 'ms', 'ns a line'],
    [...growth].map(([lines, value]) => [`${lines}`, figure(value), figure((value * 1e6) / lines)]),
  )
  const grown = (growth.get(10_000) ?? Number.NaN) / (growth.get(1000) ?? Number.NaN)
  console.log('\nMilliseconds, one run. "EN 16931 + Peppol BIS": each on its longest example, added up.\n')
  printTable(
    ['', 'measured', 'wanted'],
    [
      ['compile 500 asserts, median of the rule books', `${figure(median(perAssert))} ms`, '150 ms at most'],
      ['EN 16931 + Peppol BIS, of SaxonJS', `${Math.round(sum((row) => row.js) / ms)}×`, '300× at least'],
      ['EN 16931 + Peppol BIS, of Saxon-HE', `${Math.round(sum((row) => row.he) / ms)}×`, '20× at least'],
      ['… 10,000 lines, of 1,000', `${figure(grown)}×`, '12× at most'],
    ],
  )
}

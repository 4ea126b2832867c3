import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { SchematronError } from '../src/schematron/errors.ts'
import { compileSchema, type Schema } from '../src/schematron/schema.ts'
import { Element } from '../src/xml/element.ts'
import { readXml } from '../src/xml/read.ts'
import { type Pair, pairsOf } from '../test/field/pairs.ts'
import { saxonAnswers } from '../test/field/saxon.ts'
import { compileField, options, sourceAt } from '../test/field/schemas.ts'
import { stylesheetReader } from '../test/support/rules/second-engine.ts'
import { figure, median, printTable, timed } from './measure.ts'

/**
 * The rule books of the field: `FIELD_RULES` names a copy of phive-rules. A row for the largest rule
 * book of each of its modules, with the example that
 * takes longest. SaxonJS, and Saxon-HE when `SAXON` names its
 * jar, run the stylesheet that phive-rules made of the same file. All engines judge a document that
 * they have read. `FIELD_BOOKS` limits it to the paths that contain a text.
 */
export async function run(): Promise<void> {
  const folder = process.env.FIELD_RULES
  if (folder === undefined) {
    console.log('Not run: FIELD_RULES names no folder with the rule files of the field.')
    return
  }
  const all = pairsOf(folder, '', examplesMax).pairs
  const peppol = peppolBis.map((name) => newest(all, name)).filter((pair) => pair !== undefined)
  const wanted = [...largestOfModules(folder, all), ...peppol]
  const part = process.env.FIELD_BOOKS ?? ''
  const named = wanted.filter(({ schema }) => schema.includes(part))
  const books = [...new Map(named.map((pair) => [pair.schema, pair])).values()]
  const rows: Row[] = []
  for (const pair of books) {
    const row = await measured(folder, pair)
    if (row === undefined) console.log(`left out, as it is not valid: ${pair.schema}`)
    else rows.push(row)
  }
  const saxon = await saxonTimes(folder, rows)
  const times = (slow: number | undefined, fast: number) => (slow === undefined ? '' : `${Math.round(slow / fast)}×`)
  printTable(
    ['rule book', 'asserts', 'compile ms', 'kB', 'ours ms', 'SaxonJS ms', 'Saxon-HE ms', 'SaxonJS : ours', 'HE : ours'],
    rows.map(({ pair, asserts, compileMs, kb, ms, jsMs }, at) => [
      nameOf(pair),
      ...[`${asserts}`, figure(compileMs), figure(kb), figure(ms)],
      ...[jsMs, saxon[at]].map((value) => (value === undefined ? '' : figure(value))),
      ...[jsMs, saxon[at]].map((value) => times(value, ms)),
    ]),
  )
  printWanted(folder, peppol, rows, saxon)
}

const peppolBis = ['CEN-EN16931-UBL.sch', 'PEPPOL-EN16931-UBL.sch']

interface Row {
  /** With the longest example as its only document. */
  readonly pair: Pair
  readonly asserts: number
  readonly compileMs: number
  readonly kb: number
  readonly ms: number
  /** Undefined where SaxonJS refuses the stylesheet or the document. */
  readonly jsMs: number | undefined
}

/** Undefined for a rule book that is not valid. */
async function measured(folder: string, pair: Pair): Promise<Row | undefined> {
  const schema = compiled(folder, pair)
  if (schema === undefined) return undefined
  const document = longest(folder, schema, pair.documents)
  const bytes = readFileSync(join(folder, document))
  const root = readXml(bytes)
  return {
    pair: { ...pair, documents: [document] },
    asserts: schema.assertions.length,
    compileMs: compileMs(() => compileField(folder, pair.schema)),
    kb: bytes.length / 1024,
    ms: timed(() => schema.evaluate(root)),
    jsMs: await saxonJsMs(join(folder, pair.stylesheet), bytes.toString('utf8')),
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

/** The example that takes longest: a large document of another kind would fire no rule. */
function longest(folder: string, schema: Schema, documents: readonly string[]): string {
  const times = documents.map((document) => {
    const root = readXml(readFileSync(join(folder, document)))
    return { document, ms: timed(() => schema.evaluate(root), 20) }
  })
  return times.sort((one, other) => other.ms - one.ms)[0]?.document ?? ''
}

const examplesMax = 60

function compileMs(compile: () => Schema): number {
  return median(
    Array.from({ length: 5 }, () => {
      const began = performance.now()
      compile()
      return performance.now() - began
    }),
  )
}

async function saxonJsMs(stylesheet: string, document: string): Promise<number | undefined> {
  try {
    const read = await stylesheetReader(stylesheet)
    return timed(await read(document), 1500)
  } catch {
    return undefined
  }
}

/** Undefined for a document that Saxon cannot judge; empty without `SAXON`. */
async function saxonTimes(folder: string, rows: readonly Row[]): Promise<readonly (number | undefined)[]> {
  const jar = process.env.SAXON
  const times: (number | undefined)[] = []
  if (jar === undefined) return times
  const pairs = rows.map(({ pair }) => pair)
  for await (const [answer = ''] of saxonAnswers(folder, jar, pairs, 'time'))
    times.push(Number.isFinite(Number(answer)) ? Number(answer) : undefined)
  return times
}

function printWanted(
  folder: string,
  peppol: readonly Pair[],
  rows: readonly Row[],
  saxon: readonly (number | undefined)[],
): void {
  const perAssert = rows.filter(({ asserts }) => asserts >= 100).map((row) => (row.compileMs / row.asserts) * 500)
  const both = rows.flatMap((row, at) =>
    peppol.some(({ schema }) => schema === row.pair.schema) ? [{ ...row, heMs: saxon[at] ?? Number.NaN }] : [],
  )
  const sum = (of: (row: (typeof both)[number]) => number) => both.reduce((total, row) => total + of(row), 0)
  const ms = sum((row) => row.ms)
  console.log('\nMilliseconds, one run. "EN 16931 + Peppol BIS": each on its longest example, added up.\n')
  printTable(
    ['', 'measured', 'wanted'],
    [
      ['compile 500 asserts, median of the rule books', `${figure(median(perAssert))} ms`, '150 ms at most'],
      [
        'EN 16931 + Peppol BIS, of SaxonJS',
        `${Math.round(sum((row) => row.jsMs ?? Number.NaN) / ms)}×`,
        '300× at least',
      ],
      ['EN 16931 + Peppol BIS, of Saxon-HE', `${Math.round(sum((row) => row.heMs) / ms)}×`, '20× at least'],
      ['… 10,000 lines, of 1,000', `${figure(growth(folder, peppol, both[0]?.pair.documents[0]))}×`, '12× at most'],
    ],
  )
}

/** How much longer ten times the lines take. */
function growth(folder: string, peppol: readonly Pair[], document: string | undefined): number {
  if (document === undefined) return Number.NaN
  const sources = peppol.map(({ schema }) => sourceAt(join(folder, schema)))
  const schema = compileSchema(sources, options(folder))
  const invoice = readXml(readFileSync(join(folder, document)))
  const [few, many] = [1000, 10_000].map((lines) => {
    const root = withLines(invoice, lines)
    return timed(() => schema.evaluate(root), 2000)
  })
  return (many ?? Number.NaN) / (few ?? Number.NaN)
}

/** The invoice with its lines repeated. */
function withLines(invoice: Element, count: number): Element {
  const lines = invoice.children.filter(isLine)
  if (lines.length === 0) throw new Error('the example of Peppol BIS has no lines to repeat')
  const repeated = Array.from({ length: count }, (_, at) => lines[at % lines.length]).filter(
    (line) => line !== undefined,
  )
  const children = [...invoice.children.filter((child) => !isLine(child)), ...repeated].map(copyOf)
  return new Element(invoice.name, invoice.attributes, children, '', undefined)
}

function isLine({ name }: Element): boolean {
  return name.local === 'InvoiceLine' || name.local === 'CreditNoteLine'
}

function copyOf({ name, attributes, children, text, pieces }: Element): Element {
  return new Element(name, attributes, children.map(copyOf), text, undefined, pieces)
}

function largestOfModules(folder: string, pairs: readonly Pair[]): readonly Pair[] {
  const byModule = new Map<string, Pair>()
  for (const pair of pairs) {
    const module = pair.schema.slice(0, pair.schema.indexOf('/'))
    const known = byModule.get(module)
    if (!known || sizeOf(folder, pair.stylesheet) > sizeOf(folder, known.stylesheet)) byModule.set(module, pair)
  }
  return [...byModule.values()]
}

function newest(pairs: readonly Pair[], name: string): Pair | undefined {
  return pairs
    .filter(({ schema }) => schema.startsWith('phive-rules-peppol/') && schema.endsWith(`/${name}`))
    .sort((one, other) => (one.schema < other.schema ? -1 : 1))
    .at(-1)
}

function sizeOf(folder: string, path: string): number {
  return statSync(join(folder, path)).size
}

/** The module, the version and the file. */
function nameOf({ schema }: Pair): string {
  const parts = schema.replace('phive-rules-', '').split('/')
  const version = parts.find((part) => /^v?\d/.test(part)) ?? ''
  return [parts[0], version, parts.at(-1)?.replace(/\.sch$/i, '')].join(' ')
}

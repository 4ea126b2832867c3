import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Schema } from '@selfbill/schematron/engine'
import { readXml } from '@selfbill/schematron/read-xml'
import type { Element } from '@selfbill/schematron/xml'
import { type Pair, pairsOf } from '../../test/field/pairs.ts'
import { timed } from '../measure.ts'

export interface Books {
  /** One for each module of phive-rules, and the two of `peppol`. */
  readonly all: readonly Pair[]
  /** The newest EN 16931 and Peppol BIS, which judge the same documents. */
  readonly peppol: readonly Pair[]
}

/** The rule books whose path contains `part`. Of a module it is the one with the largest stylesheet. */
export function booksOf(folder: string, part: string): Books {
  const pairs = pairsOf(folder, '', examplesMax).pairs
  const peppol = peppolBis.map((name) => newest(pairs, name)).filter((pair) => pair !== undefined)
  const named = [...largestOfModules(folder, pairs), ...peppol].filter(({ schema }) => schema.includes(part))
  return { all: [...new Map(named.map((pair) => [pair.schema, pair])).values()], peppol }
}

export interface Example {
  readonly path: string
  readonly root: Element
  readonly kb: number
  readonly lines: number
}

/**
 * The example that takes longest: a large document of another kind would fire no rule. Examples
 * without lines only count where no other has lines.
 */
export function longestExample(folder: string, schema: Schema, documents: readonly string[]): Example | undefined {
  const examples = documents.map((path) => {
    const bytes = readFileSync(join(folder, path))
    const root = readXml(bytes)
    return { path, root, kb: bytes.length / 1024, lines: linesIn(root) }
  })
  const withLines = examples.filter(({ lines }) => lines > 0)
  const times = (withLines.length > 0 ? withLines : examples).map((example) => ({
    example,
    ms: timed(() => schema.evaluate(example.root), 4),
  }))
  return times.sort((one, other) => other.ms - one.ms)[0]?.example
}

/** Elements such as `InvoiceLine`, `CatalogueLine` and `IncludedSupplyChainTradeLineItem`. */
function linesIn(element: Element): number {
  if (/^(?!Address)\w+Line(?:Item)?$/.test(element.name.local)) return 1
  return element.children.reduce((count, child) => count + linesIn(child), 0)
}

/** The module, the version and the file. */
export function nameOf({ schema }: Pair): string {
  const parts = schema.replace('phive-rules-', '').split('/')
  const version = parts.find((part) => /^v?\d/.test(part)) ?? ''
  return [parts[0], version, parts.at(-1)?.replace(/\.sch$/i, '')].join(' ')
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

const peppolBis = ['CEN-EN16931-UBL.sch', 'PEPPOL-EN16931-UBL.sch']
const examplesMax = 60

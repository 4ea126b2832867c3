import { globSync } from 'node:fs'
import { basename } from 'node:path'
import { fieldSchemas } from './schemas.ts'

// Which documents of phive-rules are judged by which of its schemas. Its own lists are Java code, so
// the names of the folders decide.

/** A schema with the stylesheet that phive-rules made of it; paths below its folder. */
export interface Pair {
  readonly schema: string
  readonly stylesheet: string
  readonly documents: readonly string[]
}

export interface Paired {
  readonly pairs: readonly Pair[]
  /** The schemas without a stylesheet or without documents. */
  readonly unpaired: number
  /** The documents that no schema judges. */
  readonly leftOut: readonly string[]
}

/**
 * The schemas whose path contains `wanted`, each with the `count` documents nearest to it. `all`
 * also gives every document to the schemas nearest to it: at most `schemasMax` each.
 */
export function pairsOf(root: string, wanted: string, count: number | 'all'): Paired {
  const stylesheets = stylesheetsIn(root)
  const documents = globSync('*/src/test/resources/external/test-files/**/*.xml', { cwd: root }).sort()
  const schemas = fieldSchemas(root).filter(({ path }) => path.includes(wanted))
  const withStylesheet = schemas.flatMap(({ path }) => {
    const [stylesheet] = stylesheetsOf(path, stylesheets)
    return stylesheet === undefined ? [] : [{ schema: path, stylesheet }]
  })
  const chosen = count === 'all' ? everyDocument(withStylesheet, documents) : undefined
  const sampleMax = count === 'all' ? sampleOfAll : count
  const pairs = withStylesheet.flatMap((pair) => {
    const ofModule = documents.filter((one) => sharesFolder(one, pair.schema))
    const sample = nearest(pair.schema, ofModule).slice(0, sampleMax)
    const ofSchema = [...new Set([...sample, ...(chosen?.get(pair.schema) ?? [])])]
    return ofSchema.length === 0 ? [] : [{ ...pair, documents: ofSchema }]
  })
  const judged = new Set(pairs.flatMap((pair) => pair.documents))
  return {
    pairs,
    unpaired: schemas.length - pairs.length,
    leftOut: documents.filter((document) => !judged.has(document)),
  }
}

/** The stylesheets of phive-rules. Some modules keep them beside the sources of their rules only. */
export function stylesheetsIn(root: string): readonly (readonly string[])[] {
  return ['*/src/main/**/*.xslt', '*/src/test/**/*.xslt'].map((glob) => globSync(glob, { cwd: root }))
}

/** Those that may have been made of the schema, the likeliest first. */
export function stylesheetsOf(path: string, stylesheets: readonly (readonly string[])[]): readonly string[] {
  const name = basename(path).replace(/\.sch$/i, '')
  const isOf = (one: string) => basename(one, '.xslt') === name && isSameVersion(path, one)
  return stylesheets.flatMap((some) => nearest(path, some.filter(isOf)))
}

function everyDocument(
  schemas: readonly { readonly schema: string }[],
  documents: readonly string[],
): ReadonlyMap<string, readonly string[]> {
  const chosen = new Map<string, string[]>()
  for (const document of documents) {
    const all = schemas.map(({ schema }) => schema)
    const module = all.filter((schema) => sharesFolder(document, schema))
    const topic = topicOf(document)
    const candidates = module.length > 0 ? module : all.filter((schema) => wordsOf(schema).includes(topic))
    for (const schema of nearest(document, candidates).slice(0, schemasMax))
      chosen.set(schema, [...(chosen.get(schema) ?? []), document])
  }
  return chosen
}

/** A specification has a core and its own rules, each for several kinds of document. */
const schemasMax = 4
/** The documents of a schema that is nearest to no document. */
const sampleOfAll = 6

/** `en16931` for phive-rules-en16931, which has no schemas: other modules carry them. */
function topicOf(path: string): string {
  return path.slice(0, path.indexOf('/')).replace('phive-rules-', '')
}

/** Whether the stylesheet is in the module of the schema, in folders of the same versions. */
function isSameVersion(schema: string, stylesheet: string): boolean {
  const folders = new Set(stylesheet.split('/'))
  const versions = schema.split('/').filter((part) => /^v?\d/.test(part))
  return sharesFolder(schema, stylesheet) && versions.every((part) => folders.has(part))
}

export function sharesFolder(one: string, other: string): boolean {
  return one.slice(0, one.indexOf('/')) === other.slice(0, other.indexOf('/'))
}

/** Those that share most words with a path come first, then those with fewest others. */
export function nearest(path: string, candidates: readonly string[]): readonly string[] {
  const words = new Set(wordsOf(path))
  const scored = candidates.map((one) => {
    const own = wordsOf(one)
    return { one, score: own.filter((word) => words.has(word)).length, length: own.length }
  })
  const order = scored.sort((a, b) => b.score - a.score || a.length - b.length || (a.one < b.one ? -1 : 1))
  return order.map(({ one }) => one)
}

function wordsOf(path: string): readonly string[] {
  return path.toLowerCase().split(/[/\\]|-(?=[a-z])/)
}

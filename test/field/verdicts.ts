import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { SchematronError } from '../../src/schematron/errors.ts'
import type { Finding, Schema } from '../../src/schematron/schema.ts'
import type { Element } from '../../src/xml/element.ts'
import { locationOf } from '../../src/xml/location.ts'
import { documentName } from '../../src/xml/name.ts'
import { readXml, XmlUnreadable } from '../../src/xml/read.ts'
import { type Pair, pairsOf } from './pairs.ts'
import { saxonAnswers } from './saxon.ts'
import { compileField } from './schemas.ts'

// `FIELD_RULES=DIR SAXON=Saxon-HE.jar node test/field/verdicts.ts [part of a path] [documents]
// [every nth schema]`: judges documents of phive-rules by our schemas, and by Saxon with the
// stylesheets that phive-rules made of the same files, and prints every difference. Each schema gets
// the documents nearest to it. With FIELD_SAMPLE=all every document is judged, by the schemas nearest
// to it.

const { FIELD_RULES: folder, SAXON: saxon, FIELD_SAMPLE: sample } = process.env
if (folder === undefined || saxon === undefined) {
  console.log('Not run: FIELD_RULES and SAXON name no rule files of the field and no Saxon.')
} else {
  const [wanted = '', count = '6', every = '1'] = process.argv.slice(2)
  const { pairs, unpaired, leftOut } = pairsOf(folder, wanted, sample === 'all' ? sample : Number(count))
  // Otherwise "no difference" would sound like more than was compared.
  console.log(`${unpaired} of ${unpaired + pairs.length} schemas have no stylesheet or no documents here.`)
  if (sample === 'all') console.log(`${leftOut.length} documents have no schema with a stylesheet.`)
  await compare(
    folder,
    pairs.filter((_, at) => at % Number(every) === 0),
    saxon,
  )
}

async function compare(root: string, pairs: readonly Pair[], jar: string): Promise<void> {
  const counts = { equal: 0, findings: 0, refused: 0, unread: 0, bothFail: 0, different: 0 }
  let at = 0
  for await (const answer of saxonAnswers(root, jar, pairs)) {
    const pair = pairs[at]
    at += 1
    if (!pair) throw new Error('Saxon answered more than it was asked')
    comparePair(root, pair, answer, counts)
    if (at % 20 === 0) console.error(`${at} of ${pairs.length}`, JSON.stringify(counts))
  }
  if (at < pairs.length) throw new Error(`Saxon ended after ${at} of ${pairs.length} stylesheets`)
  const documents = new Set(pairs.flatMap((pair) => pair.documents)).size
  console.log(`${documents} documents by ${pairs.length} schemas: ${JSON.stringify(counts)}`)
  if (counts.different > 0) process.exitCode = 1
}

function comparePair(root: string, pair: Pair, answer: readonly string[], counts: Counts): void {
  const schema = compiledSchema(root, pair.schema)
  if (!schema) counts.refused += 1
  else
    for (const [place, document] of pair.documents.entries()) {
      const ours = judged(schema, join(root, document))
      if (!ours) counts.unread += 1
      else count(pair, document, ours, answer[place] ?? '', counts)
    }
}

/** Documents by each schema, but for `findings` and, where we refuse the schema, `refused`. */
interface Counts {
  equal: number
  findings: number
  refused: number
  unread: number
  bothFail: number
  different: number
}

function count(
  { schema, stylesheet }: Pair,
  document: string,
  { root, findings: ours }: Judgement,
  answer: string,
  counts: Counts,
): void {
  const [kind = '', ...cells] = answer.split('\t')
  const broken = ours.find(({ error }) => error !== undefined)
  if (kind !== 'judged') {
    if (broken || kind === 'broken') counts.bothFail += 1
    else {
      counts.different += 1
      console.log(`${schema}\n  ${document}\n  only Saxon fails: ${cells.join(' ')}`)
    }
    return
  }
  const theirs: string[] = []
  for (let at = 0; at < cells.length; at += 3)
    theirs.push(`${nameOf(cells[at] ?? '', cells[at + 1] ?? '')} ${placeIn(cells[at + 2] ?? '', root.name.local)}`)
  const mine = ours.map(
    ({ assertion: { id, test }, element }) =>
      `${nameOf(id, test)} ${placeIn(locationOf(shown(element)), root.name.local)}`,
  )
  const more = without(mine, theirs)
  const less = without(theirs, mine)
  if (more.length === 0 && less.length === 0) {
    counts.equal += 1
    counts.findings += mine.length
    return
  }
  counts.different += 1
  const why = broken ? `\n  error: ${broken.assertion.id} ${broken.error}` : ''
  console.log(
    `${schema}\n  ${stylesheet}\n  ${document}\n  only ours: ${more.slice(0, 3).join('\n             ')}\n  only Saxon's: ${less.slice(0, 3).join('\n                ')}${why}`,
  )
}

/** The stylesheets of the field show the root element where the document node is judged. */
function shown(element: Element): Element {
  return element.nameId === documentName.id ? (element.children[0] ?? element) : element
}

function without(all: readonly string[], others: readonly string[]): readonly string[] {
  const left = [...others]
  return all.filter((one) => {
    const at = left.indexOf(one)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
}

function nameOf(id: string, test: string): string {
  return id === '' ? test.replace(/\s+/g, '') : id
}

/**
 * The local names and positions of a location, however it writes namespaces; the root has no
 * position, and neither has the first of its name: some stylesheets leave it out.
 */
function placeIn(location: string, root: string): string {
  if (location === '/') return `/${root}`
  return location
    .replaceAll(/\[namespace-uri\(\)='[^']*'\]/g, '')
    .replaceAll(/\*\[local-name\(\)='([^']*)'[^\]]*\]/g, '$1')
    .replaceAll(/Q\{[^}]*\}|\*:/g, '')
    .replaceAll(/\/[\w.-]+:/g, '/')
    .replaceAll('[1]', '')
}

function compiledSchema(root: string, path: string): Schema | undefined {
  try {
    return compileField(root, path)
  } catch (error) {
    if (error instanceof SchematronError) return undefined
    throw error
  }
}

interface Judgement {
  readonly root: Element
  readonly findings: readonly Finding[]
}

function judged(schema: Schema, path: string): Judgement | undefined {
  try {
    const root = readXml(readFileSync(path))
    return { root, findings: schema.evaluate(root) }
  } catch (error) {
    if (error instanceof XmlUnreadable) return undefined
    throw error
  }
}

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Finding, type Schema, SchematronError } from '@selfbill/schematron/engine'
import { readXml, XmlUnreadable } from '@selfbill/schematron/read-xml'
import type { Element } from '@selfbill/schematron/xml'
import { type Pair, pairsOf } from './pairs.ts'
import { placeIn, placeOf } from './places.ts'
import { saxonAnswers } from './saxon.ts'
import { compileField } from './schemas.ts'
import { assertionsIn } from './stylesheet.ts'

// `FIELD_RULES=DIR SAXON=Saxon-HE.jar node test/field/verdicts.ts [part of a path] [documents]
// [every nth schema]`: judges documents of phive-rules by our schemas, and by Saxon with the
// stylesheets that phive-rules made of the same files, and prints every difference. Each schema gets
// the documents nearest to it. With FIELD_SAMPLE=all every document is judged, by the schemas nearest
// to it. Some stylesheets were made of another version of their schema: a difference counts as
// `otherVersion` when only one side has the text of each test that differs.

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
  const counts = { equal: 0, findings: 0, refused: 0, unread: 0, bothFail: 0, otherVersion: 0, different: 0 }
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
  if (!schema) {
    counts.refused += 1
    return
  }
  for (const [place, document] of pair.documents.entries()) {
    const ours = judged(schema, join(root, document))
    const difference = ours && differenceOf(schema, ours, answer[place] ?? '', counts)
    if (!ours) counts.unread += 1
    else if (difference) {
      const kind = isOtherVersion(schema, join(root, pair.stylesheet), difference) ? 'otherVersion' : 'different'
      counts[kind] += 1
      console.log(`${kind}: ${pair.schema}\n  ${pair.stylesheet}\n  ${document}\n${difference.text}`)
    }
  }
}

/** Whether the stylesheet was made of another text than the schema, and that can be the cause. */
function isOtherVersion(schema: Schema, stylesheet: string, { assertions }: Difference): boolean {
  const ids = idsOf(schema)
  const ours = new Set(schema.assertions.map(({ id, test }) => nameOf(ids, id, test).assertion))
  const written = assertionsIn(readXml(readFileSync(stylesheet)))
  const theirs = new Set(written.map(({ id, test }) => nameOf(ids, id, test).assertion))
  const differs = (one: string) => ours.has(one) !== theirs.has(one)
  return assertions ? assertions.every(differs) : [...ours, ...theirs].some(differs)
}

/** Documents by each schema, but for `findings` and, where we refuse the schema, `refused`. */
interface Counts {
  equal: number
  findings: number
  refused: number
  unread: number
  bothFail: number
  otherVersion: number
  different: number
}

interface Difference {
  readonly text: string
  /** Those that only one side reports; undefined where Saxon fails. */
  readonly assertions: readonly string[] | undefined
}

/** A finding of either side. */
interface Found {
  /** Of the assertion, and its place. */
  readonly name: string
  /** The id and the test. */
  readonly assertion: string
}

function differenceOf(
  schema: Schema,
  { root, findings }: Judgement,
  answer: string,
  counts: Counts,
): Difference | undefined {
  const [kind = '', ...cells] = answer.split('\t')
  const broken = findings.find(({ error }) => error !== undefined)
  if (kind !== 'judged') {
    if (!broken && kind !== 'broken') return { text: `  only Saxon fails: ${cells.join(' ')}`, assertions: undefined }
    counts.bothFail += 1
    return undefined
  }
  const ids = idsOf(schema)
  const theirs = theirFindings(cells, root, ids)
  const mine = findings.map((finding) => {
    const { id, test } = finding.assertion
    return at(placeOf(finding, root), nameOf(ids, id, test))
  })
  const more = without(mine, theirs)
  const less = without(theirs, mine)
  if (more.length === 0 && less.length === 0) {
    counts.equal += 1
    counts.findings += mine.length
    return undefined
  }
  const list = (some: readonly Found[]) =>
    some
      .slice(0, 3)
      .map(({ name }) => name)
      .join('\n                ')
  const why = broken ? `\n  error: ${broken.assertion.id} ${broken.error}` : ''
  return {
    text: `  only ours:    ${list(more)}\n  only Saxon's: ${list(less)}${why}`,
    assertions: [...more, ...less].map(({ assertion }) => assertion),
  }
}

function theirFindings(cells: readonly string[], root: Element, ids: ReadonlySet<string>): readonly Found[] {
  const theirs: Found[] = []
  for (let cell = 0; cell < cells.length; cell += 5) {
    const name = nameOf(ids, cells[cell] ?? '', cells[cell + 1] ?? '')
    theirs.push(at(placeIn(cells[cell + 2] ?? '', root.name.local), name))
  }
  return theirs
}

function at(place: string, { name, assertion }: Found): Found {
  return { name: `${name} ${place}`, assertion }
}

function idsOf({ assertions }: Schema): ReadonlySet<string> {
  return new Set(assertions.map(({ id }) => id))
}

/**
 * Some stylesheets give ids to assertions that have none in the schema: their test names them. The
 * blanks in a test change, and the names of the files that it reads.
 */
function nameOf(ids: ReadonlySet<string>, id: string, test: string): Found {
  const known = ids.has(id) ? id : ''
  const plain = test.replace(/\s+/g, '').replaceAll(/document\('[^']*'\)/g, 'document()')
  return { name: known === '' ? plain : known, assertion: `${known} ${plain}` }
}

function without(all: readonly Found[], others: readonly Found[]): readonly Found[] {
  const left = others.map(({ name }) => name)
  return all.filter(({ name }) => {
    const at = left.indexOf(name)
    if (at >= 0) left.splice(at, 1)
    return at < 0
  })
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

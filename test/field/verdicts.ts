import { spawnSync } from 'node:child_process'
import { globSync, mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, delimiter, join } from 'node:path'
import { SchematronError } from '../../src/schematron/errors.ts'
import type { Finding, Schema } from '../../src/schematron/schema.ts'
import type { Element } from '../../src/xml/element.ts'
import { locationOf } from '../../src/xml/location.ts'
import { documentName } from '../../src/xml/name.ts'
import { readXml, XmlUnreadable } from '../../src/xml/read.ts'
import { compileField, fieldSchemas } from './schemas.ts'

// `FIELD_RULES=DIR SAXON=Saxon-HE.jar node test/field/verdicts.ts [part of a path] [documents]
// [every nth schema]`: judges documents of phive-rules by our schemas, and by Saxon with the
// stylesheets that phive-rules made of the same files, and prints every difference. Each schema gets
// the documents nearest to it.

interface Pair {
  readonly schema: string
  readonly stylesheet: string
  readonly documents: readonly string[]
}

const { FIELD_RULES: folder, SAXON: saxon } = process.env
if (folder === undefined || saxon === undefined) {
  console.log('Not run: FIELD_RULES and SAXON name no rule files of the field and no Saxon.')
} else {
  const [wanted = '', count = '6', every = '1'] = process.argv.slice(2)
  const pairs = pairsOf(folder, wanted, Number(count)).filter((_, at) => at % Number(every) === 0)
  compare(folder, pairs, answersOf(folder, saxon))
}

function pairsOf(root: string, wanted: string, count: number): readonly Pair[] {
  const stylesheets = globSync('*/src/main/**/*.xslt', { cwd: root })
  const documents = globSync('*/src/test/resources/external/test-files/**/*.xml', { cwd: root })
  const schemas = fieldSchemas(root).filter(({ path }) => path.includes(wanted))
  const pairs = schemas.flatMap(({ copies: [path = ''] }) => {
    const name = basename(path).replace(/\.sch$/i, '')
    const sameName = stylesheets.filter((one) => basename(one, '.xslt') === name && isSameVersion(path, one))
    const [stylesheet] = nearest(path, sameName)
    if (stylesheet === undefined) return []
    const module = documents.filter((one) => sharesFolder(one, path))
    const chosen = nearest(path, module).slice(0, count)
    return chosen.length === 0 ? [] : [{ schema: path, stylesheet, documents: chosen }]
  })
  // Otherwise "no difference" would sound like more than was compared.
  console.log(`${schemas.length - pairs.length} of ${schemas.length} schemas have no stylesheet or no documents here.`)
  return pairs
}

/** Whether the stylesheet is in the module of the schema, in folders of the same versions. */
function isSameVersion(schema: string, stylesheet: string): boolean {
  const folders = new Set(stylesheet.split('/'))
  const versions = schema.split('/').filter((part) => /^v?\d/.test(part))
  return sharesFolder(schema, stylesheet) && versions.every((part) => folders.has(part))
}

function sharesFolder(one: string, other: string): boolean {
  return one.slice(0, one.indexOf('/')) === other.slice(0, other.indexOf('/'))
}

/** Those that share most folder names with a path come first. */
function nearest(path: string, candidates: readonly string[]): readonly string[] {
  const words = new Set(path.toLowerCase().split(/[/\\]|-(?=[a-z])/))
  const shared = (one: string) =>
    one
      .toLowerCase()
      .split(/[/\\]|-(?=[a-z])/)
      .filter((word) => words.has(word)).length
  return [...candidates].sort((one, other) => shared(other) - shared(one) || (one < other ? -1 : 1))
}

/** The lines of Saxon for a pair, one for each document. */
function answersOf(root: string, jar: string): (pairs: readonly Pair[]) => readonly (readonly string[])[] {
  const classes = mkdtempSync(join(tmpdir(), 'selfbill-field-'))
  const compiled = spawnSync('javac', ['-cp', jar, '-d', classes, join(import.meta.dirname, 'Judge.java')])
  if (compiled.status !== 0) throw new Error(String(compiled.stderr))
  return (pairs) => {
    const input = pairs
      .map(({ stylesheet, documents }) => [stylesheet, ...documents].map((path) => join(root, path)).join('\t'))
      .join('\n')
    const run = spawnSync('java', ['-Xss16m', '-cp', [jar, classes].join(delimiter), 'Judge'], {
      input: `${input}\n`,
      maxBuffer: 2 ** 30,
      encoding: 'utf8',
    })
    const answers = run.stdout.split('\n\n').map((answer) => answer.split('\n'))
    if (answers.length < pairs.length) throw new Error(`Saxon ended early: ${run.stderr}`)
    return answers
  }
}

function compare(
  root: string,
  pairs: readonly Pair[],
  ask: (pairs: readonly Pair[]) => readonly (readonly string[])[],
): void {
  const counts = { equal: 0, findings: 0, refused: 0, unread: 0, bothFail: 0, different: 0 }
  for (let from = 0; from < pairs.length; from += 20) {
    const some = pairs.slice(from, from + 20)
    const answers = ask(some)
    for (const [at, pair] of some.entries()) {
      const schema = compiledSchema(root, pair.schema)
      if (!schema) counts.refused += 1
      else
        for (const [place, document] of pair.documents.entries()) {
          const ours = judged(schema, join(root, document))
          if (!ours) counts.unread += 1
          else count(pair, document, ours, answers[at]?.[place] ?? '', counts)
        }
    }
    console.error(`${Math.min(from + 20, pairs.length)} of ${pairs.length}`, JSON.stringify(counts))
  }
  console.log(JSON.stringify(counts))
  if (counts.different > 0) process.exitCode = 1
}

function count(
  { schema, stylesheet }: Pair,
  document: string,
  ours: readonly Finding[],
  answer: string,
  counts: { equal: number; findings: number; bothFail: number; different: number },
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
    theirs.push(`${nameOf(cells[at] ?? '', cells[at + 1] ?? '')} ${placeIn(cells[at + 2] ?? '')}`)
  const mine = ours.map(
    ({ assertion: { id, test }, element }) => `${nameOf(id, test)} ${placeIn(locationOf(shown(element)))}`,
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

/** The local names and positions of a location, however it writes namespaces; the root has no position. */
function placeIn(location: string): string {
  const plain = location
    .replaceAll(/\[namespace-uri\(\)='[^']*'\]/g, '')
    .replaceAll(/\*\[local-name\(\)='([^']*)'[^\]]*\]/g, '$1')
    .replaceAll(/Q\{[^}]*\}|\*:/g, '')
    .replaceAll(/\/[\w.-]+:/g, '/')
  return plain.replace(/^(\/[^/[]+)\[1\]/, '$1')
}

function compiledSchema(root: string, path: string): Schema | undefined {
  try {
    return compileField(root, path)
  } catch (error) {
    if (error instanceof SchematronError) return undefined
    throw error
  }
}

function judged(schema: Schema, path: string): readonly Finding[] | undefined {
  try {
    return schema.evaluate(readXml(readFileSync(path)))
  } catch (error) {
    if (error instanceof XmlUnreadable) return undefined
    throw error
  }
}

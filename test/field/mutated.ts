import { globSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Schema, SchematronError } from '@selfbill/schematron/engine'
import { readJudged, readXml, XmlUnreadable } from '@selfbill/schematron/read-xml'
import type { Element } from '@selfbill/schematron/xml'
import { Random } from '../support/random.ts'
import { differenceOf, explanationOf, ourVerdict, saxonVerdict } from './compared.ts'
import { saxonJars, skeletonFolder } from './engines.ts'
import { mutated, withRoot } from './mutations.ts'
import { nearest, sharesFolder, stylesheetsIn, stylesheetsOf } from './pairs.ts'
import { partsOf, type Vocabulary, vocabularyOf } from './parts.ts'
import { Saxon, SaxonEnded } from './saxon.ts'
import { SaxonJs } from './saxon-js.ts'
import { compileField, options } from './schemas.ts'
import { searched } from './searched.ts'
import { assertionsIn } from './stylesheet.ts'

/**
 * Judges mutated documents by every schema of a folder: with our engine, and with each Saxon by the
 * stylesheet that the ISO skeleton makes of the same file. Returns what was found out about each
 * schema, one after the other.
 */
export async function* judgeField(root: string, options: FieldOptions): AsyncGenerator<SchemaResult> {
  const bench = new Bench(root, options)
  try {
    for (const schema of options.schemas) yield await bench.judge(schema)
  } finally {
    bench.close()
  }
}

export interface FieldOptions {
  readonly schemas: readonly string[]
  /** Documents of each schema that are mutated by chance; those of a search come on top. */
  readonly count: number
  /** Mutations for each assertion that nothing breaks yet. */
  readonly rounds: number
  readonly seed: number
  /** Whether SaxonJS judges too: it needs seconds to compile a stylesheet. */
  readonly withSaxonJs: (schema: string) => boolean
}

export interface SchemaResult {
  readonly schema: string
  /** Why nothing was compared, or empty. */
  readonly left: string
  readonly isPublished: boolean
  readonly judgements: number
  readonly findings: number
  /** How many assertions had a finding. */
  readonly fired: number
  readonly assertions: number
  /** From every Saxon that judged. */
  readonly differences: readonly Difference[]
  /** From some of them: others agree with us. */
  readonly disputed: readonly Difference[]
  /** The reasons of those where Saxon leaves XPath. */
  readonly explained: readonly string[]
  /** Documents where an expression could not be evaluated. */
  readonly errors: number
  /** How many documents each engine judged. */
  readonly byEngine: Readonly<Record<string, number>>
}

export interface Difference {
  readonly engine: string
  readonly document: string
  readonly text: string
}

interface Stylesheet {
  readonly path: string
  readonly error: string | undefined
}

const documentBytesMax = 200_000
const basesMax = 2
const rootsMax = 3
const candidatesMax = 12
const searchedShare = 4
const askMs = 300_000

class Bench {
  readonly #root: string
  readonly #options: FieldOptions
  readonly #folder = mkdtempSync(join(tmpdir(), 'selfbill-mutated-'))
  readonly #jars = saxonJars()
  readonly #skeleton = skeletonFolder()
  readonly #saxons = new Map<string, Saxon>()
  readonly #documents: readonly string[]
  readonly #stylesheets: readonly (readonly string[])[]

  constructor(root: string, options: FieldOptions) {
    this.#root = root
    this.#options = options
    this.#stylesheets = stylesheetsIn(root)
    this.#documents = globSync('*/src/test/resources/external/test-files/**/*.xml', { cwd: root })
      .sort()
      .filter((path) => statSync(join(root, path)).size <= documentBytesMax)
  }

  close(): void {
    for (const saxon of this.#saxons.values()) saxon.stop()
    rmSync(this.#folder, { recursive: true, force: true })
  }

  async judge(path: string): Promise<SchemaResult> {
    const nothing = {
      schema: path,
      isPublished: false,
      judgements: 0,
      findings: 0,
      fired: 0,
      assertions: 0,
      differences: [],
      disputed: [],
      explained: [],
      errors: 0,
      byEngine: {},
    }
    try {
      const schema = compileField(this.#root, path)
      const vocabulary = vocabularyOf(readFileSync(join(this.#root, path), 'latin1'))
      const bases = this.#basesFor(path, schema, vocabulary)
      if (bases.length === 0) return { ...nothing, left: 'no document here reaches its rules' }
      const stylesheet = this.#published(path, schema) ?? (await this.#made(path))
      if (stylesheet.error !== undefined) return { ...nothing, left: `no stylesheet: ${stylesheet.error}` }
      const compared = await this.#compare(path, schema, this.#mutated(schema, vocabulary, bases), stylesheet.path)
      if (typeof compared === 'string') return { ...nothing, left: compared }
      return { ...compared, isPublished: !stylesheet.path.startsWith(this.#folder) }
    } catch (error) {
      if (error instanceof SchematronError) return { ...nothing, left: `refused: ${error.message}` }
      if (error instanceof SaxonEnded) return { ...nothing, left: `Saxon needed more than ${askMs / 1000} s` }
      throw error
    }
  }

  /**
   * The documents that most rules of the schema apply to, of those whose paths are nearest; also with
   * the roots that absolute contexts name, since no document may have them.
   */
  #basesFor(path: string, schema: Schema, vocabulary: Vocabulary): readonly string[] {
    const ofModule = this.#documents.filter((one) => sharesFolder(one, path))
    const roots = new Set(schema.assertions.flatMap(({ context }) => /^\/([\w.:-]+)/.exec(context)?.[1] ?? []))
    for (const candidates of [ofModule, this.#documents]) {
      const texts = nearest(path, candidates)
        .slice(0, candidatesMax)
        .map((one) => readFileSync(join(this.#root, one), 'utf8'))
      const renamed = [...roots]
        .slice(0, rootsMax)
        .flatMap((root) => texts.slice(0, basesMax).flatMap((text) => withRoot(text, root, vocabulary) ?? []))
      const scored = [...texts, ...renamed]
        .map((text) => ({ text, score: reached(schema, text) }))
        .filter(({ score }) => score > 0)
      if (scored.length > 0)
        return scored
          .sort((one, other) => other.score - one.score)
          .slice(0, basesMax)
          .map(({ text }) => text)
    }
    return []
  }

  #mutated(schema: Schema, vocabulary: Vocabulary, bases: readonly string[]): readonly string[] {
    const { count, rounds, seed } = this.#options
    const random = new Random(seed)
    const each = Math.ceil(count / bases.length)
    const parts = schema.assertions.map((assertion) => partsOf(assertion, vocabulary))
    const byChance = bases.flatMap((text) => [text, ...mutated(text, parts, { count: each, random })])
    const read = (text: string) => readOrNothing(text)?.root
    const found = searched(schema, bases, { rounds, vocabulary, random, read })
    return [...byChance, ...found.slice(0, count * searchedShare)]
  }

  /**
   * The stylesheet that phive-rules made, if it was made of exactly this schema. Some visit elements
   * only, so that their rules about attributes never run.
   */
  #published(path: string, { assertions }: Schema): Stylesheet | undefined {
    const [first] = stylesheetsOf(path, this.#stylesheets)
    if (first === undefined) return undefined
    const text = readFileSync(join(this.#root, first), 'utf8')
    if (assertions.some(({ context }) => /@[\w.:*-]+\s*(?:\||$)/.test(context)) && !text.includes('"@*|*'))
      return undefined
    const [ours, theirs] = [assertions, assertionsIn(readXml(text))].map((some) => some.map(nameOf).sort().join('\n'))
    return ours === theirs ? { path: join(this.#root, first), error: undefined } : undefined
  }

  /** One that the ISO skeleton makes of it. */
  async #made(path: string): Promise<Stylesheet> {
    const target = join(this.#folder, 'schema.xsl')
    const [made = ''] = await this.#ask('Saxon 12.9', ['make', join(this.#root, path), target, this.#skeleton])
    if (made !== 'made') return { path: target, error: made }
    writeFileSync(target, this.#withFiles(readFileSync(target, 'utf8'), join(this.#root, path)))
    return { path: target, error: undefined }
  }

  /** The files that the stylesheet reads may be elsewhere, as for our engine. */
  #withFiles(stylesheet: string, from: string): string {
    const { load } = options(this.#root)
    return stylesheet.replaceAll(/(?<=\bdocument\(\s*)'([^']+)'/g, (whole, href: string) => {
      const file = load?.(href, from)
      return file ? `'${pathToFileURL(file.name)}'` : whole
    })
  }

  async #compare(
    path: string,
    schema: Schema,
    texts: readonly string[],
    stylesheet: string,
  ): Promise<SchemaResult | string> {
    const documents = texts.flatMap((text) => readOrNothing(text) ?? [])
    const files = documents.map((_, at) => join(this.#folder, `${at}.xml`))
    for (const [at, { text }] of documents.entries()) writeFileSync(files[at] ?? '', text)
    const ours = documents.map(({ root }) => schema.evaluate(root))
    const answers = await this.#answers(path, stylesheet, documents, files)
    const judging = answers.filter(({ lines }) => lines[0]?.startsWith('broken') !== true)
    const [broken] = answers
    if (judging.length === 0 || !broken) return `no Saxon compiles its stylesheet: ${broken?.lines[0]}`
    const compared = documents.map(({ text, root }, at) => {
      const mine = ourVerdict(ours[at] ?? [], root)
      const different = judging.flatMap(({ engine, lines }): readonly Difference[] => {
        const what = differenceOf(mine, saxonVerdict(lines[at] ?? '', root))
        return what === undefined ? [] : [{ engine, document: text, text: what }]
      })
      const explained = different.flatMap(({ text: what }) => explanationOf(what, schema) ?? [])
      return {
        different: explained.length === different.length ? [] : different,
        explained,
        isDisputed: different.length > 0 && different.length < judging.length,
        hasError: mine.error !== undefined,
      }
    })
    const found = ours.flat()
    return {
      schema: path,
      left: '',
      isPublished: false,
      judgements: documents.length,
      findings: found.length,
      fired: new Set(found.map(({ assertion }) => assertion)).size,
      assertions: schema.assertions.length,
      differences: compared.flatMap(({ different, isDisputed }) => (isDisputed ? [] : different)),
      disputed: compared.flatMap(({ different, isDisputed }) => (isDisputed ? different : [])),
      explained: compared.flatMap(({ explained }) => explained),
      errors: compared.filter(({ hasError }) => hasError).length,
      byEngine: Object.fromEntries(judging.map(({ engine }) => [engine, documents.length])),
    }
  }

  /** A line for each document, of each engine. */
  async #answers(path: string, stylesheet: string, documents: readonly Document[], files: readonly string[]) {
    const saxons = Object.keys(this.#jars).map(async (engine) => {
      return { engine, lines: await this.#ask(engine, ['judge', stylesheet, ...files]) }
    })
    const answers = await Promise.all(saxons)
    const js = this.#options.withSaxonJs(path) ? await SaxonJs.compiled(stylesheet, this.#folder) : undefined
    return js ? [...answers, { engine: 'SaxonJS', lines: documents.map(({ text }) => js.judge(text)) }] : answers
  }

  /** A Saxon that does not answer in time is stopped; the next schema gets another one. */
  async #ask(engine: string, words: readonly string[]): Promise<readonly string[]> {
    const saxon = this.#saxons.get(engine) ?? new Saxon(this.#jars[engine] ?? '')
    this.#saxons.set(engine, saxon)
    const late = setTimeout(() => saxon.stop(), askMs)
    try {
      return await saxon.ask(words)
    } catch (error) {
      this.#saxons.delete(engine)
      throw error
    } finally {
      clearTimeout(late)
    }
  }
}

function nameOf({ id, test }: { readonly id: string; readonly test: string }): string {
  return `${id} ${test.replaceAll(/\s+/g, '')}`
}

/** How many assertions of the schema a document reaches. */
function reached(schema: Schema, text: string): number {
  const document = readOrNothing(text)
  if (!document) return 0
  const seen = new Set<unknown>()
  schema.observe(document.root, (assertion) => seen.add(assertion))
  return seen.size
}

interface Document {
  readonly text: string
  readonly root: Element
}

function readOrNothing(text: string): Document | undefined {
  try {
    return { text, root: readJudged(Buffer.from(text)) }
  } catch (error) {
    if (error instanceof XmlUnreadable) return undefined
    throw error
  }
}

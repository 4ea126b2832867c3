import { execFile, execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Element, escapeXml, writeXml } from '@selfbill/schematron/xml'
import {
  type PlainCheck,
  type PlainRule,
  type PlainSchema,
  plainSchema,
  type SchemaParts,
  type Variable,
  type Wording,
} from './plain-schema.ts'

/**
 * A second, independent engine for rule files: SaxonJS runs the file as an XSLT stylesheet with one
 * mode for each pattern. Its findings have the form of `findingTexts`.
 */
export function secondEngine(schematron: string, options: SecondOptions = {}): SecondEngine {
  const { files = {}, parameters = {}, withMessages = false } = options
  const stylesheet = stylesheetOf(plainSchema(schematron, options), { parameters, withMessages })
  const stylesheetInternal: unknown = JSON.parse(compiled(stylesheet, files))
  const run = (source: SaxonSource) => {
    const settings = { stylesheetInternal, stylesheetParams: parameters, deliverMessage: () => undefined }
    const { principalResult } = saxon.transform({ ...settings, ...source, destination: 'serialized' })
    return (principalResult ?? '').split('\n').filter((line) => line !== '')
  }
  return {
    findings: (root) => run({ sourceText: writeXml(root) }),
    async reader(root) {
      const sourceNode = await saxon.getResource({ text: writeXml(root), type: 'xml' })
      return () => run({ sourceNode })
    },
  }
}

export interface SecondOptions extends SchemaParts {
  /** Texts for variables of the schema. */
  readonly parameters?: Readonly<Record<string, string>>
  /** Adds to each finding its message, then each diagnostic in brackets. */
  readonly withMessages?: boolean
}

export interface SecondEngine {
  /**
   * Returns `id@place`, or `id@place error`, in the order of the patterns and of the document.
   * Throws where a variable cannot be evaluated: SaxonJS evaluates variables at once.
   */
  findings(root: Element): string[]
  /** The same as a reusable function for one document, read once. */
  reader(root: Element): Promise<() => string[]>
}

/** SaxonJS with a stylesheet of `exportStylesheet`: reads a document, and returns a function that judges it. */
export function exportedReader(path: string): (document: string) => Promise<() => void> {
  const stylesheetInternal: unknown = JSON.parse(readFileSync(path, 'utf8'))
  const settings = { stylesheetInternal, stylesheetParams: {}, deliverMessage: () => undefined }
  return async (document) => {
    const sourceNode = await saxon.getResource({ text: document, type: 'xml' })
    return () => void saxon.transform({ ...settings, sourceNode, destination: 'serialized' })
  }
}

/** Compiles a stylesheet on the disk into a file for SaxonJS, in a process of its own. */
export async function exportStylesheet(stylesheet: string, result: string, timeoutMs: number): Promise<void> {
  await promisify(execFile)(process.execPath, exportArguments(stylesheet, result), { timeout: timeoutMs })
}

/**
 * Only the command line of xslt3 compiles; it reads and writes files. `document()` finds `files`
 * beside the stylesheet, so their folder stays until the process ends.
 */
function compiled(stylesheet: string, files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-xslt-'))
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
  const [source, result] = [join(folder, 'rules.xsl'), join(folder, 'rules.json')]
  writeFileSync(source, stylesheet)
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return exported(source, result)
}

function exported(source: string, result: string): string {
  execFileSync(process.execPath, exportArguments(source, result), { stdio: 'pipe' })
  return readFileSync(result, 'utf8')
}

function exportArguments(source: string, result: string): string[] {
  return [require.resolve('xslt3'), `-xsl:${source}`, `-export:${result}`, '-nogo']
}

type Form = Required<Pick<SecondOptions, 'parameters' | 'withMessages'>>

function stylesheetOf(schema: PlainSchema, form: Form): string {
  const prefixes = new Map([['xs', schemaTypes], ['xsd', schemaTypes], ...schema.namespaces])
  const namespaces = [...prefixes].map(([prefix, uri]) => ` xmlns:${prefix}="${escapeXml(uri)}"`)
  const isParameter = ({ name }: Variable) => Object.hasOwn(form.parameters, name)
  return [
    `<xsl:stylesheet version="3.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"${namespaces.join('')}>`,
    '<xsl:output method="text"/>',
    ...schema.declarations.map(declarationText),
    ...schema.variables.map((one) => (isParameter(one) ? `<xsl:param name="${one.name}"/>` : variable(one))),
    ...schema.patterns.flatMap((rules, at) => patternTemplates(rules, at, form)),
    '<xsl:template match="/">',
    ...schema.patterns.map((_, at) => `<xsl:apply-templates select="." mode="p${at}"/>`),
    '</xsl:template>',
    `<xsl:template name="place"><xsl:value-of select="${place}"/></xsl:template>`,
    '</xsl:stylesheet>',
  ].join('\n')
}

/** First matching rule wins: earlier rules have the higher priority. */
function patternTemplates(rules: readonly PlainRule[], at: number, form: Form): string[] {
  const visited = rules.some(({ context }) => otherThanElements.test(context)) ? '@* | node()' : '*'
  const rest = `<xsl:apply-templates select="${visited}" mode="p${at}"/>`
  return [
    `<xsl:template match="/ | @* | node()" mode="p${at}" priority="0">${rest}</xsl:template>`,
    ...rules.map(({ context, variables, checks }, place) => {
      const head = `match="${escapeXml(context)}" mode="p${at}" priority="${rules.length - place}"`
      const tests = checks.map((one) => check(one, form))
      return `<xsl:template ${head}>${variables.map(variable).join('')}${tests.join('')}${rest}</xsl:template>`
    }),
  ]
}

function check({ label, isReport, test, message, diagnostics }: PlainCheck, { withMessages }: Form): string {
  const texts = [wordingText(message, ' '), ...diagnostics.map((one) => wordingText(one, ' [', ']'))]
  return [
    '<xsl:variable name="result" as="xs:string">',
    `<xsl:try select="string(boolean(${escapeXml(test)}))"><xsl:catch select="'error'"/></xsl:try>`,
    '</xsl:variable>',
    `<xsl:if test="$result = ('${isReport}', 'error')">`,
    `<xsl:value-of select="'${label}@'"/><xsl:call-template name="place"/>`,
    '<xsl:if test="$result = \'error\'"><xsl:text> error</xsl:text></xsl:if>',
    ...(withMessages ? texts : []),
    '<xsl:value-of select="\'&#10;\'"/>',
    '</xsl:if>',
  ].join('')
}

function wordingText(wording: Wording, before: string, after = ''): string {
  const parts = wording.map((part) =>
    typeof part === 'string'
      ? `<xsl:text>${escapeXml(part)}</xsl:text>`
      : `<xsl:value-of select="${escapeXml(part.select)}"/>`,
  )
  const text = `<xsl:variable name="text">${parts.join('')}</xsl:variable>`
  return `${text}<xsl:value-of select="concat('${before}', normalize-space($text), '${after}')"/>`
}

function variable({ name, value }: Variable): string {
  return `<xsl:variable name="${name}" select="${escapeXml(value)}"/>`
}

function declarationText(element: Element): string {
  return writeXml(element).replace(/^<\?xml[^>]*\?>/, '')
}

const attributePlace = `if (not(. instance of attribute())) then '' else if (namespace-uri() = '') then concat('/@', name())
  else concat('/@*[local-name()=''', local-name(), ''' and namespace-uri()=''', namespace-uri(), ''']')`

const piecePlace = `if (. instance of text()) then concat('/text()[', count(preceding-sibling::text()) + 1, ']')
  else if (. instance of comment()) then concat('/comment()[', count(preceding-sibling::comment()) + 1, ']')
  else if (. instance of processing-instruction()) then concat('/processing-instruction(', name(), ')[',
    count(preceding-sibling::processing-instruction()[name() = name(current())]) + 1, ']') else ''`

/** Contexts may be attributes, texts, comments or instructions. Most are not, and half of a document is. */
const otherThanElements = /@|attribute|node|text|comment|processing-instruction/

/** Once in a stylesheet: the compiler would take most of its time for copies in every check. */
const place =
  "if (. instance of document-node()) then '/' else concat(" +
  `ancestor-or-self::*[1]/(count(ancestor::*) + count(preceding::*)), ${attributePlace}, ${piecePlace})`

const schemaTypes = 'http://www.w3.org/2001/XMLSchema'

/** The part of SaxonJS in use; the package has no types. */
interface Saxon {
  transform(options: SaxonSettings & SaxonSource): { principalResult: string | null }
  getResource(options: { text: string; type: 'xml' }): Promise<unknown>
}

interface SaxonSettings {
  readonly stylesheetInternal: unknown
  readonly stylesheetParams: Readonly<Record<string, string>>
  readonly deliverMessage: () => void
  readonly destination: 'serialized'
}

type SaxonSource = { sourceText: string } | { sourceNode: unknown }

const require = createRequire(import.meta.url)
const saxon: Saxon = require('saxon-js')

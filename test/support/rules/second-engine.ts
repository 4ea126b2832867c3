import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Element } from '../../../src/xml/element.ts'
import { readXml } from '../../../src/xml/read.ts'
import { escapeXml, writeXml } from '../../../src/xml/write.ts'

/**
 * A second, independent engine for rule files: SaxonJS runs the file as an XSLT stylesheet with one
 * mode for each pattern. Its findings have the form of `findingTexts`.
 */
export function secondEngine(schematron: string): SecondEngine {
  const stylesheetInternal: unknown = JSON.parse(compiled(stylesheetOf(readXml(schematron))))
  const run = (source: SaxonSource) => {
    const { principalResult } = saxon.transform({ stylesheetInternal, ...source, destination: 'serialized' })
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

export interface SecondEngine {
  /**
   * Returns `id@place`, or `id@place error`, in the order of the patterns and of the document.
   * Throws where a variable cannot be evaluated: SaxonJS evaluates variables at once.
   */
  findings(root: Element): string[]
  /** The same as a reusable function for one document, read once. */
  reader(root: Element): Promise<() => string[]>
}

/** Only the command line of xslt3 compiles; it reads and writes files. */
function compiled(stylesheet: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'selfbill-xslt-'))
  try {
    const [source, result] = [join(folder, 'rules.xsl'), join(folder, 'rules.json')]
    writeFileSync(source, stylesheet)
    execFileSync(process.execPath, [require.resolve('xslt3'), `-xsl:${source}`, `-export:${result}`, '-nogo'], {
      stdio: 'pipe',
    })
    return readFileSync(result, 'utf8')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

function stylesheetOf(schema: Element): string {
  const namespaces = childrenNamed(schema, 'ns').map(
    (ns) => ` xmlns:${ns.attribute('prefix')}="${escapeXml(ns.attribute('uri') ?? '')}"`,
  )
  const functions = schema.children.filter(({ name }) => name.namespace === xsl).map(functionText)
  const patterns = childrenNamed(schema, 'pattern')
  return [
    `<xsl:stylesheet version="3.0" xmlns:xsl="${xsl}" xmlns:xs="http://www.w3.org/2001/XMLSchema" xmlns:xsd="http://www.w3.org/2001/XMLSchema"${namespaces.join('')}>`,
    '<xsl:output method="text"/>',
    ...functions,
    ...childrenNamed(schema, 'let').map(variable),
    ...patterns.flatMap((pattern) => childrenNamed(pattern, 'let').map(variable)),
    ...patterns.flatMap(patternTemplates),
    '<xsl:template match="/">',
    ...patterns.map((_, at) => `<xsl:apply-templates select="*" mode="p${at}"/>`),
    '</xsl:template>',
    '</xsl:stylesheet>',
  ].join('\n')
}

/** First matching rule wins: earlier rules have the higher priority. */
function patternTemplates(pattern: Element, at: number): string[] {
  const rules = childrenNamed(pattern, 'rule')
  const rest = `<xsl:apply-templates select="*" mode="p${at}"/>`
  return [
    `<xsl:template match="*" mode="p${at}" priority="0">${rest}</xsl:template>`,
    ...rules.map((rule, place) => {
      const tests = rule.children.filter(({ name }) => name.local === 'assert' || name.local === 'report').map(check)
      const head = `match="${escapeXml(rule.attribute('context') ?? '')}" mode="p${at}" priority="${rules.length - place}"`
      return `<xsl:template ${head}>${childrenNamed(rule, 'let').map(variable).join('')}${tests.join('')}${rest}</xsl:template>`
    }),
  ]
}

function check(element: Element): string {
  const test = escapeXml(element.attribute('test') ?? '')
  const wanted = element.name.local === 'report' ? "'true'" : "'false'"
  const place = 'count(ancestor::*) + count(preceding::*)'
  return [
    '<xsl:variable name="result" as="xs:string">',
    `<xsl:try select="string(boolean(${test}))"><xsl:catch select="'error'"/></xsl:try>`,
    '</xsl:variable>',
    `<xsl:if test="$result = (${wanted}, 'error')">`,
    `<xsl:value-of select="concat('${element.attribute('id')}@', ${place}, if ($result = 'error') then ' error' else '', '&#10;')"/>`,
    '</xsl:if>',
  ].join('')
}

function variable(element: Element): string {
  return `<xsl:variable name="${element.attribute('name')}" select="${escapeXml(element.attribute('value') ?? '')}"/>`
}

function functionText(element: Element): string {
  return writeXml(element).replace(/^<\?xml[^>]*\?>/, '')
}

function childrenNamed(element: Element, local: string): Element[] {
  return element.children.filter(({ name }) => name.local === local)
}

const xsl = 'http://www.w3.org/1999/XSL/Transform'

/** The part of SaxonJS in use; the package has no types. */
interface Saxon {
  transform(options: { stylesheetInternal: unknown; destination: 'serialized' } & SaxonSource): {
    principalResult: string | null
  }
  getResource(options: { text: string; type: 'xml' }): Promise<unknown>
}

type SaxonSource = { sourceText: string } | { sourceNode: unknown }

const require = createRequire(import.meta.url)
const saxon: Saxon = require('saxon-js')

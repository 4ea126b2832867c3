import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { readXml } from '@selfbill/schematron/read-xml'
import type { Element } from '@selfbill/schematron/xml'
import { normalizeSpace } from '../../schematron/src/values/blanks.ts'
import { exportStylesheet } from '../support/rules/second-engine.ts'

/** SaxonJS with one stylesheet; its answers have the form of Judge.java. */
export class SaxonJs {
  readonly #stylesheet: unknown

  private constructor(stylesheet: unknown) {
    this.#stylesheet = stylesheet
  }

  /** Undefined if it does not compile the stylesheet in time. */
  static async compiled(stylesheet: string, folder: string): Promise<SaxonJs | undefined> {
    const target = join(folder, 'schema.sef.json')
    try {
      await exportStylesheet(stylesheet, target, exportMsMax)
    } catch {
      return undefined
    }
    return new SaxonJs(JSON.parse(readFileSync(target, 'utf8')))
  }

  judge(document: string): string {
    try {
      const { principalResult } = saxon.transform({
        stylesheetInternal: this.#stylesheet,
        sourceText: document,
        destination: 'serialized',
        deliverMessage: () => undefined,
      })
      const report = readXml(principalResult ?? '')
      return ['judged', ...report.children.flatMap(cellsOf)].join('\t')
    } catch (error) {
      return `error\t${normalizeSpace(error instanceof Error ? error.message : String(error))}`
    }
  }
}

const exportMsMax = 60_000

function cellsOf(finding: Element): readonly string[] {
  if (!/^(?:failed-assert|successful-report)$/.test(finding.name.local)) return []
  const text = finding.children.find(({ name }) => name.local === 'text')
  const attributes = ['id', 'test', 'location', 'flag'].map((name) => finding.attribute(name) ?? '')
  return [...attributes, text?.value ?? ''].map(normalizeSpace)
}

interface SaxonApi {
  transform(options: {
    stylesheetInternal: unknown
    sourceText: string
    destination: 'serialized'
    deliverMessage: () => void
  }): { principalResult: string | null }
}

const require = createRequire(import.meta.url)
const saxon: SaxonApi = require('saxon-js')

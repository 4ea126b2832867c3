import { dirname, join } from 'node:path/posix'
import { type RuleFinding, ruleFindings } from '@selfbill/pint-ae/rulebook'
import {
  type Assertion,
  compileSchema,
  type Finding,
  type Schema,
  SchematronError,
  type SchematronFile,
} from '@selfbill/schematron/engine'
import { documentName, type Element } from '@selfbill/schematron/xml'
import type { BookFolder } from './book-folder.ts'

/** A compiled rule book of the operator. */
export class OperatorBook {
  readonly #schema: Schema
  /** The assertions as findings name them. */
  readonly #named: ReadonlyMap<Assertion, Assertion>

  /** @throws SchematronError that names the file, the rule and the place */
  constructor(folder: BookFolder, now: () => Date) {
    this.#schema = compiled(folder, now)
    this.#named = new Map(this.#schema.assertions.map((assertion, at) => [assertion, named(assertion, at)]))
  }

  /** At most 1,000 findings, then one that counts the rest. */
  judge(root: Element): readonly RuleFinding[] {
    const found = this.#schema.evaluate(root).map((finding) => this.#worded(finding, root))
    return ruleFindings([{ root, found }], () => true)
  }

  /** A rule of the whole document gets the place of its root. */
  #worded(finding: Finding, root: Element): Finding {
    const { assertion, element, message, diagnostics = [], role } = finding
    const base = this.#named.get(assertion) ?? assertion
    return {
      ...finding,
      assertion: { ...base, flag: severityOf(assertion.flag, role) },
      element: element.name === documentName ? root : element,
      message: [message, ...diagnostics.map(({ text }) => text)].filter((text) => text !== '').join(' '),
    }
  }
}

function compiled({ folder, manifest, files }: BookFolder, now: () => Date): Schema {
  const byName = new Map(files.map((file) => [file.name, file]))
  const wanted = manifest.files?.map((path) => join(folder, path)) ?? schemasDirectlyIn(folder, files)
  if (wanted.length === 0) throw new SchematronError(`${folder} has no rule file (*.sch)`)
  const sources = wanted.map((name) => {
    const source = byName.get(name)
    if (source) return source
    throw new SchematronError(`${folder}/rulebook.json: files: there is no file ${name} in the rule book`)
  })
  const schema = compileSchema(sources, {
    now,
    // Only files of the book: a rule cannot read others of this machine.
    load: (href, from) => byName.get(join(dirname(from), decoded(href))),
    ...(manifest.phase === undefined ? {} : { phase: manifest.phase }),
  })
  if (schema.assertions.length === 0) throw new SchematronError(`${folder}: the rule files have no assertion`)
  return schema
}

function schemasDirectlyIn(folder: string, files: readonly SchematronFile[]): readonly string[] {
  return files.map(({ name }) => name).filter((name) => name.endsWith('.sch') && dirname(name) === folder)
}

function decoded(href: string): string {
  try {
    return decodeURI(href)
  } catch {
    return href
  }
}

/** An assertion without an id is named by its place in the book, from 1. */
function named(assertion: Assertion, at: number): Assertion {
  // Attributes of other namespaces mean nothing to us here: `field` names members of our requests.
  return { ...assertion, id: assertion.id === '' ? `RULE-${at + 1}` : assertion.id, attributes: {} }
}

/** Rule books say it with `flag` or with `role`, and not in the same words. */
function severityOf(flag: string, role: string | undefined): string {
  const text = (flag === '' ? (role ?? '') : flag).trim().toLowerCase()
  return mild.has(text) ? 'warning' : 'fatal'
}

const mild: ReadonlySet<string> = new Set(['warning', 'warn', 'information', 'info', 'notice', 'hint'])

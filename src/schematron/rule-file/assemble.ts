import { Element } from '../../xml/element.ts'
import { readXml, XmlUnreadable } from '../../xml/read.ts'
import { scanXml } from '../../xml/scan.ts'
import { SchematronError } from '../errors.ts'
import { instantiated } from './abstract-pattern.ts'
import type { CompileOptions, SchematronFile, SchematronSource } from './rule-file.ts'
import { isSchematron } from './schematron-element.ts'

/**
 * Reads a schema with the files it includes, and writes out its abstract patterns and rules.
 * Patterns with rules remain. Source: ISO/IEC 19757-3:2016, 5.4 and 6.
 *
 * @throws SchematronError
 */
export function assemble(source: SchematronSource | SchematronFile, { load }: CompileOptions): Assembled {
  return new Assembly(load).schema(source)
}

export interface Assembled {
  readonly root: Element
  /** The name of the file an included element comes from; undefined for the schema's own. */
  fileOf(element: Element): string | undefined
}

class Assembly {
  readonly #load: CompileOptions['load']
  readonly #files = new WeakMap<Element, string>()
  #abstractRules: readonly Element[] = []

  constructor(load: CompileOptions['load']) {
    this.#load = load
  }

  schema(source: SchematronSource | SchematronFile): Assembled {
    const fileOf = (element: Element) => this.#files.get(element)
    const read = parsed(source)
    if (!needsAssembly(read)) return { root: read, fileOf }
    const root = this.#withIncludes(read, [source.name])
    const patterns = root.children.filter((child) => isSchematron(child, 'pattern'))
    const isTemplate = (pattern: Element) => pattern.attribute('abstract') === 'true'
    const templates = new Map(patterns.filter(isTemplate).map((pattern) => [pattern.attribute('id') ?? '', pattern]))
    const whole = root.children
      .filter((child) => !(isSchematron(child, 'pattern') && isTemplate(child)))
      .map((child) => this.#instance(child, templates, source.name))
    this.#abstractRules = whole.flatMap(rulesOf).filter(isAbstract)
    const children = whole.map((child) => this.#withRules(child, source.name))
    return { root: this.#copy(root, children), fileOf }
  }

  /**
   * Replaces every `include` by the root of its file. `chain`: the files that include each other.
   */
  #withIncludes(element: Element, chain: readonly string[]): Element {
    if (!holdsIncludes(element)) return element
    const children = element.children.flatMap((child) => {
      if (!isSchematron(child, 'include')) return [this.#withIncludes(child, chain)]
      const { root, file } = this.#loaded(child, chain)
      if (!this.#files.has(root)) this.#files.set(root, file)
      return [root]
    })
    return this.#copy(element, children)
  }

  #loaded(reference: Element, chain: readonly string[]): { readonly root: Element; readonly file: string } {
    const from = chain.at(-1) ?? ''
    const [href = '', id] = (reference.attribute('href') ?? '').split('#')
    const what = `${reference.name.local} ${reference.attribute('href') ?? 'without href'}`
    const source = this.#load?.(href, from)
    if (!source) throw new SchematronError(`${from}: ${what}: there is no such file`)
    if (chain.includes(source.name)) throw new SchematronError(`${from}: ${what}: the files include each other`)
    const whole = parsed(source)
    const root = id === undefined || id === '' ? whole : elementWithId(whole, id)
    if (!root) throw new SchematronError(`${from}: ${what}: the file has no element with this id`)
    if (isSchematron(root, 'schema'))
      throw new SchematronError(`${from}: ${what}: the file is a whole schema; include its patterns one by one`)
    return { root: this.#withIncludes(root, [...chain, source.name]), file: source.name }
  }

  #instance(element: Element, templates: ReadonlyMap<string, Element>, file: string): Element {
    const wanted = isSchematron(element, 'pattern') ? element.attribute('is-a') : undefined
    if (wanted === undefined) return element
    const template = templates.get(wanted)
    const where = this.#files.get(element) ?? file
    if (!template)
      throw new SchematronError(`${where}: pattern ${element.attribute('id') ?? ''}: no abstract pattern ${wanted}`)
    const made = instantiated(template, element)
    const from = this.#files.get(template) ?? this.#files.get(element)
    if (from !== undefined) this.#files.set(made, from)
    return made
  }

  /** A pattern without abstract rules: its other rules hold what they extend. */
  #withRules(element: Element, file: string): Element {
    if (!isSchematron(element, 'pattern')) return element
    const where = this.#files.get(element) ?? file
    const own = element.children.filter(isAbstract)
    const children = element.children
      .filter((child) => !isAbstract(child))
      .map((child) => this.#extended(child, own, where, []))
    return this.#copy(element, children)
  }

  #extended(rule: Element, own: readonly Element[], file: string, chain: readonly Element[]): Element {
    if (!rule.children.some((child) => isSchematron(child, 'extends'))) return rule
    const children = rule.children.flatMap((child) => {
      if (!isSchematron(child, 'extends')) return [child]
      const found = this.#abstractRule(child, own, file)
      if (chain.includes(found))
        throw new SchematronError(`${file}: the rule ${found.attribute('id') ?? ''} extends itself`)
      return this.#extended(found, own, file, [...chain, found]).children
    })
    return this.#copy(rule, children)
  }

  /** An abstract rule of the same pattern comes before one of another pattern. */
  #abstractRule(reference: Element, own: readonly Element[], file: string): Element {
    if (reference.attribute('href') !== undefined) return this.#loaded(reference, [file]).root
    const id = reference.attribute('rule')
    const hasId = (rule: Element) => rule.attribute('id') === id
    const found = own.find(hasId) ?? this.#abstractRules.find(hasId)
    if (!found) throw new SchematronError(`${file}: extends ${id ?? 'without rule'}: there is no such abstract rule`)
    return found
  }

  #copy(element: Element, children: readonly Element[]): Element {
    const copy = new Element(element.name, element.attributes, children, '', undefined)
    const file = this.#files.get(element)
    if (file !== undefined) this.#files.set(copy, file)
    return copy
  }
}

/** Reads the XML of a rule file. */
export function parsed(source: SchematronSource | SchematronFile): Element {
  try {
    if ('bytes' in source) return readXml(source.bytes)
    return source.isKnown === true ? scanXml(source.text, depthMax) : readXml(source.text)
  } catch (error) {
    if (error instanceof XmlUnreadable) throw new SchematronError(`${source.name}: ${error.message}`)
    throw error
  }
}

function needsAssembly(schema: Element): boolean {
  if (holdsIncludes(schema)) return true
  return schema.children.some(
    (pattern) =>
      isSchematron(pattern, 'pattern') &&
      (pattern.attribute('abstract') === 'true' ||
        pattern.attribute('is-a') !== undefined ||
        pattern.children.some(
          (rule) => isAbstract(rule) || rule.children.some((child) => isSchematron(child, 'extends')),
        )),
  )
}

/** Messages are left alone: they may mix text with elements. */
function holdsIncludes(element: Element): boolean {
  if (!containers.has(element.name.local)) return false
  return element.children.some((child) => isSchematron(child, 'include') || holdsIncludes(child))
}

const containers: ReadonlySet<string> = new Set(['schema', 'pattern', 'rule', 'phase', 'diagnostics', 'properties'])

function rulesOf(element: Element): readonly Element[] {
  return isSchematron(element, 'pattern') ? element.children.filter((child) => isSchematron(child, 'rule')) : []
}

function isAbstract(element: Element): boolean {
  return isSchematron(element, 'rule') && element.attribute('abstract') === 'true'
}

function elementWithId(element: Element, id: string): Element | undefined {
  if (element.attribute('id') === id) return element
  for (const child of element.children) {
    const found = elementWithId(child, id)
    if (found) return found
  }
  return undefined
}

const depthMax = 100

import { SchematronError } from '../errors.ts'
import { Element } from '../xml/element.ts'
import { readXml, XmlUnreadable } from '../xml/read.ts'
import { scanXml } from '../xml/scan.ts'
import { instantiated } from './abstract-pattern.ts'
import { checkGrammar } from './grammar.ts'
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
    if (!isSchematron(read, 'schema')) throw new SchematronError(`${source.name}: this is not an ISO Schematron schema`)
    const root = this.#withIncludes(read, [source.name])
    checkGrammar(root, source.name, fileOf)
    if (!needsAssembly(root)) return { root, fileOf }
    const patterns = root.children.filter((child) => isSchematron(child, 'pattern'))
    const isTemplate = (pattern: Element) => pattern.attribute('abstract') === 'true'
    const templates = new Map(patterns.filter(isTemplate).map((pattern) => [pattern.attribute('id') ?? '', pattern]))
    const whole = root.children
      .filter((child) => !(isSchematron(child, 'pattern') && isTemplate(child)))
      .map((child) => this.#instance(child, templates, source.name))
    for (const pattern of whole) for (const rule of rulesOf(pattern)) this.#keepFile(pattern, rule)
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
    if (!isBeside(href)) throw new SchematronError(`${from}: ${what}: only files beside the schema are read`)
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
    const made = instantiated(template, element, (original, copy) => this.#keepFile(original, copy))
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
      .map((child) => this.#extended(child, { own, file: where, rules: [], files: [] }))
    return this.#copy(element, children)
  }

  /** What a rule takes over from another file keeps the name of that file. */
  #extended(rule: Element, outer: Extending): Element {
    if (!rule.children.some((child) => isSchematron(child, 'extends'))) return rule
    const file = this.#files.get(rule) ?? outer.file
    const children = rule.children.flatMap((child) => {
      if (!isSchematron(child, 'extends')) return [child]
      const inside = { ...outer, file }
      const found =
        child.attribute('href') === undefined ? this.#abstractRule(child, inside) : this.#ruleFile(child, inside)
      const { children: taken } = this.#extended(found.rule, found)
      for (const one of taken) if (!this.#files.has(one)) this.#files.set(one, found.file)
      return taken
    })
    return this.#copy(rule, children)
  }

  /** An abstract rule of the same pattern comes before one of another pattern. */
  #abstractRule(reference: Element, { own, file, rules, files }: Extending): Extending & { readonly rule: Element } {
    const id = reference.attribute('rule')
    const where = `${file}: extends ${id ?? 'without rule or href'}`
    const withId = (some: readonly Element[]) => some.filter((rule) => rule.attribute('id') === id)
    const [rule, ...others] = withId(own).length > 0 ? withId(own) : withId(this.#abstractRules)
    if (!rule) throw new SchematronError(`${where}: there is no such abstract rule`)
    if (others.length > 0) throw new SchematronError(`${where}: several abstract rules have this id`)
    if (rules.includes(rule)) throw new SchematronError(`${file}: the rule ${id} extends itself`)
    return { rule, own, file: this.#files.get(rule) ?? file, rules: [...rules, rule], files }
  }

  #ruleFile(reference: Element, { own, file, rules, files }: Extending): Extending & { readonly rule: Element } {
    const { root: rule, file: name } = this.#loaded(reference, [...files, file])
    const where = `${file}: extends ${reference.attribute('href')}`
    if (reference.attribute('rule') !== undefined)
      throw new SchematronError(`${where}: rule and href exclude each other`)
    if (!isSchematron(rule, 'rule')) throw new SchematronError(`${where}: this is a ${rule.name.local}, not a rule`)
    checkGrammar(rule, name, (element) => this.#files.get(element))
    this.#files.set(rule, name)
    return { rule, own, file: name, rules, files: [...files, file] }
  }

  #copy(element: Element, children: readonly Element[]): Element {
    const copy = new Element(element.name, element.attributes, children, '', undefined)
    this.#keepFile(element, copy)
    return copy
  }

  #keepFile(original: Element, copy: Element): void {
    const file = this.#files.get(original)
    if (file !== undefined && !this.#files.has(copy)) this.#files.set(copy, file)
  }
}

/** Where a rule is while what it extends is written out. */
interface Extending {
  /** The abstract rules of its pattern. */
  readonly own: readonly Element[]
  /** The file of the rule, from which `href` is resolved. */
  readonly file: string
  /** The rules and the files that extend each other. */
  readonly rules: readonly Element[]
  readonly files: readonly string[]
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

/** Whether a reference is a path from its file: not an address, and not a path from the top. */
export function isBeside(href: string): boolean {
  return !/^(?:[a-z][a-z0-9+.-]*:|[/\\])/i.test(href.trim())
}

function needsAssembly(schema: Element): boolean {
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

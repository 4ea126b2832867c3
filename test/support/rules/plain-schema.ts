import { readXml } from '@selfbill/schematron/read-xml'
import type { Element } from '@selfbill/schematron/xml'
import { Remark } from '../../../schematron/src/xml/element.ts'

// A second reading of Schematron files, for the second engine: it shares nothing with
// schematron/. Source: ISO/IEC 19757-3:2016, 5.4 and 6.

/** A schema without includes, abstract patterns and abstract rules, with the patterns of its phase. */
export interface PlainSchema {
  /** By prefix. */
  readonly namespaces: ReadonlyMap<string, string>
  /** `xsl:function` and `xsl:key`. */
  readonly declarations: readonly Element[]
  /** Those of the schema, of the phase, and of every pattern. */
  readonly variables: readonly Variable[]
  readonly patterns: readonly (readonly PlainRule[])[]
}

export interface Variable {
  readonly name: string
  readonly value: string
}

export interface PlainRule {
  readonly context: string
  readonly variables: readonly Variable[]
  readonly checks: readonly PlainCheck[]
}

export interface PlainCheck {
  /** The id, or `#n`: the n-th of the schema. */
  readonly label: string
  readonly isReport: boolean
  readonly test: string
  readonly message: Wording
  readonly diagnostics: readonly Wording[]
}

/** Texts, and expressions whose values stand between them. */
export type Wording = readonly (string | { readonly select: string })[]

export interface SchemaParts {
  /** The texts of the files beside the schema, by name. */
  readonly files?: Readonly<Record<string, string>>
  readonly phase?: string
}

export function plainSchema(text: string, { files = {}, phase }: SchemaParts = {}): PlainSchema {
  return new PlainReader(parsed(text), files).schema(phase)
}

class PlainReader {
  readonly #root: Element
  readonly #files: Readonly<Record<string, string>>
  #checks = 0

  constructor(root: Element, files: Readonly<Record<string, string>>) {
    this.#root = root
    this.#files = files
  }

  schema(wanted: string | undefined): PlainSchema {
    const contents = this.#contents(this.#root)
    const phaseId = wanted ?? this.#root.attribute('defaultPhase') ?? '#ALL'
    const phase = named(contents, 'phase').find((one) => one.attribute('id') === phaseId)
    const isActive = (pattern: Element) =>
      phase === undefined || named(this.#contents(phase), 'active').some((one) => same(one, 'pattern', pattern, 'id'))
    const patterns = named(contents, 'pattern').filter((one) => one.attribute('abstract') !== 'true' && isActive(one))
    const instances = patterns.map((pattern) => this.#instance(pattern, contents))
    const phaseContents = phase === undefined ? [] : this.#contents(phase)
    return {
      namespaces: new Map(named(contents, 'ns').map((ns) => [ns.attribute('prefix') ?? '', ns.attribute('uri') ?? ''])),
      declarations: contents.filter(({ name }) => name.namespace === xsl),
      variables: [...contents, ...phaseContents]
        .flatMap(variablesIn(new Map()))
        .concat(instances.flatMap(({ children, parameters }) => children.flatMap(variablesIn(parameters)))),
      patterns: instances.map((instance) => this.#rules(instance, instances, contents)),
    }
  }

  /** The children of an element, with those of included files in their place. */
  #contents(element: Element): readonly Element[] {
    return element.children.flatMap((child) => (child.name.local === 'include' ? [this.#file(child)] : [child]))
  }

  #file(reference: Element): Element {
    const [name = '', id] = (reference.attribute('href') ?? '').split('#')
    const root = parsed(this.#files[name] ?? '')
    return (id === undefined ? root : withId(root, id)) ?? root
  }

  #instance(pattern: Element, schema: readonly Element[]): Instance {
    const template = named(schema, 'pattern').find((one) => same(pattern, 'is-a', one, 'id'))
    const own = this.#contents(pattern)
    if (pattern.attribute('is-a') === undefined || !template) return { children: own, parameters: new Map() }
    const children = [...this.#contents(template), ...own]
    const texts = named(children, 'param').map((one) => [one.attribute('name') ?? '', one.attribute('value') ?? ''])
    return { children, parameters: new Map(texts.map(([name = '', value = '']) => [name, value])) }
  }

  #rules(instance: Instance, all: readonly Instance[], schema: readonly Element[]): readonly PlainRule[] {
    const abstracts = [instance, ...all].flatMap(({ children }) => named(children, 'rule')).filter(isAbstract)
    return named(instance.children, 'rule')
      .filter((rule) => !isAbstract(rule))
      .map((rule) => {
        const contents = this.#ruleContents(rule, abstracts)
        return {
          context: replaced(rule.attribute('context') ?? '', instance.parameters),
          variables: contents.flatMap(variablesIn(instance.parameters)),
          checks: contents
            .filter(({ name: { local } }) => local === 'assert' || local === 'report')
            .map((check) => this.#check(check, instance.parameters, schema)),
        }
      })
  }

  #ruleContents(rule: Element, abstracts: readonly Element[]): readonly Element[] {
    return this.#contents(rule).flatMap((child) => {
      if (child.name.local !== 'extends') return [child]
      const isHref = child.attribute('href') !== undefined
      const found = isHref ? this.#file(child) : abstracts.find((one) => same(child, 'rule', one, 'id'))
      return found === undefined ? [] : this.#ruleContents(found, abstracts)
    })
  }

  #check(check: Element, parameters: Parameters, schema: readonly Element[]): PlainCheck {
    this.#checks += 1
    const wanted = (check.attribute('diagnostics') ?? '').split(' ').filter((id) => id !== '')
    const known = named(schema, 'diagnostics').flatMap((one) => this.#contents(one))
    return {
      label: check.attribute('id') ?? `#${this.#checks}`,
      isReport: check.name.local === 'report',
      test: replaced(check.attribute('test') ?? '', parameters),
      message: wording(check, parameters),
      diagnostics: wanted.flatMap((id) =>
        known.filter((one) => one.attribute('id') === id).map((one) => wording(one, parameters)),
      ),
    }
  }
}

interface Instance {
  readonly children: readonly Element[]
  readonly parameters: Parameters
}

type Parameters = ReadonlyMap<string, string>

/** The text has been decoded, so the encoding of its XML declaration no longer holds. */
function parsed(text: string): Element {
  return readXml(text.replace(/^\uFEFF?<\?xml[^>]*\?>/, ''))
}

function wording(element: Element, parameters: Parameters): Wording {
  return (element.pieces ?? (element.children.length > 0 ? element.children : [element.text])).flatMap(
    (piece): Wording => {
      if (typeof piece === 'string') return [piece]
      if (piece instanceof Remark) return []
      const select = piece.attribute('select') ?? piece.attribute('path') ?? 'name()'
      return [{ select: replaced(select, parameters) }]
    },
  )
}

/** Longer names first, so that `$ab` is not taken for `$a`. */
function replaced(text: string, parameters: Parameters): string {
  const names = [...parameters.keys()].sort((one, other) => other.length - one.length)
  return names.reduce(
    (result, name) => result.replaceAll(new RegExp(`\\$${name}(?![\\w.-])`, 'g'), () => parameters.get(name) ?? ''),
    text,
  )
}

function variablesIn(parameters: Parameters): (element: Element) => readonly Variable[] {
  return (element) =>
    element.name.local === 'let'
      ? [{ name: element.attribute('name') ?? '', value: replaced(element.attribute('value') ?? '', parameters) }]
      : []
}

function named(elements: readonly Element[], local: string): readonly Element[] {
  return elements.filter(({ name }) => name.local === local && name.namespace !== xsl)
}

function isAbstract(rule: Element): boolean {
  return rule.attribute('abstract') === 'true'
}

function same(one: Element, attribute: string, other: Element, otherAttribute: string): boolean {
  return one.attribute(attribute) === other.attribute(otherAttribute)
}

function withId(element: Element, id: string): Element | undefined {
  if (element.attribute('id') === id) return element
  return element.children.map((child) => withId(child, id)).find((found) => found !== undefined)
}

const xsl = 'http://www.w3.org/1999/XSL/Transform'

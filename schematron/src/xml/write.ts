import { type Element, Remark } from './element.ts'
import { groupSize, joined } from './joined.ts'
import type { Name } from './name.ts'

/** The document as text: declaration, all namespaces on the root, no indentation. */
export function writeXml(root: Element): string {
  return writtenXml(root).text
}

/**
 * The same, and what a larger document needs to hold this one without writing it again: `part` is a
 * document that was written before and is now a part of this one.
 */
export function writtenXml(root: Element, part?: WrittenXml): WrittenXml {
  return new XmlWriter(part).write(root)
}

export interface WrittenXml {
  readonly root: Element
  readonly text: string
  /** The text inside the root. */
  readonly content: string
  /** The meaning of each prefix, in the order of their first elements. */
  readonly namespaces: ReadonlyMap<string, string>
  /** No tag but the root's declares a namespace. */
  readonly isPlain: boolean
}

/**
 * Escapes text for content and attributes. CR is written as a reference, because a reader would
 * turn it into LF.
 */
export function escapeXml(text: string): string {
  return special.test(text) ? text.replace(specials, (character) => references[character] ?? character) : text
}

/** Writes one document in one pass: the tag of the root comes last, when every prefix is known. */
class XmlWriter {
  readonly #namespaces = new Map<string, string>()
  readonly #part: WrittenXml | undefined
  /** The prefixes of attributes; undefined until an attribute has a namespace. */
  #prefixes: Map<string, string> | undefined
  #isPlain = true
  #root: Element | undefined

  constructor(part: WrittenXml | undefined) {
    this.#part = part
  }

  write(root: Element): WrittenXml {
    this.#root = root
    const { name } = root
    this.#namespaces.set(name.prefix, name.namespace)
    const attributes = this.#attributes(root)
    const content = this.#content(root, undefined)
    const declared = [...this.#namespaces].map(([prefix, uri]) => (uri === '' ? '' : declarationOf(prefix, uri)))
    const text = `${declaration}<${name.qualified}${declared.join('')}${attributes}>${content}</${name.qualified}>`
    return { root, text, content, namespaces: this.#namespaces, isPlain: this.#isPlain }
  }

  #content(element: Element, scope: Redeclared | undefined): string {
    const { pieces, children } = element
    if (pieces) {
      const content = pieces.map((piece, at) => {
        if (piece instanceof Remark) return remarkText(piece)
        if (typeof piece !== 'string') return this.#element(piece, scope)
        // Two adjacent text nodes were split by a comment; an empty comment keeps them apart.
        return (typeof pieces[at - 1] === 'string' ? '<!---->' : '') + escapeXml(piece)
      })
      return content.join('')
    }
    if (children.length === 0) return escapeXml(element.text)
    if (children.length > groupSize) return joined(children, (child) => this.#element(child, scope))
    let text = ''
    for (const child of children) text += this.#element(child, scope)
    return text
  }

  #element(element: Element, scope: Redeclared | undefined): string {
    const { name } = element
    const { qualified } = name
    let inner = scope
    let declared = ''
    if (this.#meaningOf(name, scope) !== name.namespace) {
      inner = { prefix: name.prefix, namespace: name.namespace, outer: scope }
      declared = declarationOf(name.prefix, name.namespace)
      this.#isPlain = false
    }
    const attributes = element.attributes.length === 0 ? '' : this.#attributes(element)
    const known = element === this.#part?.root && scope === undefined ? this.#contentOfPart(this.#part) : undefined
    return `<${qualified}${declared}${attributes}>${known ?? this.#content(element, inner)}</${qualified}>`
  }

  /** The namespace that a prefix names here. Its first meaning is declared on the root. */
  #meaningOf({ prefix, namespace }: Name, scope: Redeclared | undefined): string {
    for (let at = scope; at !== undefined; at = at.outer) if (at.prefix === prefix) return at.namespace
    const known = this.#namespaces.get(prefix)
    if (known !== undefined) return known
    this.#namespaces.set(prefix, namespace)
    return namespace
  }

  /** Undefined when the part must be written again: it uses a prefix in another meaning. */
  #contentOfPart({ namespaces, isPlain, content }: WrittenXml): string | undefined {
    if (!isPlain) return undefined
    for (const [prefix, uri] of namespaces) if ((this.#namespaces.get(prefix) ?? uri) !== uri) return undefined
    for (const [prefix, uri] of namespaces) this.#namespaces.set(prefix, uri)
    return content
  }

  #attributes({ attributes }: Element): string {
    let text = ''
    for (let at = 0; at < attributes.length; at += 2) {
      const value = escapeXml(attributes[at + 1] ?? '')
      const written = lineBreak.test(value)
        ? value.replace(lineBreaks, (character) => breaks[character] ?? character)
        : value
      text += ` ${this.#attributeName(attributes[at] ?? '')}="${written}"`
    }
    return text
  }

  #attributeName(name: string): string {
    if (!name.startsWith('{')) return name
    this.#isPlain = false
    const end = name.indexOf('}')
    return `${this.#attributePrefixes().get(name.slice(1, end)) ?? ''}:${name.slice(end + 1)}`
  }

  /** These need a prefix that no element uses, so all elements are looked at first. */
  #attributePrefixes(): ReadonlyMap<string, string> {
    if (this.#prefixes !== undefined) return this.#prefixes
    this.#prefixes = new Map()
    if (this.#root === undefined) return this.#prefixes
    collectNamespaces(this.#root, this.#namespaces)
    collectAttributeNamespaces(this.#root, this.#namespaces, this.#prefixes)
    return this.#prefixes
  }
}

/** A prefix with another meaning than on the root. */
interface Redeclared {
  readonly prefix: string
  readonly namespace: string
  readonly outer: Redeclared | undefined
}

function declarationOf(prefix: string, uri: string): string {
  return ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeXml(uri)}"`
}

function remarkText({ kind, name, text }: Remark): string {
  return kind === 'comment' ? `<!--${text}-->` : `<?${name} ${text}?>`
}

/** Puts the first meaning of each prefix on the root. */
function collectNamespaces(element: Element, into: Map<string, string>): void {
  const { prefix, namespace } = element.name
  if (!into.has(prefix)) into.set(prefix, namespace)
  for (const child of element.children) collectNamespaces(child, into)
}

/** Gives attributes with a namespace a prefix that no element uses. */
function collectAttributeNamespaces(element: Element, into: Map<string, string>, prefixes: Map<string, string>): void {
  for (let at = 0; at < element.attributes.length; at += 2) {
    const name = element.attributes[at] ?? ''
    if (!name.startsWith('{')) continue
    const namespace = name.slice(1, name.indexOf('}'))
    if (prefixes.has(namespace)) continue
    if (namespace === xmlNamespace) {
      prefixes.set(namespace, 'xml')
      continue
    }
    let prefix = namespace === instanceNamespace ? 'xsi' : `a${prefixes.size + 1}`
    while (into.has(prefix)) prefix += '_'
    prefixes.set(namespace, prefix)
    into.set(prefix, namespace)
  }
  for (const child of element.children) collectAttributeNamespaces(child, into, prefixes)
}

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'
const special = /[&<>"\r]/
const specials = /[&<>"\r]/g
const lineBreak = /[\n\t]/
const lineBreaks = /[\n\t]/g
const breaks: Readonly<Record<string, string>> = { '\n': '&#10;', '\t': '&#9;' }
const references: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
}
const xmlNamespace = 'http://www.w3.org/XML/1998/namespace'
const instanceNamespace = 'http://www.w3.org/2001/XMLSchema-instance'

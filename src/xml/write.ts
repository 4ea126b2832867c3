import type { Element } from './element.ts'
import type { Name } from './name.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The document as text: declaration, all namespaces on the root, no indentation. */
export function writeXml(root: Element): string {
  const namespaces = new Map<string, string>()
  const prefixes = new Map<string, string>()
  collectNamespaces(root, namespaces)
  collectAttributeNamespaces(root, namespaces, prefixes)
  const declared = [...namespaces].map(([prefix, uri]) => {
    if (uri === '') return ''
    return ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeXml(uri)}"`
  })
  return declaration + elementText(root, namespaces, prefixes, declared.join(''))
}

/**
 * Escapes text for content and attributes. CR is written as a reference, because a reader would
 * turn it into LF.
 */
export function escapeXml(text: string): string {
  return special.test(text) ? text.replace(specials, (character) => references[character] ?? character) : text
}

/**
 * `namespaces`: the meaning of each prefix here. A name that uses its prefix for another namespace
 * declares it on its own tag.
 */
function elementText(element: Element, namespaces: Prefixes, prefixes: Prefixes, declared = ''): string {
  const { name, attributes, pieces } = element
  let scope = namespaces
  let text = `<${name.qualified}${declared}`
  if (scope.get(name.prefix) !== name.namespace) {
    scope = new Map(scope).set(name.prefix, name.namespace)
    text += ` ${name.prefix === '' ? 'xmlns' : `xmlns:${name.prefix}`}="${escapeXml(name.namespace)}"`
  }
  for (let at = 0; at < attributes.length; at += 2) {
    const value = escapeXml(attributes[at + 1] ?? '').replace(lineBreaks, (character) => breaks[character] ?? character)
    text += ` ${attributeName(attributes[at] ?? '', prefixes)}="${value}"`
  }
  if (pieces) {
    const content = pieces.map((piece, at) => {
      if (typeof piece !== 'string') return elementText(piece, scope, prefixes)
      // Two adjacent text nodes were split by a comment; an empty comment keeps them apart.
      return (typeof pieces[at - 1] === 'string' ? '<!---->' : '') + escapeXml(piece)
    })
    return `${text}>${content.join('')}</${name.qualified}>`
  }
  if (element.children.length === 0) return `${text}>${escapeXml(element.text)}</${name.qualified}>`
  text += '>'
  for (const child of element.children) text += elementText(child, scope, prefixes)
  return `${text}</${name.qualified}>`
}

function attributeName(name: string, prefixes: Prefixes): string {
  if (!name.startsWith('{')) return name
  const end = name.indexOf('}')
  return `${prefixes.get(name.slice(1, end)) ?? ''}:${name.slice(end + 1)}`
}

/** Puts the first meaning of each prefix on the root. */
function collectNamespaces(element: Element, into: Map<string, string>, seen = new Set<Name>()): void {
  if (!seen.has(element.name)) {
    seen.add(element.name)
    const { prefix, namespace } = element.name
    if (!into.has(prefix)) into.set(prefix, namespace)
  }
  for (const child of element.children) collectNamespaces(child, into, seen)
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

type Prefixes = ReadonlyMap<string, string>

const special = /[&<>"\r]/
const specials = /[&<>"\r]/g
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

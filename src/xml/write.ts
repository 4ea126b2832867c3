import type { Element } from './element.ts'
import type { Name } from './name.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The document as text: declaration, the namespaces of the whole tree on the root, no indentation. */
export function writeXml(root: Element): string {
  const scope: MutableScope = { namespaces: new Map(), prefixes: new Map() }
  if (collectNamespaces(root, scope, new Set())) collectAttributeNamespaces(root, scope)
  const declared = [...scope.namespaces].map(([prefix, uri]) => (uri === '' ? '' : declarationOf(prefix, uri)))
  // Joined once at the end: half the time and memory of adding text to text.
  const parts: string[] = [declaration]
  writeElement(root, scope, declared.join(''), parts)
  return parts.join('')
}

/** Escapes character data and attribute values alike; CR would be read back as LF, so it is written as a reference. */
export function escapeXml(text: string): string {
  return special.test(text) ? text.replace(specials, (character) => references[character] ?? character) : text
}

function writeElement(element: Element, scope: Scope, declared: string, parts: string[]): void {
  const { name, attributes, pieces, children } = element
  let inner = scope
  parts.push('<', name.qualified)
  if (declared !== '') parts.push(declared)
  if (scope.namespaces.get(name.prefix) !== name.namespace) {
    inner = { ...scope, namespaces: new Map(scope.namespaces).set(name.prefix, name.namespace) }
    parts.push(declarationOf(name.prefix, name.namespace))
  }
  for (let at = 0; at < attributes.length; at += 2) {
    const value = escapeXml(attributes[at + 1] ?? '').replace(lineBreaks, (character) => breaks[character] ?? character)
    parts.push(' ', attributeName(attributes[at] ?? '', scope.prefixes), '="', value, '"')
  }
  parts.push('>')
  if (pieces) writePieces(pieces, inner, parts)
  else if (children.length === 0) parts.push(escapeXml(element.text))
  else for (const child of children) writeElement(child, inner, '', parts)
  parts.push('</', name.qualified, '>')
}

function writePieces(pieces: readonly (string | Element)[], scope: Scope, parts: string[]): void {
  for (const [at, piece] of pieces.entries()) {
    if (typeof piece !== 'string') writeElement(piece, scope, '', parts)
    // Two text nodes in a row were split by a comment; another one keeps them apart.
    else parts.push(typeof pieces[at - 1] === 'string' ? '<!---->' : '', escapeXml(piece))
  }
}

function declarationOf(prefix: string, namespace: string): string {
  return ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${escapeXml(namespace)}"`
}

function attributeName(name: string, prefixes: ReadonlyMap<string, string>): string {
  if (!isForeign(name)) return name
  const end = name.indexOf('}')
  return `${prefixes.get(name.slice(1, end)) ?? ''}:${name.slice(end + 1)}`
}

/** The first meaning of each prefix in the tree goes on the root. True when some attribute has a namespace, which is rare. */
function collectNamespaces(element: Element, scope: MutableScope, seen: Set<Name>): boolean {
  let hasForeign = false
  if (!seen.has(element.name)) {
    seen.add(element.name)
    const { prefix, namespace } = element.name
    if (!scope.namespaces.has(prefix)) scope.namespaces.set(prefix, namespace)
  }
  for (let at = 0; at < element.attributes.length; at += 2) hasForeign ||= isForeign(element.attributes[at])
  for (const child of element.children) if (collectNamespaces(child, scope, seen)) hasForeign = true
  return hasForeign
}

/** After the elements, so that no prefix of theirs is taken. */
function collectAttributeNamespaces(element: Element, scope: MutableScope): void {
  for (let at = 0; at < element.attributes.length; at += 2) {
    const name = element.attributes[at] ?? ''
    if (isForeign(name)) nameAttribute(name.slice(1, name.indexOf('}')), scope)
  }
  for (const child of element.children) collectAttributeNamespaces(child, scope)
}

function isForeign(name: string | undefined): boolean {
  return name?.charCodeAt(0) === 0x7b
}

function nameAttribute(namespace: string, { namespaces, prefixes }: MutableScope): void {
  if (prefixes.has(namespace)) return
  if (namespace === xmlNamespace) {
    prefixes.set(namespace, 'xml')
    return
  }
  let prefix = namespace === instanceNamespace ? 'xsi' : `a${prefixes.size + 1}`
  while (namespaces.has(prefix)) prefix += '_'
  prefixes.set(namespace, prefix)
  namespaces.set(prefix, namespace)
}

/** What each prefix means here; which prefix the attributes of a namespace have. */
interface Scope {
  readonly namespaces: ReadonlyMap<string, string>
  readonly prefixes: ReadonlyMap<string, string>
}

interface MutableScope {
  readonly namespaces: Map<string, string>
  readonly prefixes: Map<string, string>
}

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

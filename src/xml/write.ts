import type { Element } from './element.ts'
import type { Name } from './name.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The document as text: declaration, the namespaces of the whole tree on the root, no indentation. */
export function writeXml(root: Element): string {
  const namespaces = new Map<string, string>()
  collectNamespaces(root, namespaces)
  const declared = [...namespaces].map(([prefix, uri]) => ` ${prefix === '' ? 'xmlns' : `xmlns:${prefix}`}="${uri}"`)
  return declaration + elementText(root, declared.join(''))
}

/** Escapes character data and attribute values alike; CR would be read back as LF, so it is written as a reference. */
export function escapeXml(text: string): string {
  return special.test(text) ? text.replace(specials, (character) => references[character] ?? character) : text
}

function elementText(element: Element, extra = ''): string {
  const { qualified } = element.name
  let text = `<${qualified}${extra}`
  for (let at = 0; at < element.attributes.length; at += 2) {
    text += ` ${element.attributes[at]}="${escapeXml(element.attributes[at + 1] ?? '').replace(lineBreaks, '&#10;')}"`
  }
  if (element.children.length === 0) return `${text}>${escapeXml(element.text)}</${qualified}>`
  text += '>'
  for (const child of element.children) text += elementText(child)
  return `${text}</${qualified}>`
}

function collectNamespaces(element: Element, into: Map<string, string>, seen = new Set<Name>()): void {
  if (!seen.has(element.name)) {
    seen.add(element.name)
    into.set(element.name.prefix, element.name.namespace)
  }
  for (const child of element.children) collectNamespaces(child, into, seen)
}

const special = /[&<>"\r]/
const specials = /[&<>"\r]/g
const lineBreaks = /[\n\t]/g
const references: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', '\r': '&#13;' }

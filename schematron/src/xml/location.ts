import type { Element } from './element.ts'
import { documentName } from './name.ts'

/**
 * The XPath of an element in readable form: `/Invoice/cac:InvoiceLine[2]/cac:Item[1]`. Uses the
 * document's prefixes. Every step except the root has a position. A parent numbers all its children
 * at once, so the cost of many locations is linear in the size of the tree. `/` for the node above
 * the root.
 */
export function locationOf(element: Element): string {
  const { parent } = element
  if (element.nameId === documentName.id) return '/'
  if (!parent) return `/${element.name.qualified}`
  return `${locationOf(parent)}/${element.name.qualified}[${positionOf(element)}]`
}

/**
 * The last step of a location, for an attribute of that local name, or `{namespace}local`; empty
 * without one. As the stylesheets of the field write it.
 */
export function attributeStep(name: string | undefined): string {
  if (name === undefined) return ''
  const end = name.lastIndexOf('}')
  if (end < 0) return `/@${name}`
  return `/@*[local-name()='${name.slice(end + 1)}' and namespace-uri()='${name.slice(1, end)}']`
}

/** The position of an element among siblings of the same name, from 1; 1 for a root. */
export function positionOf(element: Element): number {
  if (element.position === 0) numberChildren(element.parent)
  return element.position === 0 ? 1 : element.position
}

function numberChildren(parent: Element | undefined): void {
  if (!parent) return
  const counts = new Map<number, number>()
  for (const child of parent.children) {
    const position = (counts.get(child.nameId) ?? 0) + 1
    counts.set(child.nameId, position)
    child.position = position
  }
}

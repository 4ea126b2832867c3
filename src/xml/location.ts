import type { Element } from './element.ts'

/**
 * The XPath of an element as people read it: `/Invoice/cac:InvoiceLine[2]/cac:Item[1]`. Prefixes
 * are the document's own, the root has no position, every other step has one. A parent numbers all
 * its children at once, so a long list of locations costs no more than the tree is long.
 */
export function locationOf(element: Element): string {
  const { parent } = element
  if (!parent) return `/${element.name.qualified}`
  return `${locationOf(parent)}/${element.name.qualified}[${positionOf(element)}]`
}

/** The place of an element among the siblings of its name, from 1; 1 for a root. */
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

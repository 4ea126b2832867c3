import { Element } from '../xml/element.ts'
import { documentName } from './values.ts'

/** A tree while rules look at it: all elements in document order, and the node above the root that `/` means. */
export interface Document {
  readonly node: Element
  readonly elements: readonly Element[]
}

/**
 * Numbers the tree in document order and hangs its root below a document node while `use` runs; afterwards the root has
 * the parent it had. A part of a larger tree can be looked at like this too: it is its own document then.
 */
export function withDocument<Result>(root: Element, use: (document: Document) => Result): Result {
  const { parent, position } = root
  const node = new Element(documentName, [], [root], '', undefined)
  root.position = 1
  node.order = -1
  const elements: Element[] = []
  number(root, elements)
  node.end = elements.length
  try {
    return use({ node, elements })
  } finally {
    root.parent = parent
    root.position = position
  }
}

function number(element: Element, elements: Element[]): void {
  element.order = elements.length
  elements.push(element)
  const { children } = element
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at]
    if (child) number(child, elements)
  }
  element.end = elements.length
}

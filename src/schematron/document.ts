import { Element } from '../xml/element.ts'
import { documentName } from './values/values.ts'

/** A tree while rules look at it. */
export interface Document {
  /** The node above the root that `/` means. */
  readonly node: Element
  /** All elements, in document order. */
  readonly elements: readonly Element[]
  /**
   * The elements of each name that is looked for in the whole document, by the number of its list.
   */
  readonly lists: readonly Element[][]
}

/** Which names get a list: name id to number, -1 for none. */
export interface Listed {
  readonly numbers: Int16Array
  readonly count: number
}

/**
 * Numbers the tree in document order and hangs its root below a document node while `use` runs;
 * afterwards the root has the parent it had. A part of a larger tree can be looked at like this
 * too: it is its own document then.
 */
export function withDocument<Result>(root: Element, use: (document: Document) => Result, listed = nothing): Result {
  const { parent, position } = root
  const node = new Element(documentName, [], [root], '', undefined)
  root.position = 1
  node.order = -1
  const elements: Element[] = []
  const lists: Element[][] = []
  for (let at = 0; at < listed.count; at += 1) lists.push([])
  number(root, elements, lists, listed.numbers)
  node.end = elements.length
  try {
    return use({ node, elements, lists })
  } finally {
    root.parent = parent
    root.position = position
  }
}

function number(element: Element, elements: Element[], lists: Element[][], numbers: Int16Array): void {
  const { children, nameId } = element
  element.order = elements.push(element) - 1
  if (nameId >= 0 && nameId < numbers.length) {
    const list = numbers[nameId] ?? -1
    if (list >= 0) lists[list]?.push(element)
  }
  for (let at = 0; at < children.length; at += 1) {
    const child = children[at]
    if (child) number(child, elements, lists, numbers)
  }
  element.end = elements.length
}

const nothing: Listed = { numbers: new Int16Array(0), count: 0 }

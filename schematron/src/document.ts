import { documentName } from './values/values.ts'
import { Element, piecesAround } from './xml/element.ts'

/** A tree while rules are evaluated on it. */
export interface Document {
  /** The node above the root, which `/` selects. */
  readonly node: Element
  /** In document order. */
  readonly elements: readonly Element[]
  /** The elements of each name that rules look up in the whole document, by list number. */
  readonly lists: readonly Element[][]
  /** The time of the run, for `current-date()` and its kin. */
  readonly now: Date | undefined
}

/** The names that get a list: name id → list number, -1 for names without one. */
export interface Listed {
  readonly numbers: Int16Array
  readonly count: number
}

/**
 * Numbers the tree in document order and puts its root below a document node while `use` runs; then
 * restores the root's parent. A part of a larger tree can be evaluated like this as a document by
 * itself.
 */
export function withDocument<Result>(
  root: Element,
  use: (document: Document) => Result,
  listed = nothing,
  now?: Date,
): Result {
  const { parent, position } = root
  const node = new Element(documentName, [], [root], '', undefined, piecesAround(root))
  root.position = 1
  node.order = -1
  const elements: Element[] = []
  const lists: Element[][] = []
  for (let at = 0; at < listed.count; at += 1) lists.push([])
  number(root, elements, lists, listed.numbers)
  node.end = elements.length
  try {
    return use({ node, elements, lists, now })
  } finally {
    root.parent = parent
    root.position = position
  }
}

/**
 * Numbers a tree that stays as it is for as long as a schema lives, and returns its document node.
 * Its numbers differ from those of all other trees, so that nodes of several trees have an order.
 */
export function standingDocument(root: Element): Element {
  const node = new Element(documentName, [], [root], '', undefined, piecesAround(root))
  node.order = ordersTaken
  root.position = 1
  const elements: Element[] = []
  number(root, elements, [], nothing.numbers)
  ordersTaken += 1
  for (const element of elements) {
    element.order += ordersTaken
    element.end += ordersTaken
  }
  ordersTaken += elements.length
  node.end = ordersTaken
  return node
}

/** Above the numbers of judged documents, and small integers for V8 like those. */
let ordersTaken = 1_000_000_000

function number(element: Element, elements: Element[], lists: Element[][], numbers: Int16Array): void {
  const { children } = element
  const nameId = element.nameId < 0 ? element.lookUpName() : element.nameId
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

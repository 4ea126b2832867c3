import type { Decimal } from '../decimal.ts'
import { Element, Remark } from '../xml/element.ts'
import type { AtomicType } from '../xpath/ast.ts'

export type Item = Node | Atomic

export type Node = Element | AttributeNode | TextNode | RemarkNode

/**
 * A value with its type. Integers and decimals hold a Decimal; dates and times hold a sortable
 * number.
 */
export class Atomic {
  readonly type: AtomicType
  readonly value: string | number | boolean | Decimal
  /** The time zone of a date or time, in seconds east of UTC; undefined without one. */
  readonly zone: number | undefined

  constructor(type: AtomicType, value: string | number | boolean | Decimal, zone?: number) {
    this.type = type
    this.value = value
    this.zone = zone
  }
}

/**
 * An attribute as a node. `at` is its position in the element's list; two with the same owner and
 * position are the same node.
 */
export class AttributeNode {
  readonly owner: Element
  readonly at: number

  constructor(owner: Element, at: number) {
    this.owner = owner
    this.at = at
  }

  /** Local name, or `{namespace}local`. */
  get name(): string {
    return this.owner.attributes[this.at] ?? ''
  }

  get value(): string {
    return this.owner.attributes[this.at + 1] ?? ''
  }
}

/**
 * A text node. `at` is its position among the pieces of the element, 0 when the element has only
 * text.
 */
export class TextNode {
  readonly owner: Element
  readonly at: number
  readonly value: string

  constructor(owner: Element, at: number, value: string) {
    this.owner = owner
    this.at = at
    this.value = value
  }
}

/** A comment or a processing instruction; `at` is its position among the pieces of the element. */
export class RemarkNode {
  readonly owner: Element
  readonly at: number
  readonly remark: Remark

  constructor(owner: Element, at: number, remark: Remark) {
    this.owner = owner
    this.at = at
    this.remark = remark
  }

  get value(): string {
    return this.remark.text
  }
}

export { documentName } from '../xml/name.ts'

export function isNode(item: Item): item is Node {
  return !(item instanceof Atomic)
}

/** Document order: an element, then its attributes, then its content. */
export function compareNodes(left: Node, right: Node): number {
  const leftOwner = left instanceof Element ? left : left.owner
  const rightOwner = right instanceof Element ? right : right.owner
  if (leftOwner !== rightOwner) {
    // A piece after a child element comes after that whole child.
    if (isPiece(left) && contains(leftOwner, rightOwner)) return pieceOrder(left, rightOwner)
    if (isPiece(right) && contains(rightOwner, leftOwner)) return -pieceOrder(right, leftOwner)
    return leftOwner.order - rightOwner.order
  }
  const rank = rankOf(left) - rankOf(right)
  if (rank !== 0 || left instanceof Element || right instanceof Element) return rank
  return left.at - right.at
}

export function textNodesOf(element: Element): TextNode[] {
  if (element.pieces) {
    return element.pieces.flatMap((piece, at) => (typeof piece === 'string' ? [new TextNode(element, at, piece)] : []))
  }
  return element.text === '' ? [] : [new TextNode(element, 0, element.text)]
}

/** The children of an element in document order. */
export function* childrenOf(element: Element): Generator<Element | TextNode | RemarkNode> {
  if (!element.pieces) {
    yield* element.children.length > 0 ? element.children : textNodesOf(element)
    return
  }
  for (const [at, piece] of element.pieces.entries()) {
    if (typeof piece === 'string') yield new TextNode(element, at, piece)
    else yield piece instanceof Remark ? new RemarkNode(element, at, piece) : piece
  }
}

/**
 * A node with all inside it, in document order: the attributes of an element come before its
 * content.
 */
export function* nodesIn(node: Element | TextNode | RemarkNode): Generator<Node> {
  yield node
  if (!(node instanceof Element)) return
  yield* attributesOf(node)
  for (const child of childrenOf(node)) yield* nodesIn(child)
}

/**
 * The typed value of an item: a comment and an instruction have a string, other nodes untyped text.
 */
export function typedValue(item: Item): Atomic {
  if (item instanceof Atomic) return item
  return new Atomic(item instanceof RemarkNode ? 'string' : 'untyped', item.value)
}

/**
 * The step from its element to a text, a comment or an instruction: `text()[2]`, `comment()[1]` or
 * `processing-instruction(name)[1]`. The place counts its own kind.
 */
export function pieceStep({ owner, at }: TextNode | RemarkNode): string {
  const steps = stepsOfPieces.get(owner) ?? numberedPieces(owner)
  stepsOfPieces.set(owner, steps)
  return steps.get(at) ?? ''
}

/** All pieces of an element are numbered at once, by their place. */
const stepsOfPieces = new WeakMap<Element, ReadonlyMap<number, string>>()

function numberedPieces(owner: Element): ReadonlyMap<number, string> {
  const counts = new Map<string, number>()
  const steps = new Map<number, string>()
  for (const node of childrenOf(owner)) {
    if (node instanceof Element) continue
    const step = node instanceof TextNode ? 'text()' : remarkStep(node.remark)
    const count = (counts.get(step) ?? 0) + 1
    counts.set(step, count)
    steps.set(node.at, `${step}[${count}]`)
  }
  return steps
}

function remarkStep({ kind, name }: Remark): string {
  return kind === 'comment' ? 'comment()' : `processing-instruction(${name})`
}

export function attributesOf(element: Element): AttributeNode[] {
  const nodes: AttributeNode[] = []
  for (let at = 0; at < element.attributes.length; at += 2) nodes.push(new AttributeNode(element, at))
  return nodes
}

/** One key for each node: two objects for the same node have the same key. */
export function keyOf(node: Node): Element | string {
  return node instanceof Element ? node : `${node instanceof AttributeNode ? '@' : 't'}${node.at} ${node.owner.order}`
}

/** In document order, each node once. */
export function inDocumentOrder(nodes: Node[]): Node[] {
  nodes.sort(compareNodes)
  return nodes.filter((node, at) => {
    const before = nodes[at - 1]
    return before === undefined || keyOf(before) !== keyOf(node)
  })
}

function rankOf(node: Node): number {
  return node instanceof Element ? 0 : node instanceof AttributeNode ? 1 : 2
}

function contains(outer: Element, inner: Element): boolean {
  return outer.order < inner.order && inner.order < outer.end
}

export function isPiece(node: Node): node is TextNode | RemarkNode {
  return node instanceof TextNode || node instanceof RemarkNode
}

function pieceOrder(piece: TextNode | RemarkNode, inside: Element): number {
  let child = inside
  while (child.parent && child.parent !== piece.owner) child = child.parent
  return piece.at - (piece.owner.pieces?.indexOf(child) ?? 0)
}

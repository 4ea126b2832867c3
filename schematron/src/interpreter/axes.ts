import {
  AttributeNode,
  attributesOf,
  childrenOf,
  documentName,
  keyOf,
  type Node,
  RemarkNode,
  TextNode,
} from '../values/values.ts'
import { Element, type Remark } from '../xml/element.ts'
import type { NodeTest, Step } from '../xpath/ast.ts'

/** The nodes that a step finds from a node before its predicates, the nearest first. */
export function* nodesOn(step: Step, context: Node): Generator<Node> {
  for (const node of axisNodes(step, context)) if (passes(node, step.test, step.axis === 'attribute')) yield node
}

function* axisNodes({ axis }: Step, context: Node): Generator<Node> {
  const parent = context instanceof Element ? context.parent : context.owner
  switch (axis) {
    case 'self':
      yield context
      return
    case 'parent':
      if (parent) yield parent
      return
    case 'child':
      if (context instanceof Element) yield* childrenOf(context)
      return
    case 'attribute':
      if (context instanceof Element) yield* attributesOf(context)
      return
    case 'descendant-or-self':
    case 'descendant':
      if (axis === 'descendant-or-self') yield context
      if (context instanceof Element) yield* descendants(context)
      return
    case 'ancestor-or-self':
    case 'ancestor':
      if (axis === 'ancestor-or-self') yield context
      for (let above = parent; above; above = above.parent) yield above
      return
    case 'following':
      yield* followingNodes(context)
      return
    case 'preceding':
      yield* precedingNodes(context)
      return
    default:
      yield* siblings(context, axis === 'following-sibling')
  }
}

/** After the context and not inside it, in document order. */
function* followingNodes(context: Node): Generator<Node> {
  // What follows an attribute includes the content of its element.
  if (context instanceof AttributeNode) yield* descendants(context.owner)
  const start = context instanceof AttributeNode ? context.owner : context
  for (let at: Node | undefined = start; at; at = at instanceof Element ? at.parent : at.owner)
    for (const sibling of siblings(at, true)) yield* withDescendants(sibling)
}

/** Before the context and not around it, the nearest first. */
function* precedingNodes(context: Node): Generator<Node> {
  const start = context instanceof AttributeNode ? context.owner : context
  for (let at: Node | undefined = start; at; at = at instanceof Element ? at.parent : at.owner)
    for (const sibling of siblings(at, false)) yield* [...withDescendants(sibling)].reverse()
}

function* withDescendants(node: Node): Generator<Node> {
  yield node
  if (node instanceof Element) yield* descendants(node)
}

function* siblings(context: Node, following: boolean): Generator<Node> {
  if (context instanceof AttributeNode) return
  const parent = context instanceof Element ? context.parent : context.owner
  const all = parent ? [...childrenOf(parent)] : []
  const place = all.findIndex((node) => keyOf(node) === keyOf(context))
  yield* following ? all.slice(place + 1) : all.slice(0, place).reverse()
}

function* descendants(element: Element): Generator<Node> {
  for (const child of childrenOf(element)) {
    yield child
    if (child instanceof Element) yield* descendants(child)
  }
}

function isNamed({ name }: Remark, { local }: { readonly local?: string | undefined }): boolean {
  return local === undefined || local === name
}

export function passes(node: Node, test: NodeTest, onAttributes: boolean): boolean {
  const isDocument = node instanceof Element && node.nameId === documentName.id
  switch (test.kind) {
    case 'node':
      return true
    case 'text':
      return node instanceof TextNode
    case 'document':
      return isDocument
    case 'element':
      return node instanceof Element && !isDocument
    case 'attribute':
      return node instanceof AttributeNode
    case 'comment':
    case 'instruction':
      return node instanceof RemarkNode && node.remark.kind === test.kind && isNamed(node.remark, test)
    case 'name':
      break
  }
  if (onAttributes !== node instanceof AttributeNode) return false
  if (node instanceof AttributeNode) {
    const namespace = node.name.startsWith('{') ? node.name.slice(1, node.name.indexOf('}')) : ''
    const local = namespace === '' ? node.name : node.name.slice(namespace.length + 2)
    return (test.namespace ?? namespace) === namespace && (test.local ?? local) === local
  }
  if (!(node instanceof Element) || isDocument) return false
  return (
    (test.namespace ?? node.name.namespace) === node.name.namespace &&
    (test.local ?? node.name.local) === node.name.local
  )
}

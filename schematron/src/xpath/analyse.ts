import { type Expression, type NodeTest, partsOf } from './ast.ts'
import { signatures } from './signatures.ts'

/** What an expression guarantees, for any document, about the order of its nodes. */
export interface NodeOrder {
  /** At most one item. */
  readonly single: boolean
  /** In document order. */
  readonly sorted: boolean
  /** No node twice. */
  readonly unique: boolean
  /** No node inside another. */
  readonly peers: boolean
}

/**
 * The order of the nodes of an expression when its paths are followed step by step, one left node
 * after the other.
 */
export function orderOf(expression: Expression): NodeOrder {
  switch (expression.kind) {
    case 'root':
    case 'context':
      return one
    case 'step':
      return isSingle(expression) ? one : many(!nesting.has(expression.axis))
    case 'filter': {
      const base = orderOf(expression.base)
      return expression.predicates.some(isOrdinal) ? one : base
    }
    case 'path':
      return pathOrder(expression.left, expression.right)
    case 'union':
    case 'intersect':
    case 'except':
      return many(false)
    default:
      return isSingle(expression) ? one : unknown
  }
}

function pathOrder(leftExpression: Expression, rightExpression: Expression): NodeOrder {
  const left = orderOf(leftExpression)
  const right = orderOf(rightExpression)
  if (left.single) return right
  if (!isDownward(rightExpression)) return unknown
  const level =
    rightExpression.kind === 'step' && (rightExpression.axis === 'attribute' || rightExpression.axis === 'self')
  return {
    single: false,
    sorted: left.sorted && (left.peers || level) && right.sorted,
    unique: left.unique && (left.peers || right.peers) && right.unique,
    peers: left.peers && right.peers,
  }
}

/**
 * Whether all steps stay at or below their start, so that different peers never reach the same
 * node.
 */
function isDownward(expression: Expression): boolean {
  if (expression.kind === 'context') return true
  if (expression.kind === 'path') return isDownward(expression.left) && isDownward(expression.right)
  if (expression.kind === 'filter') return isDownward(expression.base)
  if (expression.kind === 'union') return isDownward(expression.left) && isDownward(expression.right)
  return expression.kind === 'step' && downward.has(expression.axis)
}

/** Expressions that give a value, not a node, and at most one. */
const oneValue: ReadonlySet<Expression['kind']> = new Set([
  'literal',
  'or',
  'and',
  'compare',
  'arithmetic',
  'negative',
  'some',
  'every',
  'cast',
  'castable',
  'instance',
  'is',
  'before',
  'after',
])

/** Whether the form of an expression allows at most one item. */
export function isSingle(expression: Expression): boolean {
  if (oneValue.has(expression.kind)) return true
  switch (expression.kind) {
    case 'root':
    case 'context':
      return true
    case 'if':
      return isSingle(expression.consequence) && isSingle(expression.otherwise)
    case 'let':
      return isSingle(expression.body)
    case 'convert':
      return expression.type.occurrence === '' || expression.type.occurrence === '?'
    case 'sequence':
      return expression.items.length === 0
    case 'call':
      return singleFunctions.has(expression.name) || expression.name.startsWith('{http://www.w3.org/2001/XMLSchema}')
    case 'step':
      return expression.axis === 'parent' || expression.axis === 'self' || expression.predicates.some(isOrdinal)
    case 'filter':
      return isSingle(expression.base) || expression.predicates.some(isOrdinal)
    case 'path':
      return isSingle(expression.left) && isSingle(expression.right)
    default:
      return false
  }
}

/**
 * The steps of `a
 * b
 * c` when all are children with a full name: both engines find them in one pass over the children,
 * in document order.
 */
export function childUnion(expression: Expression): readonly NodeTest[] | undefined {
  if (expression.kind === 'union') {
    const [left, right] = [childUnion(expression.left), childUnion(expression.right)]
    return left && right && [...left, ...right]
  }
  if (expression.kind !== 'step' || expression.axis !== 'child' || expression.predicates.length > 0) return undefined
  const { test } = expression
  const isFull = test.kind === 'name' && test.local !== undefined && test.namespace !== undefined
  return isFull ? [test] : undefined
}

/**
 * Whether a predicate may be a number, and so a position. Variables and functions of the schema may
 * be anything.
 */
export function mayBeNumber(expression: Expression): boolean {
  switch (expression.kind) {
    case 'literal':
      return expression.type !== 'string'
    case 'or':
    case 'and':
    case 'compare':
    case 'some':
    case 'every':
    case 'castable':
    case 'instance':
    case 'step':
    case 'root':
    case 'union':
    case 'intersect':
    case 'except':
    case 'is':
    case 'before':
    case 'after':
      return false
    case 'path':
      return mayBeNumber(expression.right)
    case 'filter':
      return mayBeNumber(expression.base)
    case 'if':
      return mayBeNumber(expression.consequence) || mayBeNumber(expression.otherwise)
    case 'call':
      return !notNumbers.has(expression.name)
    default:
      return true
  }
}

/** Whether the form of an expression allows nodes only. */
export function givesNodes(expression: Expression): boolean {
  switch (expression.kind) {
    case 'step':
    case 'root':
    case 'union':
    case 'intersect':
    case 'except':
      return true
    case 'path':
      // The left side of a slash gives nodes, so its context item is a node.
      return expression.right.kind === 'context' || givesNodes(expression.right)
    case 'filter':
      return givesNodes(expression.base)
    case 'if':
      return givesNodes(expression.consequence) && givesNodes(expression.otherwise)
    case 'sequence':
      return expression.items.every(givesNodes)
    case 'call':
      return nodeFunctions.has(expression.name)
    default:
      return false
  }
}

/** Whether the form of an expression allows values only, such as texts and numbers. */
export function givesValues(expression: Expression): boolean {
  if (oneValue.has(expression.kind)) return true
  switch (expression.kind) {
    case 'range':
      return true
    case 'path':
      return givesValues(expression.right)
    case 'filter':
      return givesValues(expression.base)
    case 'if':
      return givesValues(expression.consequence) && givesValues(expression.otherwise)
    case 'sequence':
      return expression.items.every(givesValues)
    case 'call':
      return valueFunctions.has(expression.name) || expression.name.startsWith('{http://www.w3.org/2001/XMLSchema}')
    default:
      return false
  }
}

/** Whether the value depends on the position of the context item in its sequence. */
export function usesPosition(expression: Expression): boolean {
  if (expression.kind === 'call' && (expression.name === 'position' || expression.name === 'last')) return true
  if (expression.kind === 'step') return false
  if (expression.kind === 'filter') return usesPosition(expression.base)
  if (expression.kind === 'path' || expression.kind === 'map') return usesPosition(expression.left)
  return partsOf(expression).some(usesPosition)
}

/** Whether the value depends on the length of the context item's sequence. */
export function usesLast(expression: Expression): boolean {
  if (expression.kind === 'call' && expression.name === 'last') return true
  return usesPosition(expression) && partsOf(expression).some(usesLast)
}

/** A predicate that selects one item: a whole number. */
export function isOrdinal(predicate: Expression): boolean {
  return predicate.kind === 'literal' && predicate.type === 'integer'
}

const one: NodeOrder = { single: true, sorted: true, unique: true, peers: true }
const unknown: NodeOrder = { single: false, sorted: false, unique: false, peers: false }

function many(peers: boolean): NodeOrder {
  return { single: false, sorted: true, unique: true, peers }
}

const nesting: ReadonlySet<string> = new Set([
  ...['descendant', 'descendant-or-self', 'ancestor', 'ancestor-or-self', 'following', 'preceding'],
])
const downward: ReadonlySet<string> = new Set(['child', 'attribute', 'self', 'descendant', 'descendant-or-self'])
const allSignatures = [...signatures.values()]

/** The functions whose result has one of these types, whatever its occurrence. */
function returning(isWanted: (type: string) => boolean): ReadonlySet<string> {
  return new Set(allSignatures.flatMap(({ name, result }) => (isWanted(result.replace(/[?*+]$/, '')) ? [name] : [])))
}

function isNodeType(type: string): boolean {
  return type === 'node()' || type === 'document-node()'
}

/** Functions that never return a number. */
const notNumbers = returning((type) => type === 'boolean' || type === 'string' || isNodeType(type))
const nodeFunctions = returning(isNodeType)
const valueFunctions = returning((type) => !type.endsWith('()'))
const singleFunctions: ReadonlySet<string> = new Set(
  allSignatures.flatMap(({ name, result }) => (/[*+]$|^empty/.test(result) ? [] : [name])),
)

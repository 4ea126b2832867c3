import { Decimal } from '../decimal.ts'
import { EvaluationError } from '../errors.ts'
import { cast, isCastable } from '../values/cast.ts'
import { calculate, compareGeneral, compareValues, numeric, toDouble } from '../values/operate.ts'
import { Atomic, compareNodes, type Item, inDocumentOrder, isNode, keyOf, type Node } from '../values/values.ts'
import type { Element } from '../xml/element.ts'
import { childUnion, givesNodes, isOrdinal, mayBeNumber, orderOf, usesLast, usesPosition } from '../xpath/analyse.ts'
import type {
  Binding,
  CastExpression,
  Comparison,
  Expression,
  Filter,
  Mapping,
  NodeComparison,
  Path,
  Step,
} from '../xpath/ast.ts'
import { nodesOn } from './axes.ts'
import { type Focus, topOf } from './focus.ts'
import { callFunction } from './functions.ts'
import { atomized, firstTwo, singleOf, truthOf } from './items.ts'

import { convertTo, matchesType } from './sequence-type.ts'

/**
 * The reference engine: evaluates an expression straight from its tree, with real sequences, lazily
 * from the left. The generated code must give the same results. It also evaluates the few
 * expressions that the generator leaves to it.
 *
 * @throws EvaluationError while the sequence is read
 */
export function* itemsOf(expression: Expression, focus: Focus, asSet = false): Generator<Item> {
  switch (expression.kind) {
    case 'literal':
      yield new Atomic(expression.type, expression.value)
      return
    case 'variable':
      yield* focus.variable(expression.name)
      return
    case 'sequence':
      for (const item of expression.items) yield* itemsOf(item, focus)
      return
    case 'for':
      for (const item of itemsOf(expression.source, focus))
        yield* itemsOf(expression.body, bound(focus, expression, item))
      return
    case 'let':
      yield* itemsOf(expression.body, withLet(focus, expression), asSet)
      return
    case 'convert':
      yield* convertTo([...itemsOf(expression.operand, focus)], expression.type)
      return
    case 'if':
      yield* itemsOf(truth(expression.condition, focus) ? expression.consequence : expression.otherwise, focus, asSet)
      return
    case 'range':
      yield* range(expression.left, expression.right, focus)
      return
    case 'root':
      yield topOf(focus)
      return
    case 'context':
      yield contextItem(focus)
      return
    case 'step':
      yield* stepItems(expression, focus, asSet)
      return
    case 'path':
      yield* pathItems(expression, focus, asSet)
      return
    case 'map':
      yield* mapped(expression, focus)
      return
    case 'filter':
      yield* filterItems(expression, focus, asSet)
      return
    case 'union':
    case 'intersect':
    case 'except':
      yield* setItems(expression, focus, asSet)
      return
    case 'call':
      yield* callFunction(expression, focus, itemsOf)
      return
    default: {
      const value = computed(expression, focus)
      if (value) yield value
    }
  }
}

export function truth(expression: Expression, focus: Focus): boolean {
  return truthOf(itemsOf(expression, focus, true))
}

/** Expressions that give at most one value. */
function computed(expression: Expression, focus: Focus): Atomic | undefined {
  switch (expression.kind) {
    case 'or':
      return boolean(truth(expression.left, focus) || truth(expression.right, focus))
    case 'and':
      return boolean(truth(expression.left, focus) && truth(expression.right, focus))
    case 'compare':
      return comparison(expression, focus)
    case 'is':
    case 'before':
    case 'after':
      return nodeComparison(expression, focus)
    case 'arithmetic': {
      const left = singleOf(itemsOf(expression.left, focus))
      if (!left) return undefined
      const right = singleOf(itemsOf(expression.right, focus))
      return right && calculate(expression.operator, left, right)
    }
    case 'negative': {
      const operand = singleOf(itemsOf(expression.operand, focus))
      if (!operand) return undefined
      const { type, value } = numeric(operand)
      return new Atomic(type, value instanceof Decimal ? value.negated() : -Number(value))
    }
    case 'some':
    case 'every':
      return boolean(quantified(expression, focus))
    case 'castable':
    case 'cast': {
      if (expression.kind === 'castable') return boolean(castable(expression, focus))
      const operand = singleOf(itemsOf(expression.operand, focus))
      if (!operand && !expression.optional) throw new EvaluationError('an empty sequence cannot be cast')
      return operand && cast(operand, expression.type)
    }
    case 'instance':
      return boolean(matchesType([...itemsOf(expression.operand, focus)], expression.type))
    default:
      throw new Error(`${expression.kind} is evaluated elsewhere`)
  }
}

function comparison(expression: Comparison, focus: Focus): Atomic | undefined {
  const { operator, left, right } = expression
  if (!expression.general) {
    const a = singleOf(itemsOf(left, focus))
    const b = a && singleOf(itemsOf(right, focus))
    return a && b && boolean(compareValues(operator, a, b))
  }
  for (const a of atomized(itemsOf(left, focus, true))) {
    for (const b of atomized(itemsOf(right, focus, true))) if (compareGeneral(operator, a, b)) return boolean(true)
  }
  return boolean(false)
}

function quantified(expression: Binding, focus: Focus): boolean {
  const every = expression.kind === 'every'
  for (const item of itemsOf(expression.source, focus, true)) {
    if (truth(expression.body, bound(focus, expression, item)) !== every) return !every
  }
  return every
}

function* range(left: Expression, right: Expression, focus: Focus): Generator<Item> {
  const from = singleOf(itemsOf(left, focus))
  const to = from && singleOf(itemsOf(right, focus))
  if (!to) return
  const last = integerOf(to)
  for (let at = integerOf(from); at.compare(last) <= 0; at = at.plus(Decimal.one)) yield new Atomic('integer', at)
}

function integerOf(value: Atomic): Decimal {
  const integer = value.type === 'untyped' ? cast(value, 'integer') : value
  if (integer.type !== 'integer' || !(integer.value instanceof Decimal))
    throw new EvaluationError('a range needs integers')
  return integer.value
}

function* pathItems(expression: Path, focus: Focus, asSet: boolean): Generator<Item> {
  const { sorted, unique } = orderOf(expression)
  const streamed = asSet || (sorted && unique)
  const nodes: Node[] = []
  const isPlaced = usesPosition(expression.right)
  const lefts = streamed ? itemsOf(expression.left, focus, asSet && !isPlaced) : [...itemsOf(expression.left, focus)]
  // In a set the left side may have a node twice, but each gives its values once.
  const seen = asSet && !givesNodes(expression) ? new Set<Item>() : undefined
  let position = 0
  const size = () => (Array.isArray(lefts) ? lefts.length : [...itemsOf(expression.left, focus)].length)
  for (const item of lefts) {
    if (!isNode(item)) throw new EvaluationError('a path starts from nodes')
    if (seen?.has(item) === true) continue
    seen?.add(item)
    position += 1
    for (const found of itemsOf(expression.right, { ...focus, item, position, size }, asSet)) {
      if (streamed || !isNode(found)) yield found
      else nodes.push(found)
    }
  }
  yield* inDocumentOrder(nodes)
}

function* mapped({ left, right }: Mapping, focus: Focus): Generator<Item> {
  const items = [...itemsOf(left, focus)]
  for (const [at, item] of items.entries()) {
    const inside = { ...focus, item, current: item, position: at + 1, size: () => items.length }
    yield* itemsOf(right, inside)
  }
}

function nodeComparison({ kind, left, right }: NodeComparison, focus: Focus): Atomic | undefined {
  const a = singleNode(itemsOf(left, focus))
  const b = a && singleNode(itemsOf(right, focus))
  if (!a || !b) return undefined
  const order = compareNodes(a, b)
  return boolean(kind === 'is' ? keyOf(a) === keyOf(b) : kind === 'before' ? order < 0 : order > 0)
}

function singleNode(items: Iterable<Item>): Node | undefined {
  const [only, second] = firstTwo(items)
  if (second !== undefined) throw new EvaluationError('several items where one is expected')
  if (only !== undefined && !isNode(only)) throw new EvaluationError('only nodes have a place in a document')
  return only
}

function* setItems(
  expression: Extract<Expression, { left: Expression }>,
  focus: Focus,
  asSet: boolean,
): Generator<Item> {
  if (asSet && expression.kind === 'union' && !childUnion(expression)) {
    yield* itemsOf(expression.left, focus, true)
    yield* itemsOf(expression.right, focus, true)
    return
  }
  if (expression.kind === 'union') {
    yield* inDocumentOrder([...nodesIn(itemsOf(expression.left, focus)), ...nodesIn(itemsOf(expression.right, focus))])
    return
  }
  const keys = new Set<Element | string>()
  for (const node of nodesIn(itemsOf(expression.right, focus, true))) keys.add(keyOf(node))
  const wanted = expression.kind === 'intersect'
  const left = asSet
    ? itemsOf(expression.left, focus, true)
    : inDocumentOrder([...nodesIn(itemsOf(expression.left, focus))])
  for (const node of nodesIn(left)) if (keys.has(keyOf(node)) === wanted) yield node
}

function* nodesIn(items: Iterable<Item>): Generator<Node> {
  for (const item of items) {
    if (!isNode(item)) throw new EvaluationError('a set operation needs nodes')
    yield item
  }
}

function* filterItems(expression: Filter, focus: Focus, asSet: boolean): Generator<Item> {
  const positional = expression.predicates.some((predicate) => mayBeNumber(predicate) || usesPosition(predicate))
  yield* filtered(itemsOf(expression.base, focus, asSet && !positional), expression.predicates, focus)
}

function* stepItems(step: Step, focus: Focus, asSet: boolean): Generator<Item> {
  const context = contextItem(focus)
  if (!isNode(context)) throw new EvaluationError('a step starts from a node')
  const nodes = nodesOn(step, context)
  const reverse = step.axis.startsWith('ancestor') || step.axis.startsWith('preceding')
  if (!reverse || asSet) yield* filtered(nodes, step.predicates, focus)
  else yield* [...filtered(nodes, step.predicates, focus)].reverse()
}

function* filtered(items: Iterable<Item>, predicates: readonly Expression[], focus: Focus): Generator<Item> {
  const [predicate, ...others] = predicates
  if (!predicate) yield* items
  else yield* filtered(passing(items, predicate, focus), others, focus)
}

function* passing(source: Iterable<Item>, predicate: Expression, focus: Focus): Generator<Item> {
  const items = usesLast(predicate) ? [...source] : source
  let position = 0
  const size = () => (Array.isArray(items) ? items.length : 0)
  for (const item of items) {
    position += 1
    const inside = { ...focus, item, position, size }
    if (!mayBeNumber(predicate)) {
      if (truth(predicate, inside)) yield item
      continue
    }
    const values = firstTwo(itemsOf(predicate, inside, true))
    const [only] = values
    const ordinal = values.length === 1 && only instanceof Atomic && isNumber(only) ? only : undefined
    if (ordinal ? toDouble(ordinal) === position : truthOf(values)) yield item
    // Nothing after the selected position is evaluated.
    if (isOrdinal(predicate) && ordinal && toDouble(ordinal) === position) return
  }
}

function isNumber({ type }: Atomic): boolean {
  return type === 'integer' || type === 'decimal' || type === 'double'
}

function bound(focus: Focus, { name }: Binding, item: Item): Focus {
  return { ...focus, variable: (wanted) => (wanted === name ? [item] : focus.variable(wanted)) }
}

/** A variable of a function: evaluated once, on first use. */
function withLet(focus: Focus, { name, source }: Binding): Focus {
  let value: Item[] | undefined
  return {
    ...focus,
    variable(wanted) {
      if (wanted !== name) return focus.variable(wanted)
      value ??= [...itemsOf(source, focus)]
      return value
    },
  }
}

function contextItem(focus: Focus): Item {
  if (focus.item === undefined) throw new EvaluationError('there is no context item')
  return focus.item
}

/** Several items are not an error here. */
function castable({ operand, type, optional }: CastExpression, focus: Focus): boolean {
  const items = [...itemsOf(operand, focus)]
  const item = singleOf(items.slice(0, 1))
  if (item === undefined) return optional
  return items.length === 1 && isCastable(item, type)
}

function boolean(value: boolean): Atomic {
  return new Atomic('boolean', value)
}

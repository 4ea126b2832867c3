import { mayBeNumber, usesPosition } from './analyse.ts'
import type { Comparison, Expression } from './ast.ts'

/**
 * Simplifies an expression for both engines. Shortens the long forms of `//`:
 * `a/descendant-or-self::node()/child::b[p]` becomes `a/descendant::b[p]` unless a predicate may be
 * a position. A count that is only compared with 0 becomes a test of existence.
 */
export function simplify(expression: Expression): Expression {
  switch (expression.kind) {
    case 'literal':
    case 'variable':
    case 'root':
    case 'context':
      return expression
    case 'sequence':
      return { ...expression, items: expression.items.map(simplify) }
    case 'negative':
    case 'cast':
    case 'castable':
    case 'instance':
    case 'convert':
      return { ...expression, operand: simplify(expression.operand) }
    case 'if':
      return {
        ...expression,
        condition: simplify(expression.condition),
        consequence: simplify(expression.consequence),
        otherwise: simplify(expression.otherwise),
      }
    case 'for':
    case 'some':
    case 'every':
    case 'let':
      return { ...expression, source: simplify(expression.source), body: simplify(expression.body) }
    case 'step':
      return { ...expression, predicates: expression.predicates.map(simplify) }
    case 'filter':
      return { ...expression, base: simplify(expression.base), predicates: expression.predicates.map(simplify) }
    case 'call':
      return { ...expression, arguments: expression.arguments.map(simplify) }
    case 'compare':
      return comparison({ ...expression, left: simplify(expression.left), right: simplify(expression.right) })
    case 'path':
      return path(simplify(expression.left), simplify(expression.right), expression.at)
    default:
      return { ...expression, left: simplify(expression.left), right: simplify(expression.right) }
  }
}

/**
 * `count(x) > 0` and the like ask whether there is an x. Evaluation stops at the first, so an error
 * in a later one has no effect.
 */
function comparison(expression: Comparison): Expression {
  const { operator, left, right, at } = expression
  if (left.kind !== 'call' || left.name !== 'count' || right.kind !== 'literal' || right.type !== 'integer')
    return expression
  const wanted = `${operator} ${right.value}`
  if (atLeastOne.has(wanted)) return { kind: 'call', name: 'exists', arguments: left.arguments, at }
  return none.has(wanted) ? { kind: 'call', name: 'empty', arguments: left.arguments, at } : expression
}

const atLeastOne: ReadonlySet<string> = new Set(['> 0', '>= 1', '!= 0'])
const none: ReadonlySet<string> = new Set(['= 0', '< 1', '<= 0'])

function path(left: Expression, right: Expression, at: number): Expression {
  const plain: Expression = { kind: 'path', left, right, at }
  if (left.kind !== 'path' || !isEverything(left.right)) return plain
  // A union of child steps below `//` becomes the union of the descendants.
  const below = descending(right)
  return below ? { kind: 'path', left: left.left, right: below, at } : plain
}

function descending(right: Expression): Expression | undefined {
  if (right.kind === 'union') {
    const [one, other] = [descending(right.left), descending(right.right)]
    return one && other && { ...right, left: one, right: other }
  }
  if (right.kind !== 'step' || right.axis !== 'child') return undefined
  if (right.predicates.some((predicate) => mayBeNumber(predicate) || usesPosition(predicate))) return undefined
  return { ...right, axis: 'descendant' }
}

function isEverything(step: Expression): boolean {
  return (
    step.kind === 'step' &&
    step.axis === 'descendant-or-self' &&
    step.test.kind === 'node' &&
    step.predicates.length === 0
  )
}

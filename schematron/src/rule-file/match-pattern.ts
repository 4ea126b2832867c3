import { ExpressionError } from '../errors.ts'
import { mayBeNumber, usesPosition } from '../xpath/analyse.ts'
import type { Expression, Step } from '../xpath/ast.ts'

/**
 * The alternatives of a rule's context (`a
 * b/c[p]
 * /d`), read as an XSLT match pattern.
 *
 * @throws ExpressionError when the expression is not a pattern
 */
export function alternativesOf(expression: Expression): readonly Alternative[] {
  if (expression.kind === 'union') return [...alternativesOf(expression.left), ...alternativesOf(expression.right)]
  if (expression.kind === 'root') return [documentNode]
  if (expression.kind === 'step' && expression.test.kind === 'document')
    return [{ levels: [{ step: expression, below: false }], anchored: false }]
  return pathsOf(expression, false).filter(({ levels }) => {
    if (levels.length === 0) throw new ExpressionError('this expression cannot be the context of a rule', expression.at)
    // Nothing is below an attribute or a text.
    const hasParents = levels
      .slice(0, -1)
      .every(({ step: { axis, test } }) => axis !== 'attribute' && parents.has(test.kind))
    return hasParents && !levels.some(({ step }) => step.predicates.some(isFalse))
  })
}

function isFalse(predicate: Expression): boolean {
  return predicate.kind === 'call' && predicate.name === 'false'
}

/** The kinds of test that a parent in a context can have; `/` is no level. */
const parents: ReadonlySet<string> = new Set(['name', 'element', 'node'])

/**
 * One path of a pattern. The last level is the element itself, the one before it its parent or,
 * after `//`, an ancestor.
 */
export interface Alternative {
  readonly levels: readonly Level[]
  /**
   * Whether the first level starts at the document: directly, or anywhere below it when its `below`
   * is set.
   */
  readonly anchored: boolean
}

export interface Level {
  readonly step: Step
  /** Any number of levels may lie between the previous level and this one. */
  readonly below: boolean
}

/** The pattern with `[boolean($flag)]` for `[$flag]` where the variable is never a number. */
export function withConditions(pattern: Expression, isCondition: (variable: string) => boolean): Expression {
  const condition = (predicate: Expression): Expression =>
    predicate.kind === 'variable' && isCondition(predicate.name)
      ? { kind: 'call', name: 'boolean', arguments: [predicate], at: predicate.at }
      : predicate
  switch (pattern.kind) {
    case 'step':
      return { ...pattern, predicates: pattern.predicates.map(condition) }
    case 'filter':
      return {
        ...pattern,
        base: withConditions(pattern.base, isCondition),
        predicates: pattern.predicates.map(condition),
      }
    case 'path':
    case 'union':
      return {
        ...pattern,
        left: withConditions(pattern.left, isCondition),
        right: withConditions(pattern.right, isCondition),
      }
    default:
      return pattern
  }
}

/** Whether an alternative matches the document node, and no element. */
export function matchesDocument({ levels }: Alternative): boolean {
  return levels.at(-1)?.step.test.kind === 'document'
}

const documentNode: Alternative = {
  levels: [{ step: { kind: 'step', axis: 'self', test: { kind: 'document' }, predicates: [], at: 0 }, below: false }],
  anchored: false,
}

/**
 * The paths of an expression, from the left; `(a|b)/c` stands for two. `below`
 * means that other levels may come first.
 */
function pathsOf(expression: Expression, below: boolean): readonly Alternative[] {
  switch (expression.kind) {
    case 'root':
      return [{ levels: [], anchored: true }]
    case 'step': {
      if (expression.test.kind === 'document' && expression.predicates.length === 0)
        return [{ levels: [], anchored: true }]
      const descends = expression.axis === 'descendant'
      if (!descends && expression.axis !== 'child' && expression.axis !== 'attribute')
        throw new ExpressionError(`the axis ${expression.axis} is not supported in a context`, expression.at)
      return [{ levels: [{ step: expression, below: below || descends }], anchored: false }]
    }
    case 'union':
      return [...pathsOf(expression.left, below), ...pathsOf(expression.right, below)]
    case 'filter':
      return pathsOf(expression.base, below).map((path) => filtered(path, expression.predicates, expression.at))
    case 'path':
      break
    default:
      throw new ExpressionError('this expression cannot be the context of a rule', expression.at)
  }
  const { left, right } = expression
  const everything = left.kind === 'path' && left.right.kind === 'step' && left.right.axis === 'descendant-or-self'
  const rights = pathsOf(right, everything)
  if (rights.some(({ anchored }) => anchored))
    throw new ExpressionError('this expression cannot be the context of a rule', expression.at)
  return pathsOf(everything ? left.left : left, below).flatMap(({ levels, anchored }) =>
    rights.map((path) => ({ levels: [...levels, ...path.levels], anchored })),
  )
}

/**
 * `(a|b)[p]`: the predicate applies to the last step of each path, so it must not be a position.
 */
function filtered({ levels, anchored }: Alternative, predicates: readonly Expression[], at: number): Alternative {
  const last = levels.at(-1)
  if (!last || predicates.some((predicate) => mayBeNumber(predicate) || usesPosition(predicate)))
    throw new ExpressionError('a predicate after parentheses in a context has to be a condition', at)
  const step = { ...last.step, predicates: [...last.step.predicates, ...predicates] }
  return { levels: [...levels.slice(0, -1), { ...last, step }], anchored }
}

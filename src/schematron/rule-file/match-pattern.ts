import { ExpressionError } from '../errors.ts'
import type { Expression, Step } from '../xpath/ast.ts'

/**
 * The alternatives of a rule's context (`a
 * b/c[p]
 * /d`), read as an XSLT match pattern. Alternatives that match only attributes or texts are left
 * out: rules are tried on elements only.
 *
 * @throws ExpressionError when the expression is not a pattern
 */
export function alternativesOf(expression: Expression): readonly Alternative[] {
  if (expression.kind === 'union') return [...alternativesOf(expression.left), ...alternativesOf(expression.right)]
  const levels: Level[] = []
  const anchored = collect(expression, levels, false)
  const last = levels.at(-1)
  if (!last) throw new ExpressionError('the document node as a context is not supported', expression.at)
  const { axis, test } = last.step
  if (axis === 'attribute' || test.kind === 'text' || test.kind === 'attribute') return []
  return [{ levels, anchored }]
}

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

/** Collects the steps of a path from the left; returns true when it starts at the document. */
function collect(expression: Expression, levels: Level[], below: boolean): boolean {
  if (expression.kind === 'step') {
    const descends = expression.axis === 'descendant'
    if (!descends && expression.axis !== 'child' && expression.axis !== 'attribute') {
      throw new ExpressionError(`the axis ${expression.axis} is not supported in a context`, expression.at)
    }
    levels.push({ step: expression, below: below || descends })
    return false
  }
  if (expression.kind === 'root') return true
  if (expression.kind !== 'path')
    throw new ExpressionError('this expression cannot be the context of a rule', expression.at)
  const { left, right } = expression
  const everything = left.kind === 'path' && left.right.kind === 'step' && left.right.axis === 'descendant-or-self'
  const anchored = collect(everything ? left.left : left, levels, false)
  collect(right, levels, everything)
  return anchored
}

import type { Element } from '../xml/element.ts'
import { mayBeNumber, usesPosition } from './analyse.ts'
import type { Expression, Step } from './ast.ts'
import { passes } from './axes.ts'
import { ExpressionError } from './errors.ts'
import type { Focus } from './interpreter.ts'
import { firstTwo, itemsOf, truth, truthOf } from './interpreter.ts'
import { toDouble } from './operate.ts'
import { Atomic } from './values.ts'

/**
 * The alternatives of a rule's context (`a | b/c[p] | /d`), read as XSLT reads a match pattern. Alternatives that only an
 * attribute or a text can match are left out: rules are tried on elements alone.
 *
 * @throws ExpressionError for what is no pattern
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

/** One path of a pattern. The last level is the element itself, the one before it its parent or, after `//`, an ancestor. */
export interface Alternative {
  readonly levels: readonly Level[]
  /** The first level hangs on the document: directly, or anywhere below it when its `below` is set. */
  readonly anchored: boolean
}

export interface Level {
  readonly step: Step
  /** Any number of levels may lie between the level before and this one. */
  readonly below: boolean
}

/** Whether an element matches, by the reference engine. */
export function matchesAlternative(
  element: Element,
  { levels, anchored }: Alternative,
  focus: Focus,
  at = levels.length - 1,
): boolean {
  const level = levels[at]
  if (!level || !matchesStep(element, level.step, focus)) return false
  const isTop = (above: Element | undefined) => above !== undefined && above === focus.document
  if (at === 0) return !anchored || level.below || isTop(element.parent)
  for (let above = element.parent; above && !isTop(above); above = above.parent) {
    if (matchesAlternative(above, { levels, anchored }, focus, at - 1)) return true
    if (!level.below) return false
  }
  return false
}

function matchesStep(element: Element, step: Step, focus: Focus): boolean {
  if (!passes(element, step.test, false)) return false
  return passesPredicates(element, step, focus, step.predicates.length)
}

/** Whether the first `count` predicates hold; a position counts the siblings that pass the test and the predicates before. */
function passesPredicates(element: Element, step: Step, focus: Focus, count: number): boolean {
  if (count === 0) return true
  if (!passesPredicates(element, step, focus, count - 1)) return false
  const predicate = step.predicates[count - 1]
  if (!predicate) return true
  if (!mayBeNumber(predicate) && !usesPosition(predicate)) {
    return truth(predicate, { ...focus, item: element, position: 1, size: () => 1 })
  }
  const siblings = (element.parent?.children ?? [element]).filter(
    (sibling) => passes(sibling, step.test, false) && passesPredicates(sibling, step, focus, count - 1),
  )
  const position = siblings.indexOf(element) + 1
  const items = firstTwo(itemsOf(predicate, { ...focus, item: element, position, size: () => siblings.length }))
  const [only] = items
  if (items.length === 1 && only instanceof Atomic && numbers.has(only.type)) return toDouble(only) === position
  return truthOf(items)
}

/** Collects the steps of a path from the left; true when it starts at the document. */
function collect(expression: Expression, levels: Level[], below: boolean): boolean {
  if (expression.kind === 'step') {
    const descends = expression.axis === 'descendant'
    if (!descends && expression.axis !== 'child' && expression.axis !== 'attribute') {
      throw new ExpressionError(`the axis ${expression.axis} has no place in a context`, expression.at)
    }
    levels.push({ step: expression, below: below || descends })
    return false
  }
  if (expression.kind === 'root') return true
  if (expression.kind !== 'path') throw new ExpressionError('this is no context of a rule', expression.at)
  const { left, right } = expression
  const everything = left.kind === 'path' && left.right.kind === 'step' && left.right.axis === 'descendant-or-self'
  const anchored = collect(everything ? left.left : left, levels, false)
  collect(right, levels, everything)
  return anchored
}

const numbers: ReadonlySet<string> = new Set(['integer', 'decimal', 'double'])
